"""The matrix: every route × everybody × each credential. Made from `homeroom routes --json`, not from samples.

Only declared cells succeed. What may not be seen answers byte for byte like what does not exist. A refused write leaves
the journal as it was.
"""
import re

import pytest
import requests

import contract
from conftest import People
from journal import entries
from school import Server, Session, crawl

SAME, OTHER = 0, 1
OUTSIDERS = ["removed", "invited"]


@pytest.fixture(scope="module")
def campus():
    """A school of its own: somebody is removed from it, and somebody else was only invited."""
    with Server("authorization") as server:
        yield Campus(server)


class Campus:
    def __init__(self, server):
        self.server, self.people, self.routes = server, People(server), server.routes()
        self.cookies, self.bearers = {}, {}
        self.concrete = self.visit()
        for role in contract.ROLES:
            for school in (SAME, OTHER):
                self.join((role, school), server.account(role, school=school))
        self.remove_somebody()
        self.join(("invited", SAME), self.invite_somebody())

    def join(self, name, account):
        self.cookies[name] = Session(self.server, account).sign_in()
        self.bearers[name] = Session(self.server, account).take_token()

    def visit(self):
        """route path → a real path in the first school, found by the links of those who may see it."""
        found, written = {}, {route["path"] for route in self.routes}
        for role in ["owner", "teacher", "student", "guardian"]:
            for path in crawl(self.people.session(role)):
                for route in self.routes:
                    template = route["path"].removeprefix("/api/v1") or "/"
                    if ":" in template and path.split("?")[0] not in written and contract.matches(template, path):
                        found.setdefault(template, path.split("?")[0])
        return found

    def remove_somebody(self):
        """The last teacher of the first school, removed by its owner while signed in (A9)."""
        owner = Session(self.server, self.server.account("owner")).take_token()
        teachers = [a for a in self.server.accounts if a["role"] == "teacher" and a["school"] == self.server.schools[SAME]]
        account = teachers[-1]
        self.join(("removed", SAME), account)
        members = owner.get(contract.MEMBERS, headers={"Accept": "application/json"}).json()
        members = members if isinstance(members, list) else next(v for v in members.values() if isinstance(v, list))
        member = next(m for m in members if account["identifier"] in str(m))
        path = contract.find_route(self.routes, *contract.REMOVE_MEMBER)
        answer = owner.request("POST", contract.filled(path, member["account"]), json={}, headers={"Accept": "application/json"})
        assert answer.status_code in (200, 201, 204), f"{path}: {answer.status_code} {answer.text[:300]}"

    def invite_somebody(self):
        """A teacher of the second school, for whom the first has an invite that nobody has used."""
        owner = Session(self.server, self.server.account("owner")).take_token()
        path = contract.find_route(self.routes, *contract.INVITE)
        answer = owner.request("POST", path, json=contract.INVITE_BODY, headers={"Accept": "application/json"})
        assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text[:300]}"
        return [a for a in self.server.accounts if a["role"] == "teacher" and a["school"] == self.server.schools[OTHER]][-1]

    def identities(self):
        yield "anonymous", Session(self.server)
        for name in self.cookies:
            yield (name, "cookie"), self.cookies[name]
            yield (name, "bearer"), self.bearers[name]

    def ask(self, route, session, value=None, real=True):
        """One cell. Real things where links lead to one; an empty body, so that what is allowed is refused for its fields."""
        template = route["path"].removeprefix("/api/v1") or "/"
        prefix = route["path"][:len(route["path"]) - len(template)] if route["path"] != "/" else ""
        path = self.concrete.get(template) if real and value is None else None
        path = prefix + path if path else contract.filled(route["path"], value or contract.NOBODY)
        is_api = path.startswith("/api/")
        headers = {"Accept": "application/json" if is_api or session.bearer else "text/html"}
        if route["method"] == "GET":
            return session.get(path, headers=headers, stream=True)
        if session.bearer:
            return session.request(route["method"], path, json={}, headers=headers)
        return session.post(path, {}, headers=headers)


def is_let_in(answer):
    """2xx, or a redirect that is not to the sign-in page or the wizard."""
    goes = answer.headers.get("Location", "")
    return answer.status_code < 300 or answer.status_code == 304 or (
        300 <= answer.status_code < 400 and not re.match(r"/(sign-in|schools/new|welcome|wizard)", goes))


def expected(route, name, credential):
    """True, False, or None where the answer depends on the object."""
    access = contract.roles_of(route["access"])
    if access == "anyone":
        return None
    if name == "anonymous":
        return False
    role, school = name
    if access == "signed-in":
        return None
    if role in OUTSIDERS:
        return False if role == "removed" or ":" in route["path"] else None  # the invited is a teacher elsewhere
    if school == OTHER and ":" in route["path"]:
        return False
    return role in access if school == SAME else (None if role in access else False)


def skipped(route):
    return "/live" in route["path"] or route["path"].startswith(("/assets", "/sign-out", "/api/v1/sign-out"))


