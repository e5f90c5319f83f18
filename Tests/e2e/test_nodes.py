"""A district: two servers on one PostgreSQL with one folder of files. People do not notice which of them they are at."""
import hashlib, os, re, signal, socket, subprocess, sys, threading, time

import pytest
import requests

from school import PATIENCE, ROOT, Session

sys.path.insert(0, str(ROOT / "scripts"))
from faults_adapter import JSON, Marks, Messages
from faults_lines import Line
from faults_nodes import District, rounds, scattered


@pytest.fixture(scope="module")
def district():
    with District() as made:
        yield made


def until(holds, why, limit=PATIENCE):
    end = time.time() + limit
    while not holds():
        assert time.time() < end, why
        time.sleep(0.05)


def at(node, role):
    """Somebody at one server and no other."""
    return Session(node, node.account(role))


def line(session, path="/"):
    """The live line of a page, read by a thread of its own."""
    page = session.follow(path)[0].text
    found = re.search(r'name="live-topics" content="([^"]*)"', page)
    made = Line(session.server, session, ",".join(found.group(1).split()))
    threading.Thread(target=made.read, args=(PATIENCE * 3,), daemon=True).start()
    until(lambda: made.taken, "the line does not open")
    return made


def test_a_file_in_pieces_goes_through_both_servers(district):
    teacher = scattered(district.front, Session(district.front, district.front.account("teacher")).take_token())
    content = os.urandom(5 * 200_000)
    answer = teacher.request("POST", "/api/v1/uploads", headers=JSON, json={"name": "film.bin", "size": str(len(content))})
    assert answer.status_code == 201, answer.text
    path = "/api/v1/uploads/" + answer.json()["id"]
    for place in range(0, len(content), 200_000):
        piece = content[place:place + 200_000]
        answer = teacher.request("POST", path, headers=JSON, data={"place": str(place), "sha256": hashlib.sha256(piece).hexdigest()},
                                 files={"piece": ("piece", piece)})
        assert answer.status_code == 200, f"the piece at {place}: {answer.status_code} {answer.text[:300]}"
    assert teacher.get(path, headers=JSON).json()["whole"]
    whole = hashlib.sha256(content).hexdigest()
    assert (district.files / whole[:2] / whole[2:]).read_bytes() == content


def test_a_server_that_starts_leaves_alone_what_arrives_at_the_other(district):
    first, second = district.nodes
    teacher = at(first, "teacher").take_token()
    path = "/api/v1/uploads"
    piece = os.urandom(300_000)
    upload = teacher.request("POST", path, headers=JSON, json={"name": "a.bin", "size": str(len(piece))}).json()["id"]
    body = requests.Request("POST", first.base + f"{path}/{upload}", data={"place": "0"}, files={"piece": ("piece", piece)}).prepare()
    head = (f"POST {path}/{upload} HTTP/1.1\r\nHost: localhost:{first.port}\r\nAuthorization: Bearer {teacher.bearer}\r\nAccept: application/json\r\n"
            f"Content-Type: {body.headers['Content-Type']}\r\nContent-Length: {len(body.body)}\r\nConnection: close\r\n\r\n").encode()
    with socket.create_connection(("127.0.0.1", first.port)) as half:
        half.sendall(head + body.body[:200_000])
        until(lambda: list((district.files / "arriving").iterdir()), "nothing arrives")
        second.stop()
        second.serve()
        half.sendall(body.body[200_000:])
        answer = b""
        while part := half.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 200"), answer[:300]


def test_what_happens_at_one_server_is_seen_and_ended_at_the_other(district):
    first, second = district.nodes
    guardian = at(second, "guardian").sign_in()
    heard, other = line(guardian), line(guardian)
    before = len(heard.ids)
    # whatever the guardian's page is about, the bell on it rings for a message
    office = at(first, "owner").take_token()
    identifier = first.account("guardian")["identifier"]
    member = next(m for m in members(office, "guardian") if m["identifier"] == identifier)
    talk = office.request("POST", "/api/v1/messages", headers=JSON, json={"with": member["account"]})
    assert talk.status_code in (200, 201), talk.text[:300]
    answer = office.request("POST", f"/api/v1/messages/{talk.json()['id']}", headers=JSON, json={"text": "Across the district"})
    assert answer.status_code in (200, 201), answer.text[:300]
    until(lambda: len(heard.ids) > before, "the other server's page hears nothing")
    # signed out at one server, the lines at the other are over
    elsewhere = Session(first, guardian.account)
    elsewhere.cookies = dict(guardian.cookies)
    answer = elsewhere.post("/sign-out", {})
    assert answer.status_code == 303, answer.status_code
    until(lambda: heard.ended and other.ended, "signed out, and still listening")


