"""A school day, by several people at once, in real browsers: the journeys that must never break."""
import re, time

import pytest
from playwright.sync_api import expect

import contract
from conftest import Held, arrive, dot, leave, open_page, People, ROSTER, shut, stall
from journal import entries
from school import OUT, PATIENCE, Server, Session, crawl
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
CHILD = "مايا خوري"  # in 7B; ليلى خوري is her mother
LESSON = "7B · Mathematics"  # every day of the demo's week has it


class Scene:
    """A school of its own and the people who have it open, each in a browser context of their own."""

    def __init__(self, browser, server):
        self.browser, self.server, self.people, self.pages = browser, server, People(server), []

    def session(self, identifier):
        return Session(self.server, self.server.known(identifier)).sign_in()

    def open(self, identifier, path="/", **options):
        """Somebody's page, with a mark on it that a reload would lose."""
        page = self.page_of(self.session(identifier), **options)
        page.goto(page.base + path)
        return page

    def page_of(self, session, **options):
        page = open_page(self.browser, session, locale=session.account["language"], **options)
        page.language = session.account["language"]
        self.pages.append(page)
        return page

    def register(self, identifier, lesson=LESSON, **options):
        page = self.open(identifier, "/attendance", **options)
        page.get_by_role("link", name=lesson).click()
        arrive(page, "attendance.register")
        return page

    def stranger(self, **options):
        page = open_page(self.browser, Session(self.server), locale="en", **options)
        page.language = "en"
        self.pages.append(page)
        return page


@pytest.fixture
def day(browser, own_server, request):
    made = Scene(browser, own_server)
    yield made
    leave(made.pages, request)


def stay(*pages):
    """Puts a mark on pages that must show news without being loaded again."""
    for page in pages:
        live(page)
        page.evaluate("document.body.stayed = true")


def stayed(*pages):
    for page in pages:
        assert page.evaluate("document.body.stayed === true"), f"{page.url} was loaded again"


def live(page):
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def row(page, name):
    return rows(page).filter(has=page.get_by_role("group", name=name, exact=True))


def expect_mark(page, status, name):
    """Shown as pressed: the server has answered, because nothing is shown before."""
    expect(row(page, name).locator(f"[data-mark={status}]")).to_have_attribute("aria-pressed", "true")


def tap(page, status, name):
    """The mark in the row, or in the row's menu where there is room for two only."""
    arrive(page, "attendance.register")  # a page on its way has no room for anything yet
    button = page.get_by_role("button", name=say(page.language, f"attendance.mark-as.{status}", name))
    if button.count() and button.is_visible():
        return button.click()
    row(page, name).get_by_role("button", name=say(page.language, "attendance.more-for", name)).click()
    row(page, name).get_by_role("button", name=say(page.language, f"attendance.status.{status}"), exact=True).click()


def mark(page, status, name):
    tap(page, status, name)
    expect_mark(page, status, name)


def rows(page):
    return page.locator("[data-row]")


def names(page):
    return [group.get_attribute("aria-label") for group in rows(page).get_by_role("group").all() if group.get_attribute("class") == "pill"]


def marks(page):
    """name → status, of everybody who is marked."""
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('[data-row] [data-mark][aria-pressed=true]')]
      .map(b => [b.parentElement.getAttribute('aria-label'), b.dataset.mark]))""")


def poll(what, limit=PATIENCE, why="never came true"):
    end = time.time() + limit
    while not (found := what()):
        assert time.time() < end, why
        time.sleep(0.05)
    return found


# ── a roster goes in ──

def counts(page):
    """The tiles of a report: label → number."""
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('main dl div')]
      .map(d => [d.querySelector('dt').textContent, Number(d.querySelector('dd').textContent)]))""")


def people(page):
    """How many new people the table by kind promises."""
    return int(page.locator("#kinds tbody tr").first.locator("td").first.text_content())


