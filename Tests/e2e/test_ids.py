"""Every id that a form can send, exchanged for one that the sender may not use: another school's, another course's, nobody's.

Made from the pages: whoever may open a form is shown the things that may be chosen in it. The same form of another school and of
another course or class names things of the same kind, so the wrong ids are of the right kind and exist.
"""
import collections, re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

import contract
from conftest import People
from journal import entries
from school import Server, crawl

MINE, OTHERS = 0, 1
# Roles whose forms name things, and where their forms begin beside their home.
SENDERS = ["owner", "teacher", "student", "guardian"]
# A form's page is kept for each of so many things of its kind: two courses are needed, more prove nothing.
ALIKE = 3


class Field:
    """One name of a form: what it sends as it stands, and everything it offers."""

    def __init__(self, name):
        self.name, self.sent, self.offered = name, [], set()

    def add(self, value, is_sent):
        self.offered.add(value)
        if is_sent:
            self.sent.append(value)

    @property
    def ids(self):
        return {value for value in self.offered if contract.ID.fullmatch(value)}


class Forms(HTMLParser):
    """The POST forms of a page, as (action, {name: Field}), whatever it is that sends them."""

    def __init__(self, html):
        super().__init__()
        self.found, self.outside, self.open, self.select = {}, [], None, None
        self.forms = []
        self.feed(html)
        for form, name, value in self.outside:
            if form in self.found:
                self.field(self.found[form], name).add(value, True)

    def field(self, form, name):
        return form[1].setdefault(name, Field(name))

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        if tag == "form":
            self.open = None
            if said.get("method", "get").lower() == "post":
                self.open = (said.get("action", ""), {})
                self.forms.append(self.open)
                self.found[said.get("id", len(self.forms))] = self.open
        elif tag == "option" and self.select:
            self.select.add(said.get("value", ""), "selected" in said)
        elif tag in ("input", "select", "textarea") and said.get("name"):
            self.control(tag, said)

    def control(self, tag, said):
        if said.get("form"):
            self.outside.append((said["form"], said["name"], said.get("value", "")))
        elif self.open and said.get("type") not in ("submit", "button", "file", "image"):
            field = self.field(self.open, said["name"])
            if tag == "select":
                self.select = field
            else:
                field.add(said.get("value", ""), said.get("type") not in ("checkbox", "radio") or "checked" in said)

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None
        if tag == "select":
            if self.select and not self.select.sent and self.select.offered:
                self.select.sent.append(sorted(self.select.offered)[0])
            self.select = None


@pytest.fixture(scope="module")
def campus():
    with Server("ids") as server:
        yield Campus(server)


class Campus:
    def __init__(self, server):
        self.server, self.people, self.routes = server, People(server), server.routes()
        self.posted = {r["path"] for r in self.routes if r["method"] == "POST" and r["path"].startswith("/api/v1/")}
        self.forms = {(role, school): self.collect(role, school) for role in SENDERS for school in (MINE, OTHERS)}

    def collect(self, role, school):
        """The forms that somebody is shown, as (route, action, fields)."""
        session, found, kinds = self.people.session(role, school=school), [], collections.Counter()
        for path, seen in crawl(session, alike=ALIKE).items():
            for action, fields in Forms(seen.html).forms:
                target = urlsplit(action).path or path
                kinds[contract.shape(target)] += 1
                if kinds[contract.shape(target)] <= 4 * ALIKE:
                    found.append((self.route(target), target, fields))
        return [one for one in found if one[0]]

    def route(self, target):
        """The route of the API that the form's action has, if it has one."""
        fitting = [p for p in self.posted if contract.matches(p, "/api/v1" + target)]
        return min(fitting, key=lambda p: p.count(":"), default=None)

    def known(self, school, route, name):
        """Every id that this field of this form offers to anybody in a school."""
        return {value for role in SENDERS for r, _, fields in self.forms[role, school] if r == route and name in fields
                for value in fields[name].ids}


def wrong_ids(campus, role, route, target, field):
    """(what is wrong with it, id): one of each."""
    yield "nobody's", contract.NOBODY
    for value in sorted(campus.known(OTHERS, route, field.name) - campus.known(MINE, route, field.name))[:1]:
        yield "another school's", value
    elsewhere = {value for r, t, fields in campus.forms[role, MINE] if r == route and t != target and field.name in fields
                 for value in fields[field.name].ids}
    if contract.ID.search(target) and not elsewhere & field.ids and not is_open(route, field.name):
        for value in sorted(elsewhere - field.offered)[:1]:
            yield "another page's", value


def body(fields, changed, value):
    said = {}
    for name, field in fields.items():
        if name not in ("csrf", "command") and (field.sent or name == changed):
            sent = [value] if name == changed else field.sent
            said[name] = sent[0] if len(sent) == 1 else sent
    return said


# Fields in which a wrong id is nothing that could be used, with the reason.
FREE = {
    (r"/grade-settings$", r"category[.]\d+[.]id"): "what is no category of this course is a new one",
    (r"/rubric$", r"(criterion[.]\d+|level[.]\d+[.]\d+)[.]id"): "what is no criterion or level of this rubric is a new one",
    (r"/quizzes/:quiz/preview$", r"q"): "which question a page without scripts came from; nothing is kept",
    (r"/days/:day/completion(/undo)?$", r"ticks?"): "a tap that its sender names, in the sender's own row of that day",
    (r"/attempts/:attempt/scores$", r"next"): "where the page goes on, looked up like any address",
}
# Lists that are longer than the page that offers them: what another page shows may be chosen here, too.
OPEN = {r"/classes/:classroom/enrolment$": {"student"}, r"/courses/:course/teachers$": {"teacher"}}


def is_free(route, name):
    return any(re.search(path, route) and re.fullmatch(field, name) for path, field in FREE)


def is_open(route, name):
    return any(re.search(path, route) and name in fields for path, fields in OPEN.items())


def test_no_form_takes_an_id_that_its_sender_may_not_use(campus):
    tokens = {role: campus.people.token(role) for role in SENDERS}
    before, wrong, tried, names = entries(campus.server), [], 0, set()
    for role, token in tokens.items():
        done = set()
        for route, target, fields in campus.forms[role, MINE]:
            for field in fields.values():
                if field.name in ("csrf", "command") or not field.ids or is_free(route, field.name):
                    continue
                for what, value in wrong_ids(campus, role, route, target, field):
                    if (route, field.name, what) in done:
                        continue
                    done.add((route, field.name, what))
                    tried, names = tried + 1, names | {(route, field.name)}
                    answer = token.request("POST", "/api/v1" + target, json=body(fields, field.name, value), headers={"Accept": "application/json"})
                    if not 400 <= answer.status_code < 500:
                        wrong.append(f"{role}: {route} takes {what} {field.name}: {answer.status_code} {answer.text[:160]}")
    print(f"{tried} ids in {len(names)} fields")
    assert not wrong, f"{len(wrong)} of {tried}\n" + "\n".join(wrong)
    assert len(names) > 24, f"only {len(names)} fields: {sorted(names)}"
    assert entries(campus.server) == before, "a refused request was written down"
