#!/usr/bin/env python3
"""make faults: what the server promised must still be there, whatever happens to it.

    .venv/bin/python scripts/faults.py              all of it (about five minutes)
    .venv/bin/python scripts/faults.py kill --times 200
    .venv/bin/python scripts/faults.py lock full slow drain clock

Every test has a client that keeps a ledger of its own: what was asked, what was answered. The oracle compares the ledger
with the server after recovery: acknowledged is there once, refused is not there, unanswered is there once after it has
been sent again (spec/security.md §5.4: R1, R4, R8, R9, R12, R16).
"""
import argparse, contextlib, os, pathlib, random, shutil, socket, subprocess, sys, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests" / "e2e"), str(ROOT / "scripts")]
import requests

from faults_adapter import DEEDS
from school import Server, Session

WRITERS, READERS = 8, 3


class Ledger:
    """The client's own book: mark → what came back."""

    def __init__(self, deed):
        self.deed, self.lock = deed, threading.Lock()
        self.promised, self.refused, self.open, self.codes = set(), set(), set(), {}
        self.count, self.tag = 0, f"{random.randrange(16**6):06x}"

    def next(self):
        with self.lock:
            self.count += 1
            mark = f"{self.tag}n{self.count}"
            self.open.add(mark)
            return mark

    def send(self, session, mark):
        """One try. The answer decides in which column the mark stands; no answer leaves it open."""
        try:
            code, _ = self.deed.write(session, mark)
        except (requests.exceptions.RequestException, AssertionError, ValueError):
            return None
        with self.lock:
            self.codes[code] = self.codes.get(code, 0) + 1
            if code in (200, 201):
                self.open.discard(mark)
                self.promised.add(mark)
            elif 400 <= code < 500 or code == 507:
                self.open.discard(mark)
                self.refused.add(mark)
        return code

    def settle(self, session):
        for mark in sorted(self.open):
            code = self.send(session, mark)
            assert code in (200, 201), f"{mark} sent again after recovery: {code}"

    def judge(self, session):
        found = self.deed.read(session)
        lost = sorted(m for m in self.promised if not found[m])
        twice = sorted(m for m in found if found[m] > 1)
        unasked = sorted(m for m in found if m.startswith(self.tag) and m not in self.promised | self.open)
        assert not lost, f"{len(lost)} acknowledged and lost: {lost[:5]}"
        assert not twice, f"{len(twice)} done twice: {twice[:5]}"
        assert not unasked, f"{len(unasked)} refused and done all the same: {unasked[:5]}"


