"""Bodies that are made to be expensive."""
import collections, concurrent.futures, subprocess, sys, time

import requests

from faults_load import made, people
from faults_adapter import DEEDS

FIELDS, TOGETHER = 100_000, 32
# What the process may hold beyond what it held before, in MB: 32 bodies of 2 MB, three times over.
ROOM = 192
# Seconds of the processor for one refusal; unlike the time it takes, it does not depend on who else is at work here.
COST = 0.1
# Nobody is starved. In seconds, and many: 32 refusals come first, and a test machine may have much else to do.
WAIT = 10


def bodies(options):
    """R12: a hundred thousand fields, huge and deep JSON, by 32 at once: each is refused, memory stays bounded, others are served."""
    server = made("bodies").start()
    try:
        token, _ = people(server, DEEDS[0])
        shapes, before, said = make(token.bearer), server.memory(), []
        longest = 0.0
        for name, shape in shapes.items():
            spent = server.processor()
            codes, slowest = fire(server, [shape], options.seconds / len(shapes))
            each = (server.processor() - spent) / max(1, sum(codes.values()))
            assert server.is_alive, f"{name}: it ended:\n" + server.tail()
            wrong = {code for code in codes if code != "closed" and not 400 <= code < 500}
            assert not wrong, f"{name}: {dict(codes)}"
            assert each < COST, f"{name}: {each * 1000:.0f} ms of the processor for each refusal"
            assert slowest < WAIT, f"{name}: the others waited {slowest:.1f} s"
            longest = max(longest, slowest)
            said.append(f"{name} {'/'.join(str(code) for code in sorted(codes, key=str))} ×{sum(codes.values())} {each * 1000:.0f} ms")
        peak = server.memory("VmHWM")
        assert peak - before < ROOM, f"{peak:.0f} MB, {before:.0f} MB before"
        return f"{before:.0f} MB before, {peak:.0f} MB at most, {server.memory():.0f} MB after; the others waited {longest:.2f} s at most; {', '.join(said)}"
    finally:
        server.remove()


def make(bearer):
    form, json = "application/x-www-form-urlencoded", "application/json"
    mark = "----faults"
    parts = "".join(f'--{mark}\r\nContent-Disposition: form-data; name="a{n}"\r\n\r\n\r\n' for n in range(FIELDS)) + f"--{mark}--\r\n"
    api = {"Authorization": f"Bearer {bearer}"}
    post = lambda path, type, body, **more: ("POST", path, {"Content-Type": type, **more}, body.encode() if isinstance(body, str) else body)
    students = DEEDS[0].path
    return {
        "fields": post(students, form, "&".join(f"a{n}=1" for n in range(FIELDS)), **api),
        "fields of one name": post("/sign-in", form, "&".join(["a=1"] * FIELDS)),
        "4,000 fields": post(students, form, "&".join(f"a{n}={'x' * 200}" for n in range(4000)), **api),
        "empty fields": post("/sign-in", form, "&" * 1_000_000),
        "percent signs": post("/sign-in", form, "identifier=" + "%41" * 330_000),
        "parts": post(students, f"multipart/form-data; boundary={mark}", parts, **api),
        "members": post(students, json, "{" + ",".join(f'"a{n}":1' for n in range(FIELDS - 30_000)) + "}", **api),
        "19,000 members": post(students, json, "{" + ",".join(f'"a{n}":"{"x" * 30}"' for n in range(19_000)) + "}", **api),
        "values": post(students, json, '{"a":[' + ",".join(["1"] * FIELDS) + "]}", **api),
        "deep lists": post(students, json, "[" * FIELDS, **api),
        "deep objects": post(students, json, '{"a":' * FIELDS, **api),
        "escapes": post(students, json, '{"given":"' + "\\u0041" * 170_000 + '"}', **api),
        "large parts": post("/sign-in", f"multipart/form-data; boundary={mark}", "".join(f'--{mark}\r\nContent-Disposition: form-data; name="a{n}"\r\n\r\n{"x" * 900_000}\r\n' for n in range(8)) + f"--{mark}--\r\n"),
        "a large text": post("/api/v1/announcements", form, "text=" + "x" * 8_000_000, **api),
        "two megabytes": post(students, json, b" " * (2 << 20), **api),
        "query": ("GET", "/sign-in?" + "&".join(f"a{n}=1" for n in range(FIELDS)), {}, None),
        "query of 5,000": ("GET", "/sign-in?" + "&".join(f"a{n}=1" for n in range(5000)), {}, None),
    }


def fire(server, shapes, seconds):
    """How often each answer came, and how long somebody else waited for a page at most."""
    end, codes = time.time() + seconds, collections.Counter()

    def send(shape):
        method, path, headers, body = shape
        session, counted = requests.Session(), collections.Counter()
        session.trust_env = False
        while time.time() < end:
            try:
                counted[session.request(method, server.base + path, headers=headers, data=body, allow_redirects=False, timeout=30).status_code] += 1
            except requests.exceptions.RequestException:
                counted["closed"] += 1  # the answer comes before the body has been sent, and the line goes
        return counted

    # somebody else asks in a process of their own: in this one, they would wait for our sending
    other = subprocess.Popen([sys.executable, "-c", ASK, server.base, str(seconds)], stdout=subprocess.PIPE, text=True)
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        for counted in [pool.submit(send, shape) for shape in list(shapes) * TOGETHER]:
            codes += counted.result()
    slowest, _ = other.communicate(timeout=60)
    assert other.returncode == 0, "the others are not answered"
    return codes, float(slowest)


ASK = """
import sys, time, requests
end, slowest = time.time() + float(sys.argv[2]), 0.0
while time.time() < end:
    started = time.time()
    assert requests.get(sys.argv[1] + "/healthz", timeout=30).status_code == 200
    slowest = max(slowest, time.time() - started)
    time.sleep(0.05)
print(slowest)
"""
