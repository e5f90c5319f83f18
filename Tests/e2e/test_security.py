"""Attacks on the open door, from spec/security.md §3.3: what a stranger with a socket can try."""
import contextlib, gzip, json, random, re, socket, time

import pytest
import requests

import contract
from conftest import People
from journal import entries
from school import PATIENCE, Session, crawl

JSON = {"Content-Type": "application/json", "Accept": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def anonymous(people):
    return people.session("anonymous")


def assert_alive(server):
    assert server.is_alive, "the server is gone:\n" + server.tail()
    assert requests.get(server.base + "/healthz", timeout=PATIENCE).status_code == 200


def raw(server, request):
    """Sends bytes as they are; the answer's bytes, empty when the line was simply closed. A line left open is a failure."""
    with socket.create_connection(("localhost", server.port), timeout=PATIENCE) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
        out = b""
        with contextlib.suppress(ConnectionError):
            while piece := line.recv(65536):
                out += piece
        return out


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


# ── headers ──

PAGES = ["/", contract.SIGN_IN, "/no/such/page"]


def policy(answer):
    parts = [p.strip().split(" ") for p in answer.headers["Content-Security-Policy"].split(";") if p.strip()]
    return {name: values for name, *values in parts}


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_is_strict(people, path):
    csp = policy(people.session("teacher").get(path))
    assert csp["default-src"] in (["'none'"], ["'self'"])
    for name in ("script-src", "style-src"):
        assert "'self'" in csp[name]
        assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"} & set(csp[name]), f"{name} {csp[name]}"
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert csp.get(name) == ["'none'"], f"{name} {csp.get(name)}"
    assert csp["form-action"] == ["'self'"]
    assert csp["require-trusted-types-for"] == ["'script'"]


@pytest.mark.parametrize("path", PAGES + ["/api/v1/no-such-thing"])
def test_every_answer_has_the_headers(people, path):
    headers = people.session("teacher").get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer", "strict-origin-when-cross-origin")
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Permissions-Policy" in headers
    assert "charset=utf-8" in headers.get("Content-Type", "").lower() or headers["Content-Length"] == "0"
    assert not re.search(r"\d", headers.get("Server", "")), "the server tells its version"
    assert "X-Powered-By" not in headers


def test_personal_pages_are_not_kept(people):
    for path in ["/", "/no/such/page"]:
        headers = people.session("guardian").get(path).headers
        assert "no-store" in headers["Cache-Control"]
        assert "cookie" in headers["Vary"].lower()


def test_assets_are_immutable_and_public(anonymous):
    found = re.findall(r'(?:href|src)="(/assets/[^"]+)"', anonymous.get(contract.SIGN_IN).text)
    assert found
    for path in found:
        headers = anonymous.get(path).headers
        assert "immutable" in headers["Cache-Control"] and headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in headers


def test_a_page_of_another_version_is_not_left_without_style(anonymous):
    """Made before an upgrade, or by a server that is upgraded later: today's file, which nobody keeps."""
    here = re.search(r'href="(/assets/[^"]+css)"', anonymous.get(contract.SIGN_IN).text).group(1)
    other = anonymous.get(re.sub("assets/[0-9a-f]+", "assets/000000000000", here))
    assert other.status_code == 200 and other.content == anonymous.get(here).content
    assert other.headers["Cache-Control"] == "no-store"
    assert anonymous.get("/assets/000000000000/no-such.css").status_code == 404


def test_no_page_sends_anyone_elsewhere(reachable):
    """P21: nothing on any page comes from another server."""
    outside = [f"{s.path}: {a}" for pages in reachable.values() for s in pages.values() for a in s.assets if re.match(r"(https?:)?//", a)]
    assert not outside, outside


def test_no_other_site_may_read(anonymous):
    headers = anonymous.get("/", headers={"Origin": "https://evil.example"}).headers
    assert "Access-Control-Allow-Origin" not in headers


# ── the session ──

def test_the_cookie_has_its_flags(server, people):
    account = server.account("teacher")
    session = Session(server)
    session.get(contract.SIGN_IN)
    answer = session.post(contract.SIGN_IN, {"identifier": account["identifier"], "password": account["password"]})
    assert answer.status_code == 303
    line = min(answer.raw.headers.getlist("Set-Cookie"), key=lambda l: len(l.split("=")[0]))
    flags = {part.strip().lower() for part in line.split(";")[1:]}
    assert {"httponly", "path=/"} <= flags and {"samesite=lax", "samesite=strict"} & flags, line
    assert not any(flag.startswith("domain") for flag in flags), line
    assert ("secure" in flags) == line.startswith("__Host-"), "plain HTTP has a name of its own, TLS has __Host-"
    value = line.split(";")[0].split("=", 1)[1]
    assert len(value) >= 22, "at least 128 bits"


def test_a_given_session_is_not_adopted(server):
    """A31: a cookie that somebody planted never becomes a session."""
    account, session = server.account("teacher"), Session(server)
    fresh = Session(server, account).sign_in()
    name, planted = fresh.session_cookie(), "0" * len(fresh.cookies[fresh.session_cookie()])
    session.account = account
    session.cookies = {name: planted}
    session.post(contract.SIGN_IN, {"identifier": account["identifier"], "password": account["password"]})
    assert session.cookies.get(name) != planted


def test_two_cookies_of_one_name_are_no_session(server, people):
    session = people.session("teacher")
    name = session.session_cookie()
    answer = session.get("/", headers={"Cookie": f"{name}={session.cookies[name]}; {name}=other"})
    assert answer.status_code in (303, 401), "the tossed cookie was believed"


def test_each_credential_works_on_its_own_surface_only(server, people):
    """A6: a session is no token and a token is no session."""
    session, token = people.session("teacher"), people.token("teacher")
    name = session.session_cookie()
    assert requests.get(server.base + contract.TOKENS, headers={"Authorization": f"Bearer {session.cookies[name]}"}).status_code == 401
    answer = requests.get(server.base + "/", headers={"Cookie": f"{name}={token.bearer}", "Accept": "text/html"}, allow_redirects=False)
    assert answer.status_code in (303, 401) and "sign-in" in answer.headers.get("Location", "sign-in")


def test_signing_out_ends_the_session(own_server):
    session = Session(own_server, own_server.account("teacher")).sign_in()
    old = dict(session.cookies)
    path = contract.find_route([r for r in own_server.routes() if "/api/" not in r["path"]], "POST", r"^/sign-out$")
    answer = session.post(path, {})
    assert answer.status_code in (200, 303)
    again = Session(own_server)
    again.cookies = old
    assert again.get("/").status_code in (303, 401), "the old cookie still works"


# ── cross-site and methods ──

def post_route(server):
    """A form every member may post; used only in ways that must be refused."""
    return contract.find_route([r for r in server.routes() if "/api/" not in r["path"]], "POST", r"^/sign-out$")


@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:1"}], ids=str)
def test_a_form_from_another_site_is_refused(server, people, headers):
    session = people.session("admin")
    answer = session.request("POST", post_route(server), data={"csrf": session.csrf}, headers=headers)
    assert answer.status_code == 403
    assert session.get("/").status_code == 200, "it signed the person out all the same"


def test_a_form_without_proof_is_refused(server, people):
    session, other = people.session("admin"), people.session("guardian")
    for proof in ({}, {"csrf": ""}, {"csrf": "wrong"}, {"csrf": other.csrf}):
        answer = session.request("POST", post_route(server), data=proof, headers={"Origin": server.base})
        assert answer.status_code == 403, f"{proof or 'no proof'} was accepted"
    answer = session.request("POST", post_route(server), data=json.dumps({"csrf": "x"}), headers={"Content-Type": "text/plain"})
    assert answer.status_code in (403, 415)
    assert session.get("/").status_code == 200


def test_signing_in_from_another_site_is_refused(server):
    """Login CSRF: nobody is signed in as somebody else without knowing."""
    account = server.account("student")
    answer = Session(server).request("POST", contract.SIGN_IN, headers={"Origin": "https://evil.example"},
                                     data={"identifier": account["identifier"], "password": account["password"]})
    assert answer.status_code == 403 and "Set-Cookie" not in answer.headers


def test_reading_changes_nothing(own_server):
    """A20: a full walk through every page writes no command."""
    people = People(own_server)
    sessions = [people.session(role) for role in contract.ROLES]
    before = entries(own_server)
    for session in sessions:
        crawl(session, alike=4)
    assert entries(own_server) == before


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "PUT", "PATCH", "DELETE", "CONNECT", "FOO"])
def test_other_methods_are_refused(server, people, method):
    session = people.session("admin")
    cookie = "; ".join(f"{k}={v}" for k, v in session.cookies.items())
    target = f"localhost:{server.port}" if method == "CONNECT" else "/"
    answer = raw(server, f"{method} {target} HTTP/1.1\r\nHost: localhost:{server.port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n".encode())
    assert status(answer) in ((405,) if method == "TRACE" else (400, 403, 404, 405, 501)), answer[:200]
    assert cookie.split("=")[1].encode()[:20] not in answer, "the request was echoed"