def upload(page):
    page.goto(page.base + "/exchange")
    page.locator("input[type=file]").set_input_files(ROSTER)
    page.get_by_role("button", name=say(page.language, "exchange.upload.submit")).click()
    expect(page.locator("main")).to_have_attribute("data-page", "exchange.import")
    go_on = page.get_by_role("link", name=re.compile(f"{say(page.language, 'exchange.go-on')}|{say(page.language, 'exchange.look-again')}"))
    apply = page.get_by_role("button", name=say(page.language, "exchange.apply"))
    nothing = page.get_by_text(say(page.language, "exchange.nothing"))

    def read():
        if apply.count() or nothing.count():
            return True
        if go_on.count():
            go_on.first.click()
    poll(read, why="the file was never read")
    return counts(page)


def test_a_roster_goes_in(day):
    """Preview with counts, then the file; the same file again changes nothing."""
    page = day.open("avi@rimon.example", **DESKTOP)
    language, before = page.language, entries(day.server)
    seen = upload(page)
    assert people(page) == 8 + 7, "eight students and seven parents by their addresses"
    assert seen[say(language, "exchange.count.new")] > 15 and seen[say(language, "exchange.count.changed")] == 0, seen
    assert entries(day.server) - before <= 3, "a preview wrote more than itself"
    students = students_of(day)
    page.get_by_role("button", name=say(language, "exchange.apply")).click()
    expect(page.get_by_text(say(language, "exchange.done.title"))).to_be_visible()
    assert students_of(day) - students == len(ROSTER.read_text().splitlines()) - 1 - seen[say(language, "exchange.count.error")]
    again = upload(page)
    assert again[say(language, "exchange.count.new")] == again[say(language, "exchange.count.changed")] == 0, again
    expect(page.get_by_role("button", name=say(language, "exchange.apply"))).to_have_count(0)
    assert page.errors == []


def students_of(day):
    token = day.people.token("owner")
    found, after = 0, ""
    while after is not None:
        answer = token.get("/api/v1/students" + after, headers={"Accept": "application/json"})
        data = answer.json()
        found += len(next(v for v in data.values() if isinstance(v, list)))
        after = f"?after={data['next']}" if data.get("next") else None
    return found


# ── the register ──

@pytest.mark.firefox
def test_a_mark_is_seen_by_everybody_at_once(day):
    """A teacher's thumb; the guardian's phone in Arabic and two desks of the office, none loaded again."""
    teacher = day.register("omar@rimon.example", **PHONE)
    mother = day.open("leila@rimon.example", **PHONE)
    owner, office = day.open("dana@rimon.example", **DESKTOP), day.open("avi@rimon.example", "/attendance", **DESKTOP)
    stay(teacher, mother, owner, office)
    everybody = names(teacher)
    assert CHILD in everybody and len(everybody) == 24

    mark(teacher, "absent", CHILD)
    child = mother.get_by_role("region", name=CHILD).locator("[id^=today-]")  # four weeks are summed up below
    expect(child).to_contain_text(say("ar", "attendance.status.absent"))
    for desk in (owner, office):
        expect(desk.get_by_role("listitem").filter(has_text=LESSON)).to_contain_text(
            say(desk.language, "attendance.marked-of", 1, 24))

    teacher.get_by_role("button", name=say("en", "attendance.everyone-present")).click()
    poll(lambda: len(marks(teacher)) == 24)
    assert marks(teacher) == {**{name: "present" for name in everybody}, CHILD: "absent"}, "it must fill only what is open"
    for desk in (owner, office):
        expect(desk.get_by_role("listitem").filter(has_text=LESSON)).to_contain_text(say(desk.language, "attendance.taken"))
    teacher.get_by_role("button", name=say("en", "kit.undo")).last.click()
    poll(lambda: marks(teacher) == {CHILD: "absent"})
    expect(owner.get_by_role("listitem").filter(has_text=LESSON)).to_contain_text(say("en", "attendance.marked-of", 1, 24))

    stayed(mother, owner, office)
    bell = mother.get_by_role("link", name=say("ar", "kit.notifications-unread"))
    bell.click()
    news = mother.get_by_role("main").get_by_role("listitem")
    expect(news).to_have_count(1)
    expect(news).to_contain_text(CHILD)
    news.get_by_role("link").click()
    expect(mother.get_by_role("heading", level=1)).to_contain_text(CHILD)
    for page in (teacher, mother, owner, office):
        assert page.errors == []


