"""What make faults writes and reads back: one class per kind of deed. To add a kind, copy one and name it in DEEDS.

A deed is sent with an `Idempotency-Key`, so that one whose answer was lost can be sent again. `read` says what is there,
as {mark: how often}, where the mark is what `write` was given. A row that is only half there raises `Half`.
"""
import collections, datetime, re, zlib

from school import Session

JSON = {"Accept": "application/json"}


class Half(AssertionError):
    """A row without what its command writes along with it."""


class Students:
    """A student's record: the row, its place in the change index, its journal entry and its receipt in one transaction."""

    path = "/api/v1/students"
    writer = "admin"

    def prepare(self, session):
        """What is looked up once, while all is well."""

    def write(self, session, mark):
        """True when the server has said yes; anything else raises or says no."""
        answer = session.request("POST", self.path, json={"given": f"Fault-{mark}", "family": mark[::-1]}, headers={
            **JSON, "Idempotency-Key": f"faults-{mark}"})
        return answer.status_code, answer

    def read(self, session):
        found = collections.Counter()
        path = self.path
        while path:
            answer = session.get(path, headers=JSON)
            assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
            for row in rows(answer.json()):
                match = re.match(r"Fault-(\w+)", str(row.get("given") or row.get("name") or ""))
                if match:
                    found[match.group(1)] += 1
                    if "family" in row and row["family"] != match.group(1)[::-1]:
                        raise Half(f"{row}")
            path = following(answer)
        return found


class Marks:
    """A mark in a register: the mark, what it was before, and both places in the change index in one transaction.

    The note carries the mark; a later one moves it into the history, from where `read` still counts it.
    """

    path = "/api/v1/attendance"
    writer = "teacher"

    def __init__(self):
        self.places, self.registers = {}, {}

    def prepare(self, session):
        self.register(session, "")

    def write(self, session, mark):
        slot, day, students = self.register(session, mark)
        student = students[zlib.crc32(mark.encode()) % len(students)]
        status = ("present", "late", "absent", "excused")[len(mark) % 4]
        answer = session.request("POST", f"{self.path}/{slot}/{day}", headers={**JSON, "Idempotency-Key": f"faults-{mark}"}, json={
            f"marks.{student}": status, f"note.{student}": f"fault-{mark}"})
        return answer.status_code, answer

    def register(self, session, mark):
        """One of the registers of the last days, always the same for a mark."""
        key = session.server.port
        if key not in self.registers:
            found = []
            for back in range(3, 9):
                day = (datetime.date.today() - datetime.timedelta(days=back)).isoformat()
                for sitting in session.get(f"{self.path}?day={day}", headers=JSON).json()["sittings"]:
                    page = session.get(f"{self.path}/{sitting['slot']}/{day}", headers=JSON).json()
                    found.append((sitting["slot"], day, [s["student"] for s in page["students"]]))
            assert found, "the teacher has no register in the last days"
            self.registers[key] = found
        return self.registers[key][zlib.crc32(mark[::-1].encode()) % len(self.registers[key])]

    def read(self, session):
        found = collections.Counter()
        for student in {s for _, _, all in self.registers.get(session.server.port, []) for s in all}:
            path = f"/api/v1/students/{student}/attendance"
            answer = session.get(path, headers=JSON)
            assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
            for row in answer.json()["marks"]:
                for said in (row, *row["earlier"]):
                    match = re.match(r"fault-(\w+)", str(said["note"] or ""))
                    if match:
                        found[match.group(1)] += 1
                        if said["status"] is None:
                            raise Half(f"{said}")
        return found


