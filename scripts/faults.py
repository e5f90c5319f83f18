#!/usr/bin/env python3
"""make faults: what the server promised must still be there, whatever happens to it.

    .venv/bin/python scripts/faults.py              all of it (a few minutes)
    .venv/bin/python scripts/faults.py --long       all of it, as often as spec/security.md asks (an hour)
    .venv/bin/python scripts/faults.py kill --times 200
    .venv/bin/python scripts/faults.py lock full slow drain clock

Every test has a client that keeps a ledger of its own: what was asked, what was answered. The oracle compares the ledger
with the server after recovery: acknowledged is there once, refused is not there, unanswered is there once after it has
been sent again (spec/security.md §5.4: R1, R4, R8, R9, R12, R16).
"""
import argparse, os, pathlib, random, shutil, socket, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from faults_load import Ledger, Load, Skip, copy, doctor, loaded, made, people, signed_in, under, until  # first: it finds the rest
import requests

from faults_adapter import DEEDS
from faults_bodies import bodies
from faults_clock import Wrong, clock
from faults_disk import broken
from faults_files import parsers
from faults_lines import reader
from faults_memory import memory
from faults_nodes import nodes
from faults_postgres import Postgres, database
from faults_trust import TRUST
from school import Server

# ── the faults ──

def kill(options):
    """R1: kill -9 at random moments under mixed load."""
    return killed(made("kill"), options.times, options)


def postgres(options):
    """R1, R11: the same with the books in PostgreSQL."""
    books = Postgres()
    try:
        return killed(made("postgres", arguments=["--database-url", books.url]), options.postgres, options)
    finally:
        books.remove()


def killed(server, times, options):
    server.start()
    kepts, ledgers, slowest = [people(server, deed) for deed in DEEDS], [Ledger(deed) for deed in DEEDS], 0.0
    try:
        for number in range(times):
            loads = loaded(server, ledgers, kepts)
            with under(loads):
                time.sleep(random.uniform(0.02, options.longest))
                server.kill()
            assert not any(load.errors for load in loads), [load.errors[:5] for load in loads]
            if number % 10 == 9:
                doctor(server)
            started = time.time()
            server.start()
            slowest = max(slowest, time.time() - started)
            kepts = [signed_in(server, kept, ledger.deed) for kept, ledger in zip(kepts, ledgers)]
            for ledger, kept in zip(ledgers, kepts):
                ledger.settle(kept[0])
                ledger.judge(kept[0])
        server.stop()
        doctor(server)
        count = sum(len(ledger.promised) for ledger in ledgers)
        assert count > times, f"only {count} writes in {times} rounds: no load"
        kinds = ", ".join(f"{len(ledger.promised)} {type(ledger.deed).__name__.lower()}" for ledger in ledgers)
        return f"{times} kills, {count} acknowledged writes ({kinds}), 0 lost, 0 half, 0 twice; slowest start {slowest:.2f} s"
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
    server, wrong = made("full", data=folder / "data"), Wrong()
    server.wrap = wrong.wrap
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
        wrong.set("+600")  # by then a session's use is noted again, which needs the disk
        assert kept[1].get("/").status_code == 200, "reading stopped ten minutes later"
        wrong.set("+0")
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


FAULTS = {
    f.__name__: f
    for f in (kill, postgres, database, nodes, lock, full, broken, slow, reader, bodies, parsers, drain, clock, memory, *TRUST)
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", choices=[[], *FAULTS], default=[], metavar="|".join(FAULTS))
    parser.add_argument("--long", action="store_true", help="as often as the specification asks")
    parser.add_argument("--times", type=int, help="how often to kill (50; long 200)")
    parser.add_argument("--postgres", type=int, help="how often to kill over PostgreSQL (6; long 50)")
    parser.add_argument("--database", type=int, help="how often to end PostgreSQL itself (3; long 20)")
    parser.add_argument("--nodes", type=int, help="how often to kill one of two servers (6; long 50)")
    parser.add_argument("--longest", type=float, default=1.5, help="seconds of load before a kill, at most")
    parser.add_argument("--disk", type=int, default=96, help="megabytes of the small disk")
    parser.add_argument("--slow", type=int, default=400, help="how many slow clients")
    parser.add_argument("--seconds", type=float, help="how long clients are slow or bodies large (10; long 60)")
    parser.add_argument("--writes", type=int, help="how many writes show a leak of memory (8,000; long 140,000)")
    parser.add_argument("--fuzz", type=float, default=60.0, help="seconds of damaged files for each parser")
    options = parser.parse_args()
    for name, few, many in (("times", 50, 200), ("postgres", 6, 50), ("database", 3, 20), ("nodes", 6, 50), ("seconds", 10.0, 60.0), ("writes", 8000, 140_000)):
        if getattr(options, name) is None:
            setattr(options, name, many if options.long else few)
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