def test_the_register_by_keyboard(day):
    """P, A, L and E mark and go on; arrows move; what is typed elsewhere is no mark."""
    page = day.register("omar@rimon.example", **DESKTOP)
    everybody = names(page)
    rows(page).first.focus()
    for key in "palE".lower():
        page.keyboard.press(key)
    expected = dict(zip(everybody, ["present", "absent", "late", "excused"]))
    poll(lambda: marks(page) == expected, why=f"{marks(page)}")
    at = "[...document.querySelectorAll('[data-row]')].indexOf(document.activeElement)"
    poll(lambda: page.evaluate(at) == 4)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(at) == 2
    page.keyboard.press("p")
    poll(lambda: marks(page) == {**expected, everybody[2]: "present"})
    poll(lambda: page.evaluate(at) == 3)
    assert page.errors == []


def test_quick_taps_on_a_slow_line(day):
    """A tap that corrects the one on its way has its turn; who leaves at once takes what was tapped along."""
    page = day.register("omar@rimon.example", **PHONE)
    first, second = names(page)[:2]
    held = Held(page, r"/attendance/[0-9a-f-]{36}/")
    tap(page, "present", first)
    held.wait()
    tap(page, "absent", first)
    held.go()
    expect_mark(page, "absent", first)
    stall(page)
    tap(page, "absent", second)
    page.goto(page.base + "/")
    page = day.register("omar@rimon.example", **PHONE)
    expect_mark(page, "absent", second)
    assert marks(page) == {first: "absent", second: "absent"}


def test_two_teachers_at_once_merge(day):
    """Different children: both marks. The same child: the later one, with both names in the history."""
    omar, noa = (day.register(f"{name}@rimon.example", "Sunflowers", **PHONE) for name in ("omar", "noa"))
    stay(omar, noa)
    first, second, third, both = names(omar)[:4]
    tap(omar, "present", first)
    tap(noa, "absent", second)
    tap(omar, "late", third)
    expected = {first: "present", second: "absent", third: "late"}
    for page in (omar, noa):
        poll(lambda: marks(page) == expected, why=f"{marks(page)} instead of {expected}")
    mark(omar, "present", both)
    expect_mark(noa, "present", both)
    mark(noa, "excused", both)
    expect_mark(omar, "excused", both)
    stayed(omar, noa)
    row(omar, both).get_by_role("button", name=say("en", "attendance.more-for", both)).click()
    row(omar, both).get_by_role("link", name=say("en", "attendance.history")).click()
    latest = omar.get_by_role("main").locator("li[id^=entry-]").first
    latest.locator("summary").click()
    for name in ("נועה פרץ", "Omar Haddad"):
        expect(latest).to_contain_text(name)
    assert omar.errors == noa.errors == []


def test_without_javascript(day):
    """Sign in, take the register, undo, read the history: all by forms and links."""
    page = day.stranger(java_script_enabled=False, **PHONE)
    page.goto(day.server.base + "/attendance")
    account = day.server.account("teacher")
    page.get_by_label(say("en", "accounts.identifier")).fill(account["identifier"])
    page.get_by_label(say("en", "accounts.password"), exact=True).fill(account["password"])
    page.get_by_role("button", name=say("en", "accounts.sign-in")).click()
    page.get_by_role("link", name=LESSON).click()
    mark(page, "late", CHILD)
    page.get_by_role("button", name=say("en", "attendance.everyone-present")).click()
    expect(page.get_by_text(say("en", "attendance.everyone-marked"))).to_be_visible()
    expect_mark(page, "late", CHILD)
    page.get_by_role("button", name=say("en", "kit.undo")).click()
    expect(page.locator("[data-mark][aria-pressed=true]")).to_have_count(1)
    expect_mark(page, "late", CHILD)