class Load:
    """Writers that keep the ledger and readers that open pages, until told to stop."""

    def __init__(self, server, ledger, sessions, writers=WRITERS, readers=READERS):
        self.ending = threading.Event()
        self.served, self.errors = 0, []
        self.threads = [threading.Thread(target=self.write, args=(ledger, server, sessions[0]), daemon=True) for _ in range(writers)]
        self.threads += [threading.Thread(target=self.read, args=(server, sessions[1]), daemon=True) for _ in range(readers)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join(40)

    def write(self, ledger, server, like):
        session = copy(server, like)
        while not self.ending.is_set():
            mark = ledger.next()
            code = ledger.send(session, mark)
            if code is None:
                return  # the line is gone; so is the server
            if code >= 500 and code not in (503, 507):
                self.errors.append(f"write {mark}: {code}")

    def read(self, server, like):
        session = copy(server, like)
        while not self.ending.is_set():
            try:
                answer = session.get("/")
                self.served += 1
                if answer.status_code >= 500 and answer.status_code != 503:
                    self.errors.append(f"GET /: {answer.status_code}")
            except (requests.exceptions.RequestException, AssertionError):
                return


def copy(server, like):
    made = Session(server, like.account, like.bearer)
    made.cookies = dict(like.cookies)
    # a lost line must stay lost: the ledger decides what to send again
    made.send = lambda method, path, headers, more: made.http.request(
        method, server.base + path, headers=headers, allow_redirects=False, timeout=30, **more)
    return made


def people(server, deed):
    writer = Session(server, server.account(deed.writer)).take_token()
    return writer, Session(server, server.account("teacher")).sign_in()


def signed_in(server, kept, deed):
    """The same people; signed in again only when the server has forgotten them, which is a finding in itself."""
    writer, reader = kept
    if writer.get(deed.path, headers={"Accept": "application/json"}).status_code == 401:
        print("      the token was forgotten over the restart")
        return people(server, deed)
    return writer, reader


def doctor(server, but=None):
    """All is well; or the one thing that is not is the one the test brought about itself."""
    said = server.tool("doctor", "--data", str(server.data))
    findings = said.stdout.strip().splitlines()
    assert said.returncode == 0 or (but and all(but in finding for finding in findings)), f"doctor: {said.stdout[-1500:]}{said.stderr[-1500:]}"


def made(name, **more):
    return Server(f"faults-{name}", **more)


# ── the faults ──

def kill(options):
    """R1: kill -9 at random moments under mixed load."""
    server = made("kill").start()
    all_kept, ledgers, slowest = [people(server, deed) for deed in DEEDS], [Ledger(deed) for deed in DEEDS], 0.0
    try:
        for number in range(options.times):
            loads = [Load(server, ledger, kept, WRITERS // len(DEEDS), READERS - at) for at, (ledger, kept) in enumerate(zip(ledgers, all_kept))]
            with contextlib.ExitStack() as stack:
                for load in loads:
                    stack.enter_context(load)
                time.sleep(random.uniform(0.02, options.longest))
                server.kill()
            assert not any(load.errors for load in loads), [load.errors[:5] for load in loads]
            if number % 10 == 9:
                doctor(server)
            started = time.time()
            server.start()
            slowest = max(slowest, time.time() - started)
            all_kept = [signed_in(server, kept, ledger.deed) for kept, ledger in zip(all_kept, ledgers)]
            for ledger, kept in zip(ledgers, all_kept):
                ledger.settle(kept[0])
                ledger.judge(kept[0])
        server.stop()
        doctor(server)
        count = sum(len(ledger.promised) for ledger in ledgers)
        assert count > options.times, f"only {count} writes in {options.times} rounds: no load"
        kinds = ", ".join(f"{len(ledger.promised)} {type(ledger.deed).__name__.lower()}" for ledger in ledgers)
        return f"{options.times} kills, {count} acknowledged writes ({kinds}), 0 lost, 0 half, 0 twice; slowest start {slowest:.2f} s"
    finally:
        server.remove()


def lock(options):
    """R8: the second server on a folder goes with a sentence, the first goes on."""
    server = made("lock").start()
    try:
        second = Server("faults-lock-second", data=server.data)
        started = time.time()
        said = second.tool("demo", "--data", str(server.data), "--port", str(second.port), timeout=20)
        words = (said.stderr or said.stdout).strip()
        assert said.returncode not in (0, None) and said.returncode > 0, f"it ended with {said.returncode}"
        assert words and len(words.splitlines()) <= 3 and "Fatal" not in words, f"not a sentence: {words[:300]}"
        assert requests.get(server.base + "/healthz", timeout=5).status_code == 200
        return f"after {time.time() - started:.2f} s: “{words.splitlines()[-1][:120]}”"
    finally:
        server.remove()


def full(options):
    """R4: the disk fills up under load: 507, no crash, reading goes on; space again, writing again, without a restart."""
    if os.geteuid() != 0:
        raise Skip("needs root to mount a small disk")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homeroom-full-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={options.disk}m", "tmpfs", str(folder)], check=True)
    server = made("full", data=folder / "data")
    try:
        server.data.mkdir()
        server.start()
        deed = DEEDS[0]
        kept, ledger = people(server, deed), Ledger(deed)
        ballast = folder / "ballast"
        ballast.write_bytes(b"\0" * max(0, shutil.disk_usage(folder).free - 400_000))
        # the last pages as well: the server may have room of its own kept back
        fill(server, ledger, kept)
        assert server.is_alive, "it ended:\n" + server.tail()
        assert 507 in ledger.codes, f"no 507 among {ledger.codes}"
        assert not {c for c in ledger.codes if c >= 500} - {503, 507}, ledger.codes
        ledger.judge(kept[0])
        assert kept[1].get("/").status_code == 200, "reading stopped, too"
        ballast.unlink()
        after = ledger.next()
        until(lambda: ledger.send(kept[0], after) in (200, 201) or ledger.open.add(after), 10, "no write after the disk had room again")
        ledger.refused.discard(after)
        ledger.judge(kept[0])
        server.stop()
        doctor(server, but="MB are free")
        return f"answers {dict(sorted(ledger.codes.items()))}; recovered without a restart"
    finally:
        server.kill()
        subprocess.run(["umount", "-l", str(folder)], check=False)
        folder.rmdir()


def fill(server, ledger, kept):
    end = time.time() + 60
    while 507 not in ledger.codes and time.time() < end and server.is_alive:
        with Load(server, ledger, kept, writers=4, readers=1):
            time.sleep(0.5)


def slow(options):
    """R12: a few hundred clients that send a byte now and then; the others do not notice."""
    server = made("slow").start()
    kept = people(server, DEEDS[0])
    lines = []
    try:
        for number in range(options.slow):
            line = socket.create_connection(("localhost", server.port), timeout=5)
            head = b"GET / HTTP/1.1\r\nHost: localhost:%d\r\nX-A: " % server.port
            body = b"POST /sign-in HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nid" % server.port
            line.sendall((head, body, b"")[number % 3])
            lines.append(line)
        times, end = [], time.time() + options.seconds
        while time.time() < end:
            for line in random.sample(lines, min(40, len(lines))):
                drip(line)
            started = time.time()
            assert kept[1].get("/").status_code == 200
            times.append(time.time() - started)
        times.sort()
        p99 = times[int(len(times) * 0.99)]
        assert p99 < 1, f"the others waited {p99:.2f} s"
        assert server.is_alive
        return f"{len(lines)} slow lines; {len(times)} others served, p99 {p99 * 1000:.0f} ms"
    finally:
        for line in lines:
            line.close()
        server.remove()


def drip(line):
    try:
        line.send(b"a")
    except OSError:
        pass  # the server had enough of it, as it may


def drain(options):
    """R16: SIGTERM under load: what is under way is finished, open lines are told, and it goes by itself."""
    server = made("drain").start()
    deed = DEEDS[0]
    kept, ledger = people(server, deed), Ledger(deed)
    try:
        with Load(server, ledger, kept) as load:
            time.sleep(1)
            started = time.time()
            code = server.stop(30)
            took = time.time() - started
        assert code == 0, f"it ended with {code}"
        assert not load.errors, load.errors[:5]
        doctor(server)
        server.start()
        kept = signed_in(server, kept, deed)
        ledger.judge(kept[0])
        return f"gone after {took:.2f} s with 0; {len(ledger.promised)} promises kept"
    finally:
        server.remove()


def clock(options):
    """R9: ten years ahead, then a day back: no crash, no 5xx, people can sign in, promises stand."""
    found = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        raise Skip("faketime is not installed; run make setup-check")
    deed = DEEDS[0]
    server = made("clock").start()
    ledger = Ledger(deed)
    try:
        said = []
        for jump in (None, "+10y", "-1d", "@2038-01-19 03:14:00", "@2028-02-29 23:59:58"):
            server.stop()
            # the library itself: the program `faketime` would stand between us and the server's signals
            server.wrap = ["env", f"LD_PRELOAD={found[0]}", "FAKETIME_DONT_FAKE_MONOTONIC=1", f"FAKETIME={jump}"] if jump else []
            server.start()
            kept = people(server, deed)
            for _ in range(20):
                ledger.send(kept[0], ledger.next())
            assert not {c for c in ledger.codes if c >= 500}, (jump, ledger.codes)
            assert kept[1].get("/").status_code == 200, jump
            ledger.judge(kept[0])
            said.append(jump or "now")
        server.stop()
        doctor(server)
        return f"{', '.join(said)}: {len(ledger.promised)} promises kept"
    finally:
        server.remove()


def until(true, limit, why):
    end = time.time() + limit
    while not true():
        assert time.time() < end, why
        time.sleep(0.2)


class Skip(Exception):
    pass


FAULTS = {f.__name__: f for f in (kill, lock, full, slow, drain, clock)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", choices=[[], *FAULTS], default=[], metavar="|".join(FAULTS))
    parser.add_argument("--times", type=int, default=50, help="how often to kill")
    parser.add_argument("--longest", type=float, default=1.5, help="seconds of load before a kill, at most")
    parser.add_argument("--disk", type=int, default=96, help="megabytes of the small disk")
    parser.add_argument("--slow", type=int, default=400, help="how many slow clients")
    parser.add_argument("--seconds", type=float, default=15, help="how long they are slow")
    options = parser.parse_args()
    passed = failed = 0
    for name in options.faults or FAULTS:
        started = time.time()
        try:
            words, mark = FAULTS[name](options), " ok "
            passed += 1
        except Skip as why:
            words, mark = f"not run: {why}", "FAIL"
            failed += 1
        except Exception as error:  # every fault is tried, whatever the one before it found
            words, mark = f"{type(error).__name__}: {error}", "FAIL"
            failed += 1
        print(f"{mark}  {FAULTS[name].__doc__.split(chr(10))[0]}\n      {words} ({time.time() - started:.0f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
