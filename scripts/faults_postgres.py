"""A PostgreSQL of our own, and what happens when it ends under load."""
import contextlib, glob, os, pathlib, random, shutil, signal, subprocess, tempfile, time

import requests

from faults_load import Ledger, Skip, doctor, loaded, made, people, under, until
from faults_adapter import DEEDS


class Postgres:
    """No port, a socket in its folder, no password; what keeps commits (fsync, full pages) is as it comes."""

    def __init__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))
        if not found:
            raise Skip("PostgreSQL is not installed; run make setup-check")
        self.programs = pathlib.Path(found[-1]).parent
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="homeroom-pg-", dir="/tmp"))
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
        self.url = f"postgresql://homeroom@/postgres?host={self.folder}"
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "homeroom", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def run(self, name, *arguments):
        become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        # its output goes to a file: the server would hold a pipe open
        with open("/dev/null") as nothing, tempfile.TemporaryFile() as said:
            done = subprocess.run([*become, self.programs / name, *arguments], stdin=nothing, stdout=said, stderr=said, cwd="/")
            said.seek(0)
            assert done.returncode == 0, f"{name}: {said.read().decode(errors='replace')[-800:]}"

    def start(self):
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self, how="immediate"):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", how, "stop")

    def processes(self):
        """The server's own and those behind its connections."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        return [first, *(int(pid) for pid in pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def freeze(self):
        """It hangs: it takes connections, and answers nothing."""
        self.frozen = self.processes()
        for pid in self.frozen:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self):
        for pid in self.frozen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def ask(self, sql):
        said = subprocess.run([self.programs / "psql", "-XAtq", self.url, "-c", sql], capture_output=True, text=True, timeout=30)
        assert said.returncode == 0, said.stderr
        return said.stdout.strip()

    def remove(self):
        try:
            self.stop()
        except AssertionError:
            pass  # it has ended already
        shutil.rmtree(self.folder, ignore_errors=True)


def database(options):
    """R11: PostgreSQL ends under load and comes back: 503 meanwhile, then on without a restart."""
    books = Postgres()
    server = made("database", arguments=["--database-url", books.url]).start()
    kepts, ledgers, slowest, back = [people(server, deed) for deed in DEEDS], [Ledger(deed) for deed in DEEDS], 0.0, 0.0
    try:
        for number in range(options.database):
            loads = loaded(server, ledgers, kepts)
            with under(loads):
                time.sleep(random.uniform(0.5, 1.5))
                # the last two are the polite ways: connections are ended one by one
                books.stop(("immediate", "immediate", "fast")[number % 3])
                slowest = max(slowest, meanwhile(server, kepts[0][0]))
                books.start()
                started = time.time()
                until(lambda: requests.get(server.base + "/readyz", timeout=10).status_code == 200, 20, "PostgreSQL is back, the server is not")
                back = max(back, time.time() - started)
                time.sleep(0.5)
            assert not any(load.errors for load in loads), [load.errors[:5] for load in loads]
            assert all(thread.is_alive() is False for load in loads for thread in load.threads), "somebody still waits"
            for ledger, kept in zip(ledgers, kepts):
                ledger.settle(kept[0])
                ledger.judge(kept[0])
        held = int(books.ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'homeroom'"))
        assert held <= 10, f"{held} connections are held"
        assert server.is_alive
        doctor(server)
        count, codes = sum(len(ledger.promised) for ledger in ledgers), {}
        for ledger in ledgers:
            for code, times in ledger.codes.items():
                codes[code] = codes.get(code, 0) + times
        return (f"{options.database} ends, {count} acknowledged writes, 0 lost, 0 twice; answers {dict(sorted(codes.items()))}; "
                f"slowest refusal {slowest:.2f} s, ready again after {back:.2f} s, {held} connections")
    finally:
        server.remove()
        books.remove()


def meanwhile(server, session):
    """Without the books: alive, not ready, everybody is told to come back, and soon. The slowest answer, in seconds."""
    slowest = 0.0
    for path, expected in [("/healthz", 200), ("/readyz", 503), ("/", 503), (DEEDS[0].path, 503), ("/readyz", 503), ("/", 503)]:
        started = time.time()
        answer = requests.get(server.base + path, timeout=20, headers={"Authorization": f"Bearer {session.bearer}"} if path not in ("/healthz", "/readyz") else {})
        slowest = max(slowest, time.time() - started)
        assert answer.status_code == expected, f"{path} without the books: {answer.status_code}"
    assert slowest < 6, f"a refusal took {slowest:.1f} s"
    return slowest
