#!/usr/bin/env python3
"""A class test of a whole school: 500 students open a quiz, answer it and hand it in within one minute.

    .venv/bin/python Benchmarks/quizload.py [--students 500] [--seconds 60] [--kill 0] [--check]

Each student begins, saves ten answers one by one as the browser does, and hands in. Every answer the server said yes to is
kept in a ledger here and looked for afterwards: none may be lost, none doubled. With `--kill N` the server is killed (-9)
N times in the middle and started again; students then try again with the same ids, as a browser would.
"""
import argparse, concurrent.futures, hashlib, json, os, pathlib, random, secrets, sqlite3, sys, threading, time, uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "e2e"))
import requests

from school import Server, Session

BOOKS = "homeroom.sqlite"
JSON = {"Accept": "application/json"}


def blob(text):
    return uuid.UUID(text).bytes


def new_id():
    """A UUID of version 7."""
    return uuid.UUID(int=int(time.time() * 1000) << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))


def enrol(server, school, course, count):
    """Gives so many children of the demo an account with a token and a seat, in the books of the stopped server."""
    books = sqlite3.connect(server.data / BOOKS)
    rows = books.execute('SELECT id FROM student WHERE school = ? AND account IS NULL AND "leftAt" IS NULL LIMIT ?', (school, count)).fetchall()
    assert len(rows) == count, f"only {len(rows)} children"
    now, tokens = int(time.time() * 1000), []
    for number, (student,) in enumerate(rows):
        account, secret = new_id().bytes, "ht_" + secrets.token_hex(32)
        books.execute('INSERT INTO account (id, username, name, "createdAt") VALUES (?, ?, ?, ?)', (account, f"load{number}", f"Load {number}", now))
        books.execute('INSERT INTO membership (school, account, role, "joinedAt", sort) VALUES (?, ?, ?, ?, ?)', (school, account, "student", now, f"load {number:05}"))
        books.execute("UPDATE student SET account = ? WHERE school = ? AND id = ?", (account, school, student))
        books.execute('INSERT OR REPLACE INTO seat (school, course, student, state, "requestedAt", "changedAt", by) VALUES (?, ?, ?, ?, ?, ?, ?)',
                      (school, course, student, "enrolled", now, now, account))
        books.execute('INSERT INTO token (hash, id, account, label, "createdAt") VALUES (?, ?, ?, ?, ?)',
                      (hashlib.sha256(secret.encode()).digest(), new_id().bytes, account, "load", now))
        tokens.append((secret, str(uuid.UUID(bytes=student))))
    books.commit()
    books.close()
    return tokens


def quiz_of_ten(session, course):
    made = session.request("POST", f"/api/v1/courses/{course}/quizzes", json={"title": "Load", "minutes": 60, "attempts": 1, "shufflesQuestions": "on"}, headers=JSON).json()["id"]
    for number in range(10):
        body = {"kind": "numeric", "text": f"{number} + {number}?", "value.1": str(number * 2)}
        answer = session.request("POST", f"/api/v1/quizzes/{made}/questions", json=body, headers=JSON)
        assert answer.status_code == 201, answer.text
    assert session.request("POST", f"/api/v1/quizzes/{made}/publish", json={"published": True}, headers=JSON).status_code == 200
    return made


class Student:
    def __init__(self, load, token, student):
        self.load, self.token, self.student, self.said, self.submitted = load, token, student, {}, False
        self.http = requests.Session()
        self.http.trust_env = False

    def ask(self, method, path, body=None):
        """Until the server says something: a dead line or a dead server is tried again under the same id."""
        key = str(new_id())
        for attempt in range(600):
            started = time.perf_counter()
            try:
                answer = self.http.request(method, self.load.server.base + "/api/v1" + path, json=body, timeout=30,
                                           headers={**JSON, "Authorization": "Bearer " + self.token, "Idempotency-Key": key})
            except requests.exceptions.RequestException:
                time.sleep(0.1)
                continue
            if answer.status_code in (429, 503, 507):
                time.sleep(0.2)
                continue
            self.load.note(method + " " + path.split("/")[-1][:8] if method == "POST" else "GET attempt", time.perf_counter() - started)
            assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text[:300]}"
            return answer.json()
        raise AssertionError(f"{path}: no answer")

    def take(self, start, spread):
        time.sleep(max(0, start + random.random() * spread * 0.4 - time.time()))
        own = "/quizzes/" + self.load.quiz
        attempt = self.ask("POST", own + "/attempts", {})["id"]
        page = self.ask("GET", own + "/attempts/" + attempt)
        for question in page["questions"]:
            time.sleep(random.random() * spread * 0.08)
            number = int(question["face"]["pieces"][0]["text"].split()[0])
            value = str(number * 2 if random.random() < 0.8 else 999)
            self.ask("POST", own + "/attempts/" + attempt + "/answers", {"q": question["id"], "a": {question["id"]: value}})
            self.said[number] = value
        self.ask("POST", own + "/attempts/" + attempt + "/submit", {})
        self.attempt, self.submitted = attempt, True