def test_the_server_dies_and_comes_back(day):
    """What was acknowledged is there; the open pages find the line again and catch up by themselves."""
    teacher, other = day.register("omar@rimon.example", **PHONE), day.register("omar@rimon.example", **DESKTOP)
    mother = day.open("leila@rimon.example", **PHONE)
    stay(teacher, other, mother)
    everybody = names(teacher)
    for name, status in zip(everybody[:3], ["present", "late", "present"]):
        mark(teacher, status, name)
    expected = marks(teacher)
    day.server.kill()
    expect(teacher.locator("html")).to_have_attribute("data-live", "off")
    tap(teacher, "absent", everybody[3])
    expect(teacher.get_by_role("status").filter(has_text=say("en", "kit.no-connection"))).to_be_visible()
    day.server.start()
    for page in (teacher, other, mother):
        expect(page.locator("html")).to_have_attribute("data-live", "on", timeout=60_000)  # it tries again later and later
    poll(lambda: marks(other) == expected, why=f"{marks(other)} instead of {expected}")
    mark(teacher, "absent", CHILD)
    expect_mark(other, "absent", CHILD)
    today = mother.get_by_role("region", name=CHILD).locator("[id^=today-]")
    expect(today).to_contain_text(say("ar", "attendance.status.absent"))
    stayed(teacher, other, mother)
    teacher.reload()
    assert marks(teacher) == {**expected, CHILD: "absent"}


# ── once ──

def invites(day):
    data = day.people.token("owner").get("/api/v1/members/invites", headers={"Accept": "application/json"}).json()
    return len(data["invites"])


def test_pressed_twice_is_done_once(day):
    page = day.open("dana@rimon.example", "/members/invites/new", **DESKTOP)
    page.get_by_label(say("en", "members.label")).fill("A colleague")
    page.get_by_role("button", name=say("en", "members.make-code")).dblclick()
    expect(page.locator("main")).to_have_attribute("data-page", "members.invited")
    assert invites(day) == 1
    page.go_back()
    expect(page.locator("main")).to_have_attribute("data-page", "members.invite")
    assert invites(day) == 1, "going back sent it again"

    register = day.register("omar@rimon.example", **PHONE)
    before = entries(day.server)
    register.get_by_role("button", name=say("en", "attendance.everyone-present")).dblclick()
    poll(lambda: len(marks(register)) == 24)
    assert entries(day.server) - before == 1


def test_sent_twice_is_done_once(day):
    """The same sending by hand, as a proxy that tries again would."""
    session = day.session("omar@rimon.example")
    page = session.get("/attendance").text
    path = re.search(r'href="(/attendance/[0-9a-f-]{36}/\d{4}-\d\d-\d\d)"', page).group(1)
    student = re.search(r'name="marks\.([0-9a-f-]{36})"', session.get(path).text).group(1)
    before = entries(day.server)
    body = {"command": "01900000-0000-7000-8000-0000000000aa", f"marks.{student}": "late"}
    assert {session.post(path, body).status_code for _ in range(3)} == {303}
    assert entries(day.server) - before == 1


# ── who may no longer ──