def members(office, role):
    found = office.get(f"/api/v1/members?role={role}", headers=JSON)
    assert found.status_code == 200, found.text[:300]
    return found.json()["members"]


def test_a_membership_that_ends_at_one_server_ends_the_line_at_the_other(district):
    first, second = district.nodes
    office = at(first, "owner").take_token()
    identifier = second.account("teacher")["identifier"]
    member = next(m for m in members(office, "teacher") if m["identifier"] == identifier)
    listening = line(at(second, "teacher").sign_in())
    answer = office.request("POST", f"/api/v1/members/{member['account']}/role", headers=JSON, json={"role": "admin"})
    assert answer.status_code == 200, answer.text[:300]
    until(lambda: listening.ended, "no teacher any more, and still listening as one")
    answer = office.request("POST", f"/api/v1/members/{member['account']}/role", headers=JSON, json={"role": "teacher"})
    assert answer.status_code == 200, answer.text[:300]


def test_a_server_waits_while_another_brings_the_books_up_to_date(district):
    second = district.nodes[1]
    second.stop()
    holding = subprocess.Popen([district.books.programs / "psql", "-XAtq", district.books.url],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    holding.stdin.write("SELECT pg_advisory_lock(20261121);\n")
    holding.stdin.flush()
    until(lambda: district.books.ask("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "1", "nobody holds the lock")

    def let_go():
        """The lock is held until the server has said that it waits, however long it takes to come so far."""
        try:
            until(lambda: "waits for it" in second.said(), "the server does not wait")
        finally:
            holding.stdin.close()

    letting = threading.Thread(target=let_go)
    letting.start()
    second.serve()
    letting.join()
    assert holding.wait(PATIENCE) == 0
    assert "waits for it" in second.said()


def test_either_server_may_die_under_load(district):
    assert rounds(district, [Marks(), Messages()], 2, 1.0) > 10
    # followers and sweeps go on at whoever is left; on a busy machine a lease may be out for a moment
    held = set()

    def all_are_held():
        held.update(district.books.ask("SELECT name FROM lease WHERE until > extract(epoch FROM clock_timestamp()) * 1000").split())
        return held >= {"followers", "night", "reminders", "sweep"}

    until(all_are_held, "nobody does what is done once")
    assert district.books.ask("SELECT count(*) FROM parked") == "0"
    district.nodes[0].kill()
    # the next message is told, once, by the one that is left
    front = district.front
    teacher = scattered(front, Session(front, front.account("teacher")).take_token())
    deed = Messages()
    deed.prepare(teacher)
    assert deed.write(teacher, "last")[0] in (200, 201)
    until(lambda: district.books.ask("""
        SELECT count(*) FROM journal j LEFT JOIN follower f ON f.school = j.school AND f.name = 'messages.tell'
        WHERE j.command = 'messages.send' AND j.seq > coalesce(f.seq, 0)""") == "0", "nobody is told")
    district.nodes[0].serve()


def test_a_database_that_hangs_is_said_soon_and_comes_back(district):
    node = district.nodes[0]
    teacher = at(node, "teacher").sign_in()
    district.books.freeze()
    try:
        for _ in range(3):
            # a balancer gives up after a few seconds; the limit is the assertion
            assert requests.get(node.base + "/readyz", timeout=5).status_code == 503
        assert requests.get(node.base + "/healthz", timeout=2, headers={"Cookie": "homeroom-local=hs_nobody"}).status_code == 200
        assert requests.get(node.base + "/", timeout=30, headers={"Cookie": f"homeroom-local={teacher.cookies['homeroom-local']}"}).status_code == 503
    finally:
        district.books.thaw()
    until(lambda: requests.get(node.base + "/readyz", timeout=5).status_code == 200, "PostgreSQL is back, the server is not")
    assert teacher.get("/").status_code == 200