class HandIns:
    """Work that is handed in: the attempt, its place in the change index, and what tells the teacher, in one transaction."""

    path = "/api/v1/courses"
    writer = "student"

    def __init__(self):
        self.works = {}

    def prepare(self, session):
        """A piece of work of its own, which may be handed in as often as one likes."""
        server = session.server
        teacher = Session(server, server.account("teacher")).take_token()
        course = next(c["id"] for c in session.get(self.path, headers=JSON).json()["courses"] if c["name"] == "Math 7")
        answer = teacher.request("POST", f"{self.path}/{course}/assignments", headers=JSON, json={"title": "Faults", "accepts": "text", "publish": "1"})
        assert answer.status_code == 201, answer.text[:300]
        self.works[server.port] = "/api/v1/assignments/" + answer.json()["id"]

    def write(self, session, mark):
        answer = session.request("POST", self.works[session.server.port] + "/submission", headers={**JSON, "Idempotency-Key": f"faults-{mark}"},
                                 json={"text": f"fault-{mark}"})
        return answer.status_code, answer

    def read(self, session):
        work = session.get(self.works[session.server.port], headers=JSON).json()
        numbers = [one["attempt"] for one in work["handedIn"]]
        if numbers != list(range(1, len(numbers) + 1)):
            raise Half(f"attempts {numbers}")
        return collections.Counter(one["text"].removeprefix("fault-") for one in work["handedIn"])


class Scores:
    """A score in a gradebook: the cell, what it was before, and what the totals are made of, in one transaction.

    The comment carries the mark; a later one moves it into the cell's history.
    """

    path = "/api/v1/courses"
    writer = "teacher"

    def __init__(self):
        self.cells = {}

    def prepare(self, session):
        course = next(c["id"] for c in session.get(self.path, headers=JSON).json()["courses"] if c["name"] == "Math 7")
        book = session.get(f"{self.path}/{course}/gradebook", headers=JSON).json()
        self.cells[session.server.port] = [f"{self.path}/{course}/gradebook/cells/{item['id']}/{student['id']}"
                                           for item in book["items"] if item["given"] for student in book["students"]]

    def write(self, session, mark):
        cells = self.cells[session.server.port]
        answer = session.request("POST", cells[zlib.crc32(mark.encode()) % len(cells)], headers={**JSON, "Idempotency-Key": f"faults-{mark}"},
                                 json={"score": str(len(mark) % 3), "comment": f"fault-{mark}"})
        return answer.status_code, answer

    def read(self, session):
        found = collections.Counter()
        for path in self.cells[session.server.port]:
            cell = session.get(path, headers=JSON).json()
            said = [entry["comment"] for entry in cell["history"] if (entry["comment"] or "").startswith("fault-")]
            if said and cell["comment"] != said[0]:
                raise Half(f"{cell}")
            found.update(comment.removeprefix("fault-") for comment in said)
        return found


class Messages:
    """A message in a talk: the message, the talk's number, and who has it to read, in one transaction."""

    path = "/api/v1/messages"
    writer = "teacher"

    def __init__(self):
        self.talks = {}

    def prepare(self, session):
        person = session.get(f"{self.path}/new", headers=JSON).json()["people"][0]
        answer = session.request("POST", self.path, headers=JSON, json={"with": person["account"]})
        assert answer.status_code in (200, 201), answer.text[:300]
        self.talks[session.server.port] = f"{self.path}/{answer.json()['id']}"

    def write(self, session, mark):
        answer = session.request("POST", self.talks[session.server.port], headers={**JSON, "Idempotency-Key": f"faults-{mark}"}, json={"text": f"fault-{mark}"})
        return answer.status_code, answer

    def read(self, session):
        """From the last portion up to the first."""
        found, path, numbers = collections.Counter(), self.talks[session.server.port], []
        before = ""
        while True:
            talk = session.get(path + before, headers=JSON).json()
            numbers = [one["number"] for one in talk["messages"]] + numbers
            found.update(one["text"].removeprefix("fault-") for one in talk["messages"])
            if not talk["earlier"]:
                break
            before = f"?before={talk['messages'][0]['number']}"
        if numbers != list(range(1, len(numbers) + 1)):
            raise Half(f"the messages' numbers have a hole, or one came twice: {len(numbers)} of {numbers[-1]}")
        return found


DEEDS = [Students(), Marks(), HandIns(), Scores(), Messages()]


def rows(document):
    """The list in an answer, whatever it is called."""
    return document if isinstance(document, list) else next((v for v in document.values() if isinstance(v, list)), [])


def following(answer):
    """The next page's address, from `Link: <…>; rel="next"`."""
    match = re.search(r'<([^>]+)>;\s*rel="?next"?', answer.headers.get("Link", ""))
    return match.group(1) if match else None