def test_the_removed_see_nothing_from_that_moment(day):
    """The open page goes at once, by itself; every address of before answers like one that never was."""
    page = day.register("noa@rimon.example", "Sunflowers", **PHONE)
    live(page)
    session = day.session("noa@rimon.example")
    before = [p for p in crawl(session, alike=4) if contract.ID.search(p)]
    assert len(before) > 10
    owner = day.people.token("owner")
    members = owner.get(contract.MEMBERS, headers={"Accept": "application/json"}).json()["members"]
    noa = next(m["account"] for m in members if m["identifier"] == "noa@rimon.example")
    answer = owner.request("POST", f"/api/v1/members/{noa}/remove", json={}, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    expect(page).not_to_have_url(re.compile("/attendance/"))
    expect(page.locator("[data-row]")).to_have_count(0)
    for path in before:
        for accept in ("text/html", "application/json"):
            real, missing = (session.get(p, headers={"Accept": accept}) for p in (path, contract.ID.sub(contract.NOBODY, path)))
            assert shape(real, path) == shape(missing, path), f"{path} as {accept}"
            assert real.status_code != 200


def shape(answer, path):
    body = answer.content
    for pattern in contract.VARIES:
        body = pattern.sub(b"", body)
    return answer.status_code, contract.ID.sub("ID", answer.headers.get("Location", "")), contract.ID.sub("ID", body.decode())


def test_a_session_that_ends_elsewhere_takes_the_page_along_and_leads_back(day):
    """Open registers of one session: one listens and leaves by itself, the other cannot hear and leaves at the next tap."""
    session = day.session("omar@rimon.example")
    pages = [day.page_of(session) for _ in range(2)]
    pages[1].route("**/live?*", lambda route: route.abort())
    for page in pages:
        page.goto(page.base + "/attendance")
        page.get_by_role("link", name=LESSON).click()
        arrive(page, "attendance.register")
    register = pages[0].url
    live(pages[0])
    day.session("omar@rimon.example").post("/account/sessions/others/revoke", {})
    expect(pages[0].locator("[data-row]")).to_have_count(0)
    arrive(pages[0], "accounts.sign-in")
    tap(pages[1], "present", CHILD)
    arrive(pages[1], "accounts.sign-in")
    pages[1].get_by_label(say("en", "accounts.identifier")).fill("omar@rimon.example")
    pages[1].get_by_label(say("en", "accounts.password"), exact=True).fill(session.account["password"])
    pages[1].get_by_role("button", name=say("en", "accounts.sign-in")).click()
    arrive(pages[1], "attendance.register")
    assert pages[1].url == register


def test_words_that_were_sent_too_late_are_still_there(day):
    """A form sent after the session's end says so, and has its words when one has signed in."""
    session = day.session("ruth@rimon.example")
    page = day.page_of(session)
    page.route("**/live?*", lambda route: route.abort())
    child = contract.ID.search(next(p for p in crawl(session, alike=2) if p.startswith("/students/"))).group()
    page.goto(f"{page.base}/students/{child}/absences")
    page.locator("input[name=reason]").fill("a long journey")
    day.session("ruth@rimon.example").post("/account/sessions/others/revoke", {})
    page.get_by_role("button", name=say("en", "attendance.report"), exact=True).click()
    page.get_by_role("link", name=say("en", "kit.sign-in")).click()
    arrive(page, "accounts.sign-in")
    page.get_by_label(say("en", "accounts.identifier")).fill("ruth@rimon.example")
    page.get_by_label(say("en", "accounts.password"), exact=True).fill(session.account["password"])
    page.get_by_role("button", name=say("en", "accounts.sign-in")).click()
    arrive(page, "attendance.absences")
    expect(page.locator("input[name=reason]")).to_have_value("a long journey")


# ── from nothing ──

def test_from_nothing_to_a_class(browser, request):
    """Sign up, three steps with back and forth and nothing lost, and there is the class page."""
    with Server("wizard", sign_up="yes") as server:
        page = open_page(browser, Session(server), locale="en", **PHONE)
        try:
            sign_up(page, server)
            found_school(page)
            # the browser itself reports the form that came back with a mistake
            assert [e for e in page.errors if "422" not in e] == []
        except BaseException:
            page.screenshot(path=OUT / f"{request.node.name[:60]}.png")
            raise
        finally:
            shut(page)


def fill(page, key, text):
    page.get_by_label(say("en", key), exact=False).first.fill(text)


def press(page, key):
    page.get_by_role("button", name=say("en", key), exact=True).click()


def sign_up(page, server):
    page.goto(server.base + "/")
    page.get_by_role("link", name=say("en", "accounts.sign-up")).click()
    fill(page, "accounts.name", "Miriam New")
    fill(page, "accounts.email", "miriam@new.example")
    fill(page, "accounts.password", "a-long-password-9")
    fill(page, "accounts.birth", "1980-02-29")
    page.get_by_label(say("en", "accounts.agree")).check()
    press(page, "accounts.sign-up")
    fill(page, "accounts.identifier", "miriam@new.example")
    fill(page, "accounts.password", "a-long-password-9")
    press(page, "accounts.sign-in")


def heading(page, key):
    expect(page.get_by_role("heading", level=1)).to_have_text(say("en", key))


def found_school(page):
    page.get_by_role("link", name=say("en", "home.welcome.found.act")).click()
    heading(page, "home.wizard.school")
    press(page, "home.wizard.next")
    expect(page.get_by_label(say("en", "home.wizard.school.name"))).to_have_attribute("aria-invalid", "true")
    fill(page, "home.wizard.school.name", "École des Pins")
    page.get_by_role("radio", name=say("en", "home.kind.k12.text")).check()
    press(page, "home.wizard.next")
    heading(page, "home.wizard.classroom")
    press(page, "home.wizard.back")
    expect(page.get_by_label(say("en", "home.wizard.school.name"))).to_have_value("École des Pins")
    press(page, "home.wizard.next")
    fill(page, "home.wizard.classroom.name", "5e B")
    press(page, "home.wizard.next")
    heading(page, "home.wizard.students")
    for place, (given, family) in enumerate([("Éloïse", "d’Hérouville"), ("نور", "خليل")]):
        page.get_by_label(say("en", "home.wizard.given")).nth(place).fill(given)
        page.get_by_label(say("en", "home.wizard.family")).nth(place).fill(family)
        press(page, "home.wizard.add")
        expect(page.get_by_label(say("en", "home.wizard.given"))).to_have_count(place + 2)
    press(page, "home.wizard.back")
    expect(page.get_by_label(say("en", "home.wizard.classroom.name"))).to_have_value("5e B")
    press(page, "home.wizard.next")
    expect(page.get_by_label(say("en", "home.wizard.given")).first).to_have_value("Éloïse")
    press(page, "home.wizard.finish")
    expect(page).to_have_url(re.compile(r"/classes/[0-9a-f-]{36}$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("5e B")
    for name in ("Éloïse d’Hérouville", "نور خليل"):
        expect(page.get_by_role("main")).to_contain_text(name)


def chosen(page, key, content, place=0):
    kind = ("face.png", "image/png") if content.startswith(b"\x89PNG") else ("words.png", "image/png")
    page.get_by_label(say("en", key)).nth(place).set_input_files({"name": kind[0], "mimeType": kind[1], "buffer": content})


def shown(page):
    """The pictures of the main part that the browser could open."""
    return page.evaluate("""async () => {
      const all = [...document.querySelectorAll('main img')]
      for (const one of all) one.loading = 'eager'
      await Promise.allSettled(all.map(one => one.decode()))
      return all.filter(one => one.naturalWidth > 0).length }""")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_school_is_founded_with_its_pictures(day, scripts):
    """Chosen, refused, seen again, taken out, and in the end where they belong; on a phone."""
    page = day.open("dana@rimon.example", "/welcome/school", java_script_enabled=scripts, **PHONE)
    count = (lambda: shown(page)) if scripts else (lambda: page.locator("main img").count())
    fill(page, "home.wizard.school.name", "Cedar")
    chosen(page, "schools.picture", b"these are words")
    press(page, "home.wizard.next")
    heading(page, "home.wizard.school")
    expect(page.locator("#f-picture-error")).to_have_text(say("en", "files.no-picture"))
    expect(page.get_by_label(say("en", "home.wizard.school.name"))).to_have_value("Cedar")
    chosen(page, "schools.picture", dot())
    press(page, "home.wizard.next")
    fill(page, "home.wizard.classroom.name", "Nest")
    chosen(page, "classrooms.cover", dot())
    press(page, "home.wizard.back")
    heading(page, "home.wizard.school")
    assert count() == 1
    # Enter goes on, and does not take the picture out
    page.get_by_label(say("en", "home.wizard.school.name")).press("Enter")
    heading(page, "home.wizard.classroom")
    assert count() == 1
    press(page, "home.wizard.picture.remove")
    expect(page.locator("main img")).to_have_count(0)
    expect(page.get_by_label(say("en", "home.wizard.classroom.name"))).to_have_value("Nest")
    chosen(page, "classrooms.cover", dot())
    press(page, "home.wizard.next")
    for place, given in enumerate(["Ada", "Ben"]):
        page.get_by_label(say("en", "home.wizard.given")).nth(place).fill(given)
        chosen(page, "students.photo", dot(), place)
        press(page, "home.wizard.add")
        expect(page.get_by_label(say("en", "home.wizard.given"))).to_have_count(place + 2)
    assert count() == 2
    page.get_by_role("button", name=say("en", "home.wizard.picture.remove")).first.click()
    expect(page.locator("main img")).to_have_count(1)
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(page, "home.wizard.finish")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Nest")
    assert count() == 2, "the classroom's and Ben's"
    expect(page.locator(".switcher__mark img")).to_have_count(1)
    assert [e for e in page.errors if "422" not in e] == []


def test_a_picture_taken_out_of_a_class_comes_back(day):
    page = day.open("omar@rimon.example", "/classes", **PHONE)
    page.get_by_role("link", name="7B").first.click()
    room = page.url
    page.goto(room + "/cover/edit")
    page.locator("input[type=file]").set_input_files({"name": "room.png", "mimeType": "image/png", "buffer": dot()})
    press(page, "classrooms.cover-save")
    expect(page).to_have_url(room)
    expect(page.locator("img.cover")).to_have_count(1)
    page.goto(room + "/cover/edit")
    press(page, "classrooms.cover-remove")
    expect(page.get_by_text(say("en", "classrooms.cover-removed"))).to_be_visible()
    expect(page.locator("img.cover")).to_have_count(0)
    press(page, "kit.undo")
    expect(page.locator("img.cover")).to_have_count(1)
    assert shown(page) >= 1 and page.errors == []


def test_an_invite_is_joined_in_a_second_browser(day):
    owner = day.open("dana@rimon.example", "/members/invites/new", **DESKTOP)
    owner.get_by_label(say("en", "members.label")).fill("The new colleague")
    owner.get_by_label(say("en", "members.role"), exact=False).first.select_option("teacher")
    press(owner, "members.make-code")
    code = owner.locator("#invite-code").inner_text()
    owner.goto(owner.base + "/members")

    page = day.stranger(**PHONE)
    page.goto(day.server.base + "/join")
    page.get_by_label(say("en", "members.code")).first.fill(code.lower())
    fill(page, "members.your-name", "Yaara Stern")
    fill(page, "accounts.identifier", "yaara")
    fill(page, "accounts.password", "a-long-password-9")
    page.get_by_label(say("en", "accounts.agree")).check()
    press(page, "members.make-account")
    expect(page.locator("main")).to_have_attribute("data-page", "home.today")
    owner.goto(owner.base + "/members?q=Yaara")
    expect(owner.get_by_role("main")).to_contain_text("Yaara Stern")

    late = day.stranger(**PHONE)
    late.goto(day.server.base + "/join?code=" + code)
    expect(late.get_by_role("main")).to_contain_text(say("en", "members.code-redeemed"))
    expect(late.get_by_label(say("en", "members.your-name"))).to_have_count(0)  # before anything is typed


# ── language and look ──

def choose(page, label):
    page.get_by_role("button", name=say(page.language, "kit.your-account")).click()
    page.get_by_role("button", name=label, exact=True).click()


def test_language_and_look_change_where_one_is(day):
    """From right to left and back, with the register going on; the look stays."""
    page = day.register("noa@rimon.example", "Sunflowers", **DESKTOP)
    html, address, child = page.locator("html"), page.url, names(page)[0]
    expect(html).to_have_attribute("dir", "rtl")
    for language, own, direction in (("ar", "العربية", "rtl"), ("en", "English", "ltr"), ("he", "עברית", "rtl")):
        choose(page, own)
        expect(html).to_have_attribute("lang", language)
        expect(html).to_have_attribute("dir", direction)
        assert page.url == address, "it led somewhere else"
        page.language = language
        mark(page, {"ar": "late", "en": "present", "he": "absent"}[language], child)
    choose(page, say("he", "scheme.dark"))
    expect(html).to_have_attribute("data-scheme", "dark")
    assert page.url == address
    page.goto(page.base + "/account")
    page.locator("main input[name=theme][value=hogwarts]").check()
    # saved when it is chosen
    expect(html).to_have_attribute("data-theme", "hogwarts")
    page.locator("#toasts .toast__undo").click()
    expect(html).not_to_have_attribute("data-theme", "hogwarts")
    page.locator("main input[name=theme][value=hogwarts]").check()
    expect(html).to_have_attribute("data-theme", "hogwarts")
    expect(html).to_have_attribute("data-scheme", "dark")
    # what is chosen while the choice before is on its way has its turn
    held = Held(page, "/account/look$")
    page.locator("main input[name=theme][value=montessori]").check()
    held.wait()
    page.locator("main input[name=theme][value=wolfwhale]").check()
    held.go()
    expect(html).to_have_attribute("data-theme", "wolfwhale")
    page.reload()
    expect(html).to_have_attribute("data-theme", "wolfwhale")
    page.goto(address)
    mark(page, "present", child)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.errors == []

