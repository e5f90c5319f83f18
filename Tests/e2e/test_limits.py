"""What comes in is bounded before it is kept: the server's own memory says so, and its log stays clean."""
import json, re

import pytest, requests

import contract
from school import PATIENCE
from test_security import raw, status

# What the process may hold beyond what it held before, in MB: a few bodies at their limit, and what reading them takes.
ROOM = 64
FORM = "application/x-www-form-urlencoded"


def send(url, body, headers):
    """The status, and what is said; an answer that comes before all was sent may end the line."""
    try:
        answer = requests.post(url, data=body, headers=headers, allow_redirects=False, timeout=PATIENCE)
        return answer.status_code, answer.text
    except requests.exceptions.ConnectionError:
        return "closed", ""


def detail(said):
    """The sentence about it, in whatever language its reader has chosen."""
    return json.loads(said)["detail"]


def parts(count, fill):
    for number in range(count):
        yield f'--x\r\nContent-Disposition: form-data; name="a{number}"\r\n\r\n'.encode() + fill + b"\r\n"
    yield b"--x--\r\n"


def pairs(count, fill):
    yield b"text="
    for _ in range(count):
        yield fill


def test_bodies_beyond_their_limit_cost_no_memory(server, people):
    """A gigabyte and a half from nobody, and 300 MB of text from a teacher."""
    fill = b"a" * (1 << 20)
    bearer = {"Authorization": f"Bearer {people.token('teacher').bearer}", "Accept": "application/json"}
    shapes = [
        ("/sign-in", lambda: parts(1500, fill), {"Content-Type": "multipart/form-data; boundary=x"}),
        ("/api/v1/announcements", lambda: pairs(300, fill), {"Content-Type": FORM, **bearer}),
        ("/api/v1/announcements", lambda: parts(300, fill), {"Content-Type": "multipart/form-data; boundary=x", **bearer}),
    ]
    before = server.memory()
    for path, body, headers in shapes:
        code, _ = send(server.base + path, body(), headers)
        assert code in (413, "closed"), (path, code)
        held = server.memory() - before
        assert held < ROOM, f"{path}: {held:.0f} MB more than before"


def test_senders_who_were_refused_and_have_gone_are_not_kept(server):
    """Six hundred bodies of a megabyte from nobody, one after the other: each is refused, and its line forgotten with it."""
    body, before = b"%41" * 330_000, server.memory()
    for _ in range(600):
        code, _ = send(server.base + contract.SIGN_IN, body, {"Content-Type": FORM})
        assert code in (413, "closed")
    held = server.memory() - before
    assert held < ROOM, f"{held:.0f} MB more than before"


@pytest.mark.parametrize("kind", ["form", "json", "parts"])
def test_one_two_and_four_times_the_limit(server, people, kind):
    """Each is refused with the limit named, and four times as much costs no more than one."""
    bearer = {"Authorization": f"Bearer {people.token('teacher').bearer}", "Accept": "application/json"}
    types = {"form": FORM, "json": "application/json", "parts": "multipart/form-data; boundary=x"}
    for times in (1, 2, 4):
        text = b"a" * (2_000_000 * times)
        body = {"form": b"text=" + text, "json": b'{"text":"' + text + b'"}',
                "parts": b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + text + b"\r\n--x--\r\n"}[kind]
        code, said = send(server.base + "/api/v1/announcements", body, {"Content-Type": types[kind], **bearer})
        assert code in (413, "closed") and (code == "closed" or re.search(r"\b2\b", detail(said))), (times, code, said[:200])


def test_a_broken_body_is_the_senders_fault(server):
    """Chunks that are none, and a line that ends in the middle: 400 or nothing, and no word in the log."""
    head = f"POST {contract.SIGN_IN} HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: {FORM}\r\n"
    before = server.tail()
    for rest in ("Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nzz\r\n", "Content-Length: 500\r\n\r\nabc",
                 "Transfer-Encoding: chunked\r\n\r\n5\r\nab"):
        assert status(raw(server, (head + rest).encode())) in (0, 400)
    assert server.tail() == before


def test_a_file_beyond_the_limit_of_an_import_says_the_limit(server, people):
    """413 with the limit, beside the field, and what was typed stays."""
    owner = people.session("owner")
    course = re.search(rf'href="(/courses/{contract.ID.pattern})', owner.get("/courses").text).group(1)
    path = course + "/gradebook/import"
    answer = owner.post(path, {"text": ""}, files={"file": ("grades.csv", b"a,b\n" * 1_200_000, "text/csv")})
    assert answer.status_code == 413 and re.search(r"\b4 (MB|Mo|ميغابايت)", answer.text), answer.text[:300]
    assert 'id="f-file-error"' in answer.text or "field__error" in answer.text
    empty = owner.post(path, {"text": ""}, files={"file": ("grades.csv", b"", "text/csv")})
    assert empty.status_code == 422, empty.text[:300]