def test_nobody_passes_where_the_table_says_no(campus):
    before, wrong, cells = entries(campus.server), [], 0
    for who, session in campus.identities():
        name, credential = who if who != "anonymous" else ("anonymous", "")
        for route in campus.routes:
            if skipped(route) or expected(route, name, credential) is not False:
                continue
            cells += 1
            answer = campus.ask(route, session)
            if is_let_in(answer) or answer.status_code >= 500:
                wrong.append(f"{who}: {route['method']} {route['path']} ({route['access']}) answers {answer.status_code}")
            answer.close()
    print(f"{cells} cells")
    assert not wrong, f"{len(wrong)} of {cells} cells\n" + "\n".join(wrong[:60])
    assert cells > 500, f"only {cells} cells: the table or the people are incomplete"
    assert entries(campus.server) == before, "a refused request was written down"


def test_everybody_passes_where_the_table_says_yes(campus):
    """Reading only: what a role's own links lead to, it may read, by cookie and by token."""
    wrong, cells = [], 0
    for (name, credential), session in [i for i in campus.identities() if i[0] != "anonymous"]:
        for route in campus.routes:
            if route["method"] != "GET" or skipped(route) or ":" in route["path"] or expected(route, name, credential) is not True:
                continue
            if credential == "bearer" and not route["path"].startswith("/api/"):
                continue
            cells += 1
            answer = campus.ask(route, session)
            if not is_let_in(answer):
                wrong.append(f"{name} by {credential}: {route['path']} ({route['access']}) answers {answer.status_code}")
            answer.close()
    assert not wrong, f"{len(wrong)} of {cells} cells\n" + "\n".join(wrong[:60])
    assert cells > 50


def test_what_may_not_be_seen_is_like_what_does_not_exist(campus):
    """The same status, headers and bytes for another school's object as for none; and for one's own school where the role is wrong."""
    wrong, compared = [], 0
    for who, session in campus.identities():
        name = who[0] if who != "anonymous" else "anonymous"
        for route in campus.routes:
            template = route["path"].removeprefix("/api/v1") or "/"
            if route["method"] != "GET" or template not in campus.concrete or skipped(route):
                continue
            real = campus.ask(route, session)
            if is_let_in(real):
                if name != "anonymous" and name[1] == OTHER and contract.roles_of(route["access"]) != "anyone":
                    wrong.append(f"{who}: {campus.concrete[template]} is open to another school")
                continue
            own = contract.ID.findall(campus.concrete[template])
            missing = campus.ask(route, session, real=False)
            compared += 1
            a, b = comparable(real, own, campus.concrete[template]), comparable(missing, own, contract.filled(template))
            if a != b:
                wrong.append(f"{who}: {route['path']}: {difference(a, b)}")
    assert compared > 30, f"only {compared} pairs"
    assert not wrong, f"{len(wrong)} of {compared} pairs\n" + "\n".join(wrong[:40])


def comparable(answer, ids, path):
    """Without what was asked for, which a page may say."""
    body = answer.content.replace(path.encode(), b"PATH")
    for one in [*ids, contract.NOBODY]:
        body = body.replace(one.encode(), b"ID").replace(one.replace("-", "%2D").encode(), b"ID")
    for pattern in contract.VARIES:
        body = pattern.sub(b"", body)
    headers = {k.lower(): v for k, v in answer.headers.items() if k.lower() not in contract.VARYING_HEADERS | {"content-length"}}
    for one in [*ids, contract.NOBODY]:
        headers = {k: v.replace(one, "ID").replace(one.replace("-", "%2D"), "ID") for k, v in headers.items()}
    headers = {k: re.sub(r"next=.*", "next", v) for k, v in headers.items()}
    return answer.status_code, headers, body


def difference(a, b):
    if a[0] != b[0]:
        return f"{a[0]} against {b[0]}"
    if a[1] != b[1]:
        return f"headers {set(a[1].items()) ^ set(b[1].items())}"
    at = next((i for i, (x, y) in enumerate(zip(a[2], b[2])) if x != y), min(len(a[2]), len(b[2])))
    return f"bytes from {at}: {a[2][at - 20:at + 40]!r} against {b[2][at - 20:at + 40]!r}"


def test_a_guessed_field_changes_nothing(campus):
    """A4: no form takes a role, an owner, a school or an id that it did not ask for."""
    session = campus.bearers["student", SAME]
    before = entries(campus.server)
    for route in campus.routes:
        if route["method"] == "POST" and route["path"].startswith("/api/") and not skipped(route) and route["path"] not in contract.FIELDLESS:
            body = {"role": "owner", "isAdmin": True, "school": contract.NOBODY, "id": contract.NOBODY, "createdBy": contract.NOBODY}
            answer = session.request("POST", contract.filled(route["path"]), json=body, headers={"Accept": "application/json"})
            assert 400 <= answer.status_code < 500, f"{route['path']}: {answer.status_code}"
    assert entries(campus.server) == before


def test_the_removed_lose_the_line_that_was_open(campus):
    answer = requests.get(campus.server.base + "/live", stream=True, timeout=30, allow_redirects=False, headers={
        "Cookie": "; ".join(f"{k}={v}" for k, v in campus.cookies["removed", SAME].cookies.items()), "Accept": "text/event-stream"})
    assert answer.status_code != 200 or "school:" not in answer.raw.read(200).decode(errors="replace")
