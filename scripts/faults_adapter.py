"""What make faults writes and reads back: one class per kind of deed. To add a kind, copy one and name it in DEEDS.

A deed is sent with an `Idempotency-Key`, so that one whose answer was lost can be sent again. `read` says what is there,
as {mark: how often}, where the mark is what `write` was given. A row that is only half there raises `Half`.
"""
import collections, re

JSON = {"Accept": "application/json"}


class Half(AssertionError):
    """A row without what its command writes along with it."""


class Students:
    """A student's record: the row, its place in the change index, its journal entry and its receipt in one transaction."""

    path = "/api/v1/students"
    writer = "admin"

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


DEEDS = [Students()]


def rows(document):
    """The list in an answer, whatever it is called."""
    return document if isinstance(document, list) else next((v for v in document.values() if isinstance(v, list)), [])


def following(answer):
    """The next page's address, from `Link: <…>; rel="next"`."""
    match = re.search(r'<([^>]+)>;\s*rel="?next"?', answer.headers.get("Link", ""))
    return match.group(1) if match else None