def test_the_method_cannot_be_overridden(server, people):
    session = people.session("admin")
    answer = session.request("GET", post_route(server), headers={"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"})
    assert answer.status_code in (404, 405) and session.get("/").status_code == 200


# ── hosts, paths, redirects ──

def test_another_host_is_refused(server):
    for host in ("evil.example", "evil.example:80", f"localhost.evil.example:{server.port}", ""):
        answer = raw(server, f"GET /sign-in HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) in (400, 421), f"Host: {host}: {answer[:80]}"
    twice = raw(server, f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
    assert status(twice) in (0, 400, 421), twice[:80]


def test_a_forwarded_host_is_not_believed(server, people):
    answer = people.session("anonymous").get("/", headers={
        "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example", "X-Original-URL": "/sign-out", "X-Forwarded-Proto": "https"})
    assert b"evil.example" not in answer.content and "evil" not in str(answer.headers)


def disguises(path):
    head, last = path.rsplit("/", 1)
    yield from (f"/{path}", f"{path}/", f"{path}//", f"/.{path}", f"{head}/./{last}", f"/x/..{path}", f"{path}%00", f"{path}%2e", f"{path};a=b",
                f"{path}.css", f"{path}%20", f"{head}/%{ord(last[:1] or 'a'):02x}{last[1:]}", path.upper(), f"{path}%0d%0aX: y", f"\\{path[1:]}",
                f"{path}?x=\0", f"{path}/%2e%2e{path}", f"{path}#x")


def test_a_disguised_path_is_not_another_door(server, people):
    """A8: the decision about a path is the same however it is spelled."""
    protected = [r["path"] for r in server.routes() if r["method"] == "GET" and contract.roles_of(r["access"]) != "anyone"
                 and ":" not in r["path"] and r["path"] != "/" and "/live" not in r["path"]]
    assert protected
    for path in protected:
        for spelled in disguises(path):
            answer = raw(server, f"GET {spelled} HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n".encode("latin-1"))
            assert status(answer) not in (200, 500), f"{spelled!r}: {answer[:60]}"
    assert_alive(server)


@pytest.mark.parametrize("target", ["//evil.example", "/\\evil.example", "https:evil.example", "https://evil.example", "/%0d%0aSet-Cookie:a=b",
                                    "javascript:alert(1)", "\\/evil.example", "/\t/evil.example"])
def test_no_redirect_leaves_the_server(server, target):
    """A39, with a form that has the address to go to."""
    account, session = server.account("guardian"), Session(server)
    page = session.get(contract.SIGN_IN, params={"next": target})
    assert "evil.example" not in page.headers.get("Location", "")
    answer = session.post(contract.SIGN_IN, {"identifier": account["identifier"], "password": account["password"], "next": target})
    goes = answer.headers.get("Location", "/")
    assert re.match(r"/(?![/\\])", goes) and "\n" not in goes and "\t" not in goes, goes
    assert "a=b" not in str(answer.headers.get("Set-Cookie"))


# ── enumeration and guessing ──

def wrong(session, identifier):
    started = time.perf_counter()
    answer = session.request("POST", contract.SIGN_IN, data={"identifier": identifier, "password": "not the password"}, headers={"Origin": session.server.base})
    return answer, time.perf_counter() - started


def test_signing_in_does_not_say_who_exists(own_server):
    """A30: status, text, headers and time are the same for a person who exists and one who does not."""
    times, texts = {True: [], False: []}, {True: set(), False: set()}
    known = [a["identifier"] for a in own_server.accounts][:12]
    wrong(Session(own_server), "warm@up.example")
    # A busy machine only ever adds to the time, so the quickest answers are compared; a few more rounds find them.
    for _ in range(4):
        for identifier in known:
            for exists in (True, False):
                # the same shape and length, so that what is shown back is as long; and no word of a page, as “head” is
                name = identifier if exists else "".join(random.choice("qxjz") if c.isalpha() else c for c in identifier)
                answer, took = wrong(Session(own_server), name)
                if answer.status_code == 429:
                    break
                times[exists].append(took)
                text = normal(answer.content.replace(name.encode(), b"NAME"))
                texts[exists].add((answer.status_code, text, tuple(sorted(k for k in answer.headers if k.lower() != "date"))))
        a, b = (min(times[e]) for e in (True, False))
        if alike := abs(a - b) < max(0.010, 0.25 * max(a, b)):
            break
    assert len(times[False]) >= 3, "throttled before anything could be measured"
    assert len(texts[True] | texts[False]) == 1, [t[0] for t in texts[True] | texts[False]]
    assert alike, f"existing {a * 1000:.1f} ms, missing {b * 1000:.1f} ms"


def test_guessing_is_slowed_and_a_restart_does_not_forget(own_server):
    """A27, for one account; and the person with the right password is not locked out for ever."""
    identifier = own_server.account("teacher")["identifier"]
    codes = [wrong(Session(own_server), identifier)[0] for _ in range(25)]
    assert codes[-1].status_code == 429, [c.status_code for c in codes]
    wait = int(codes[-1].headers["Retry-After"])
    assert 0 < wait <= 3600
    own_server.restart()
    assert wrong(Session(own_server), identifier)[0].status_code == 429


def normal(body):
    for pattern in contract.VARIES:
        body = pattern.sub(b"", body)
    return body


# ── bodies that nobody should send ──

DEEP = b"[" * 100_000 + b"]" * 100_000
FIELDS = "&".join(f"f{i}=x" for i in range(100_000)).encode()
CLASH = "&".join("x=1" for _ in range(100_000)).encode()
BODIES = {
    "bad UTF-8 in a form": (FORM, b"identifier=%FF%FE&password=%C3%28"),
    "bad UTF-8, raw": (FORM, b"identifier=\xff\xfe&password=\xc3("),
    "a broken escape": (FORM, b"identifier=%zz&password=%"),
    "a null": (FORM, b"identifier=a%00b&password=x"),
    "100,000 fields": (FORM, FIELDS), "one field 100,000 times": (FORM, CLASH),
    "a long field": (FORM, b"identifier=" + b"a" * 900_000 + b"&password=x"),
    "an unknown field": (FORM, b"identifier=a&password=b&role=owner&isAdmin=1"),
    "bad JSON": (JSON, b'{"identifier":'), "bad UTF-8 in JSON": (JSON, b'{"identifier":"\xff"}'),
    "a lone surrogate": (JSON, b'{"identifier":"\\ud800","password":"x"}'),
    "deep JSON": (JSON, DEEP), "deep objects": (JSON, b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
    "a JSON array": (JSON, b"[1,2,3]"), "a JSON number": (JSON, b"1e999999999"), "huge number": (JSON, b'{"identifier":' + b"9" * 100_000 + b"}"),
    "wrong types": (JSON, b'{"identifier":[],"password":{"$ne":1}}'), "null": (JSON, b'{"identifier":null,"password":null}'),
    "twice the same key": (JSON, b'{"identifier":"a","identifier":"b","password":"x"}'),
    "no body": ({"Content-Type": "application/json"}, b""), "an unknown type": ({"Content-Type": "application/x-thing"}, b"abc"),
    "XML": ({"Content-Type": "application/xml"}, b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
    "broken multipart": ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x\r\nContent-Disposition: form-data; name=\"identifier\"\r\n\r\nabc"),
    "multipart without boundary": ({"Content-Type": "multipart/form-data"}, b"--x--"),
    "a gzip bomb": ({**FORM, "Content-Encoding": "gzip"}, gzip.compress(b"a" * 20_000_000)),
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("path", [contract.SIGN_IN, contract.TOKENS])
def test_a_malformed_body_is_refused(server, path, name):
    headers, body = BODIES[name]
    started = time.time()
    answer = requests.post(server.base + path, data=body, headers={"Origin": server.base, **headers}, allow_redirects=False, timeout=PATIENCE)
    assert 400 <= answer.status_code < 500, f"{name}: {answer.status_code}"
    assert "Set-Cookie" not in answer.headers or "token" not in answer.text
    assert time.time() - started < PATIENCE / 2, "too slow to say no"
    if path == contract.TOKENS:
        problem = answer.json()
        assert answer.headers["Content-Type"].startswith("application/problem+json") and problem["status"] == answer.status_code
    assert_alive(server)


def test_a_body_without_end_is_cut(server):
    """Ten times the limit, in pieces with no length said beforehand."""
    head = f"POST {contract.SIGN_IN} HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b"10000\r\n" + b"a" * 65536 + b"\r\n"
    answer = raw(server, head.encode() + piece * 400)
    assert status(answer) in (0, 400, 408, 413), answer[:80]
    assert_alive(server)


@pytest.mark.parametrize("name,request_bytes", [
    ("length and chunks", b"POST /sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n"),
    ("two lengths", b"POST /sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde"),
    ("a signed length", b"POST /sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: +4\r\n\r\nabcd"),
    ("a negative length", b"POST /sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: -1\r\n\r\n"),
    ("strange chunks", b"POST /sign-in HTTP/1.1\r\nHost: localhost:PORT\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    ("a folded header", b"GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX-A: b\r\n c\r\n\r\n"),
    ("space before the colon", b"GET / HTTP/1.1\r\nHost : localhost:PORT\r\n\r\n"),
    ("no version", b"GET /\r\n\r\n"), ("nonsense", b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03"),
    ("100 kB of headers", b"GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX-A: " + b"a" * 100_000 + b"\r\n\r\n"),
    ("10,000 headers", b"GET / HTTP/1.1\r\nHost: localhost:PORT\r\n" + b"X-A: b\r\n" * 10_000 + b"\r\n"),
    ("a long path", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n"),
], ids=lambda v: v if isinstance(v, str) else "")
def test_an_ambiguous_request_is_refused(server, name, request_bytes):
    """A37, A38: 4xx or a closed line, never a second request out of the first one's body."""
    answer = raw(server, request_bytes.replace(b"PORT", str(server.port).encode()))
    assert b"smuggled" not in answer
    assert name == "a folded header" or status(answer) == 0 or 400 <= status(answer) < 500, answer[:120]
    assert answer.count(b"HTTP/1.1 200") <= (name == "a folded header"), "two answers to one request"
    assert_alive(server)


def test_ids_that_are_none_are_not_found(server, people):
    session = people.session("owner")
    for route in server.routes():
        if route["method"] == "GET" and ":" in route["path"] and "/live" not in route["path"]:
            for bad in ("0", "-1", "x" * 300, "1%27%20OR%201=1", "null", contract.NOBODY.upper(), "%F0%9F%98%80"):
                code = session.get(contract.filled(route["path"], bad)).status_code
                assert 300 <= code < 500, f"{route['path']} with {bad[:20]}: {code}"
    assert_alive(server)
