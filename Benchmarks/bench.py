#!/usr/bin/env python3
"""make bench: the figures of design.md §7 that exist so far, as ratios to a static answer in the same run.

    .venv/bin/python Benchmarks/bench.py [--students 2000] [--streams 10000] [--seconds 5]

Writes docs/benchmarks.md. A ratio says more than a time: it is the same on a busy machine.
"""
import argparse, asyncio, os, pathlib, re, resource, subprocess, sys, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests" / "e2e"), str(ROOT / "scripts")]
import requests

from faults import Ledger, copy
from faults_adapter import DEEDS
from school import Server, Session

# (what, path, role, the most times a static answer's CPU)
PAGES = [("home of a teacher", "/", "teacher", 10), ("home of a student", "/", "student", 10), ("list of students", "/students", "teacher", 100)]


def cpu(server):
    """CPU seconds the server has used."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server):
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


def wrk(server, path, seconds, session=None):
    """Requests a second, p50 and p99 in ms, CPU µs a request."""
    cookie = "; ".join(f"{k}={v}" for k, v in session.cookies.items()) if session else ""
    before = cpu(server)
    said = subprocess.run(["wrk", "-t1", "-c8", f"-d{seconds}s", "--latency", "-H", f"Cookie: {cookie}", "-H", "Accept: text/html",
                           server.base + path], capture_output=True, text=True, check=True).stdout
    spent = cpu(server) - before
    count = int(re.search(r"(\d+) requests in", said).group(1))
    assert "Non-2xx" not in said, f"{path}: {said}"
    p50, p99 = (milliseconds(re.search(rf"{p}%\s+(\S+)", said).group(1)) for p in (50, 99))
    return count / seconds, p50, p99, spent / count * 1e6


def milliseconds(text):
    number, unit = re.match(r"([\d.]+)(\w+)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def start_up(name, arguments):
    server = Server(f"bench-{name}", arguments=arguments).start(limit=180)
    server.stop()
    started = time.time()
    server.start()
    assert requests.get(server.base + "/healthz", timeout=10).ok
    return server, (time.time() - started) * 1000


def commands(server, seconds, writers=64):
    """Durable commands a second from many writers, and how long each waited."""
    deed = DEEDS[0]
    like = Session(server, server.account(deed.writer)).take_token()
    ledger, times, end = Ledger(deed), [], time.time() + seconds

    def work():
        session = copy(server, like)
        while time.time() < end:
            started = time.perf_counter()
            if ledger.send(session, ledger.next()) in (200, 201):
                times.append((time.perf_counter() - started) * 1000)

    threads = [threading.Thread(target=work) for _ in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    return len(times) / seconds, quantile(times, 0.5), quantile(times, 0.99)


def quantile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


class Line(asyncio.Protocol):
    """One idle live stream."""

    up = 0

    def __init__(self, request):
        self.request, self.is_up = request, False

    def connection_made(self, transport):
        transport.write(self.request)

    def data_received(self, data):
        if not self.is_up and b" 200 " in data[:20]:
            self.is_up = True
            Line.up += 1


async def streams(server, count, session):
    """Memory per held stream, in KB. Clients come from many loopback addresses, so that ports do not run out."""
    before, loop, gate = memory(server), asyncio.get_running_loop(), asyncio.Semaphore(200)
    cookie = "; ".join(f"{k}={v}" for k, v in session.cookies.items())
    request = f"GET /live HTTP/1.1\r\nHost: localhost:{server.port}\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n".encode()

    async def one(number):
        async with gate:
            return await loop.create_connection(lambda: Line(request), "127.0.0.1", server.port, local_addr=(f"127.0.1.{1 + number % 8}", 0))

    held = await asyncio.gather(*(one(n) for n in range(count)), return_exceptions=True)
    end = time.time() + 30
    while Line.up < count and time.time() < end:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    each = (memory(server) - before) * 1024 / max(1, Line.up)
    for pair in held:
        if not isinstance(pair, BaseException):
            pair[0].close()
    return Line.up, each


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=0)
    parser.add_argument("--streams", type=int, default=9000)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server, first = start_up("small", ["--students", str(options.students)] if options.students else [])
    rows = []
    try:
        rows.append(("start to first answer", f"{first:.0f} ms", "< 300 ms", first < 300))
        rows.append(("idle memory", f"{memory(server):.0f} MB", "< 80 MB", memory(server) < 80))
        sign_in = Session(server).get("/sign-in").text
        asset = re.search(r'href="(/assets/[^"]+\.css)"', sign_in).group(1)
        rate, p50, p99, base = wrk(server, asset, options.seconds)
        rows.append(("static answer (the style sheet)", f"{rate:.0f}/s, p50 {p50:.2f} ms, p99 {p99:.2f} ms, {base:.0f} µs CPU", "1 ×", True))
        for what, path, role, most in PAGES:
            session = Session(server, server.account(role)).sign_in()
            rate, p50, p99, spent = wrk(server, path, options.seconds, session)
            rows.append((what, f"{spent / base:.1f} × ({rate:.0f}/s, p50 {p50:.2f} ms, p99 {p99:.2f} ms)", f"≤ {most} ×", spent / base <= most))
        rate, p50, p99 = commands(server, options.seconds)
        rows.append(("command, durable, 64 writers", f"{rate:.0f}/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms", "≥ 1,000/s, p99 ≤ 50 ms", rate >= 1000 and p99 <= 50))
        up, each = asyncio.run(streams(server, options.streams, Session(server, server.account("teacher")).sign_in()))
        rows.append((f"{up} live streams held", f"{each:.1f} KB each", "≤ 28 KB", up == options.streams and each <= 28))
    finally:
        server.remove()
        write(rows)


def write(rows):
    lines = [f"| {what} | {found} | {budget} | {'yes' if good else '**no**'} |" for what, found, budget, good in rows]
    text = "\n".join(["# Benchmarks", "", f"Written by `make bench` on {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores. The client for commands is Python and "
                      "shares the machine; its figure is a floor.", "", "| what | found | budget | kept |", "| --- | --- | --- | --- |", *lines, ""])
    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs" / "benchmarks.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