class Load:
    def __init__(self, server, quiz):
        self.server, self.quiz, self.times, self.lock = server, quiz, {}, threading.Lock()

    def note(self, what, seconds):
        with self.lock:
            self.times.setdefault(what, []).append(seconds)


def percentile(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * percent / 100))]


def look(session, load, students):
    """What the books say against what the students were told."""
    lost = doubled = wrong = 0
    results = session.request("GET", f"/api/v1/quizzes/{load.quiz}/results", headers=JSON).json()
    by_student = {line["student"]: line["attempts"] for line in results["students"]}
    for student in students:
        attempts = by_student.get(student.student, [])
        doubled += max(0, len(attempts) - 1)
        if not attempts or not attempts[0]["result"]:
            lost += len(student.said)
            continue
        page = session.request("GET", f"/api/v1/quizzes/{load.quiz}/attempts/{student.attempt}", headers=JSON).json()
        kept = {int(q["face"]["pieces"][0]["text"].split()[0]): (q["answer"] or {"texts": [None]})["texts"][0] for q in page["questions"]}
        lost += sum(kept.get(number) != value for number, value in student.said.items())
        expected = sum(value == str(number * 2) for number, value in student.said.items())
        wrong += page["result"]["points"] != expected
    return lost, doubled, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--check", action="store_true", help="fail when p99 is not under a second")
    wanted = parser.parse_args()
    server = Server("quizload", arguments=["--students", str(wanted.students + 100)]).start(240)
    try:
        teacher = Session(server, next(a for a in server.accounts if a["identifier"].startswith("omar"))).take_token()
        courses = teacher.request("GET", "/api/v1/courses", headers=JSON).json()["courses"]
        course = next(c["id"] for c in courses if c["name"] == "Math 7")
        quiz = quiz_of_ten(teacher, course)
        school = sqlite3.connect(server.data / BOOKS).execute("SELECT school FROM course WHERE id = ?", (blob(course),)).fetchone()[0]
        server.stop()
        tokens = enrol(server, school, blob(course), wanted.students)
        server.start(240)
        load = Load(server, quiz)
        students = [Student(load, *one) for one in tokens]
        start = time.time() + 1
        with concurrent.futures.ThreadPoolExecutor(wanted.students) as pool:
            taking = [pool.submit(one.take, start, wanted.seconds) for one in students]
            for number in range(wanted.kill):
                time.sleep(max(0, start + wanted.seconds * (number + 1) / (wanted.kill + 1) - time.time()))
                server.kill()
                server.start(60)
            for one in taking:
                one.result()
        took = time.time() - start
        lost, doubled, wrong = look(teacher, load, students)
        everything = [seconds for times in load.times.values() for seconds in times]
        for what, times in sorted(load.times.items()):
            print(f"{what:16} {len(times):6}   p50 {percentile(times, 50) * 1000:7.1f} ms   p99 {percentile(times, 99) * 1000:7.1f} ms   max {max(times) * 1000:7.1f} ms")
        p99 = percentile(everything, 99)
        print(f"{wanted.students} students, {len(everything)} requests in {took:.0f} s, {wanted.kill} kills: p99 {p99 * 1000:.0f} ms; "
              f"{lost} answers lost, {doubled} attempts doubled, {wrong} results wrong")
        failed = lost or doubled or wrong or wanted.check and p99 >= 1
        sys.exit(1 if failed else 0)
    finally:
        server.remove()


main()
