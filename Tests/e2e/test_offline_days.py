"""Whole days without a line, each on a device that its person has made their own (days 5.1, 5.2 and 5.5; the person on the bus).

Each begins as a person begins: with the button on “This device”, and what the page says then. After that the line of the test's own
(line.py) is cut, the day is lived, and the line comes back; a second browser, or another person, sees it all.
"""
import re, time

import pytest
from playwright.sync_api import Error as PlaywrightError, expect

import contract
from conftest import arrive, open_page
from journal import entries
from school import Session
from test_day import CHILD, PHONE, expect_mark, marks, poll, rows, tap
from test_offline import (
    DANA, LEFT, LONG, MAYA, OMAR, answered, back, marked, register_of, running, standing, waits)
from test_talk_messages import account, bubble, json_post, texts, write
from test_training import RUTH, SAM, TABLET, Scene as Club, face
from words import catalogue, say

GUIDE, OTHER_GUIDE, HEAD = "anna@hill.example", "karim@hill.example", "grace@hill.example"
ID = contract.ID.pattern
# The screens as they are told; the smallest is what every page must fit.
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True}


@pytest.fixture
def bus(browser, request):
    """A school with a line to it, into which newcomers can sign up."""
    with running(browser, request, sign_up="yes") as made:
        yield made


def own(bus, identifier, language="en", **screen):
    """Somebody's browser after they have pressed “This is my device” and were told that it is."""
    page = bus.open(identifier, "/settings/device", language, **screen)
    page.get_by_role("button", name=say(language, "device.keep"), exact=True).click()
    expect(page.get_by_role("heading", name=say(language, "device.kept"))).to_be_visible(timeout=LONG * 1000)
    expect(page.get_by_text(say(language, "device.waiting-none"))).to_be_visible()
    expect(page.locator("[data-part=as-of]")).not_to_have_text(say(language, "device.never"))
    expect(page.locator("html")).to_have_attribute("data-device", "on")
    return page


def elsewhere(bus, identifier, path, language="en", **screen):
    """Somebody's browser at a place where the line is never cut."""
    page = open_page(bus.browser, bus.session(identifier).speak(language), locale=language, **screen)
    page.language = language
    bus.pages.append(page)
    page.goto(page.base + path)
    return page


def here(page, path, name):
    """Opens a page that only the device can answer."""
    assert answered(page, path) == (200, True), path
    arrive(page, name)


def sent(page):
    """Nothing waits any more, and nothing was refused."""
    waits(page, 0)
    now = poll(lambda: standing(page))
    assert not now["refused"], now["refused"]


def pill(page, key, count=None):
    """The pill in the bar says this; its number is of no matter where none is given."""
    found = catalogue()[key]["localizations"][page.language]
    forms = [form["stringUnit"]["value"] for form in found["variations"]["plural"].values()] if "variations" in found else [found["stringUnit"]["value"]]
    said = "|".join(re.sub(r"%(?:\d\\\$)?(?:lld|@)", lambda _: ".+", re.escape(form).replace(r"\%", "%")) for form in forms)
    place = page.locator("[data-device-pill]")
    expect(place).to_be_visible()
    expect(place).to_have_text(re.compile(said))
    if count is not None:
        expect(place).to_contain_text(str(count))


def fits(page):
    """No sideways scroll."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 1, f"{page.url} is {wide} px too wide"


def press(page, key, *values):
    page.get_by_role("button", name=say(page.language, key, *values), exact=True).locator("visible=true").first.click()


FRONT = "() => (document.querySelector('#grades [name=note]')?.value ?? '') + (document.querySelector('.flashcard__front')?.innerText ?? '')"


def front(page):
    """Which card is shown; nothing while the page is on its way to the next."""
    try:
        return page.evaluate(FRONT)
    except PlaywrightError:
        return None


def review(page, grade="3"):
    """Turns the card that is shown and says how well it was known; the next one has come."""
    arrive(page, "flashcards.review")
    before = front(page)
    page.locator(".flashcard__show").click()
    expect(page.locator(".flashcard__answer")).to_be_visible()
    button = page.locator(f"#grades [name=grade][value='{grade}']")
    assert re.search(r"\d", button.inner_text()), "no interval is previewed"
    button.click()
    poll(lambda: front(page) not in (before, None), why="the next card did not come")


# ── the student ──

def test_a_student_on_the_bus(bus):
    """Maya 1, 2, 3, 9 and 12, in Hebrew: home, today's study, three cards; a second browser has it; nothing stays when she signs out."""
    page, language = own(bus, MAYA, "he", **PHONE), "he"
    session, second = bus.session(MAYA), elsewhere(bus, MAYA, "/study", "he")
    deck = page_link(session.get("/study/decks").text, rf"/study/decks/{ID}")
    before = entries(bus.server)
    bus.line.cut()
    began = time.time()
    assert answered(page, "/") == (200, True)
    print(f"\nhome without a line in {time.time() - began:.2f} s")
    pill(page, "device.pill.offline")
    expect(page.locator("main")).to_contain_text(say(language, "study.asked"))
    here(page, "/study", "study.today")
    card = page.locator(".study-card").filter(has_text=say(language, "study.streak", 6, plural="other"))
    card.get_by_role("link").last.click()
    arrive(page, "study.day")
    page.locator(".study-button").dblclick()
    done = page.locator("#study-done")
    expect(done).to_contain_text(say(language, "study.is-done"))
    expect(done).to_contain_text(say(language, "study.streak", 7, plural="other"))
    waits(page, 1)
    page.reload()
    expect(done).to_contain_text(say(language, "study.streak", 7, plural="other"))
    expect(page.locator(".study-button")).to_have_count(0)
    pill(page, "device.pill.waiting")
    here(page, f"{deck}/review", "flashcards.review")
    for _ in range(3):
        review(page)
    waits(page, 4)
    fits(page)
    assert entries(bus.server) == before
    began = back(bus, page)
    expect(second.locator(".study-card").filter(has_text=say(language, "study.streak", 7, plural="other"))).to_have_count(1)
    print(f"the second browser shows the seventh day after {time.time() - began:.2f} s")
    sent(page)
    assert entries(bus.server) == before + 4, "each act once"
    signs_out_with_something_unsent(bus, page, deck)


def page_link(html, pattern):
    return re.search(rf'href="({pattern})"', html).group(1)


def signs_out_with_something_unsent(bus, page, deck):
    """12: who signs out with something unsent is asked; after that nothing of her stays."""
    bus.line.cut()
    here(page, f"{deck}/review", "flashcards.review")
    review(page)
    waits(page, 1)
    out = "form => form.requestSubmit()"
    page.locator("form[data-sign-out]").first.evaluate(out)
    asked = page.locator("dialog#leaving")
    expect(asked).to_contain_text(say(page.language, "device.leaving.title"))
    asked.locator("[data-leave=stay]").first.click()
    expect(asked).to_have_count(0)
    waits(page, 1)
    back(bus, page)
    sent(page)
    page.locator("form[data-sign-out]").first.evaluate(out)
    page.wait_for_url(re.compile("sign-in|/$|welcome"))
    expect(page.locator("html")).to_have_attribute("data-device", "off")
    poll(lambda: page.evaluate(LEFT) == [[], []], why="something of her stayed")


# ── the teacher ──

def test_a_register_on_a_phone(bus):
    """Omar 5: everyone, then one late and one excused, in three taps; the counts add up, and Dana sees them when the line is back."""
    page = own(bus, OMAR, **PHONE)
    path = register_of(page)
    office = elsewhere(bus, DANA, path)
    before = entries(bus.server)
    bus.line.cut()
    here(page, path, "attendance.register")
    count = rows(page).count()
    press(page, "attendance.everyone-present")
    expect(page.locator("[data-mark=present][aria-pressed=true]")).to_have_count(count)
    other = next(name for name in marks(page) if name != CHILD)
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    tap(page, "excused", other)
    expect_mark(page, "excused", other)
    expect(page.locator(".tallies[data-done]")).to_have_count(1)
    tallies = page.locator(".tallies .tallies__number").all_inner_texts()
    assert sum(int(each) for each in tallies) == count and count - 2 in map(int, tallies), tallies
    waits(page, 3)
    fits(page)
    assert entries(bus.server) == before
    began = back(bus, page)
    expect_mark(office, "late", CHILD)
    print(f"\nthe office sees the register after {time.time() - began:.2f} s")
    sent(page)
    assert entries(bus.server) == before + 3
    assert marked(bus.session(DANA), path).count("present") == count - 2


# ── the guide ──

def test_a_guide_at_the_mat(bus):
    """Noa 3 and 8: a note, a habit, a task and a presentation on a tablet without a line; the other guide sees them all, and their author."""
    office, guide = bus.session(HEAD), bus.session(GUIDE)
    room = re.search(rf'href="(/classes/{ID})"', office.get("/classes").text).group(1)
    child = re.search(rf'href="/students/({ID})"[^>]*>(?:<[^>]*>)*Theo ', office.get("/students").text).group(1)
    of = f"/students/{child}"
    share_class(bus, office, room)
    day = re.search(r'name="day" value="([^"]+)"', guide.get(f"{of}/habits").text).group(1)
    for path, form in [(f"{of}/habits", {"name": "Lays the table", "cadence": "daily"}), (f"{of}/tasks", {"title": "Mend the jug", "details": "", "day": day})]:
        answer = guide.post(path, form)
        assert answer.status_code in (200, 201, 303), answer.text[-500:]
    page = own(bus, GUIDE, **TABLET)
    bus.line.cut()
    here(page, "/my-day", "myday.today")
    task = page.locator("#tasks li").filter(has_text="Mend the jug")
    task.get_by_role("button", name=say("en", "tasks.complete"), exact=True).click()
    expect(task).to_have_count(0)
    here(page, f"{of}/habits", "habits.habits")
    habit = page.locator("#habits li").filter(has_text="Lays the table")
    habit.get_by_role("button", name=say("en", "habits.do-today"), exact=True).click()
    expect(habit).to_contain_text(say("en", "habits.days-of", 1, plural="one"))
    assert answered(page, f"{of}/presentations") == (200, True)
    next_one = page.locator("#next li").first
    title = next_one.locator("a").first.inner_text()
    next_one.get_by_role("button", name=say("en", "presentations.plan"), exact=True).click()
    plan = page.locator("#plans li").filter(has_text=title)
    expect(plan).to_have_count(1)
    plan.get_by_role("button", name=say("en", "presentations.presented-today"), exact=True).click()
    expect(plan).to_have_count(0)
    waits(page, 4)
    pill(page, "device.pill.waiting", 4)
    here(page, "/capture", "capture.capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    page.locator(f"input[name=child][value='{child}']").check()
    page.locator("textarea[name=text]").fill("Theo poured water three times.")
    press(page, "capture.save")
    expect(page.locator("[data-said]")).to_have_text(say("en", "capture.kept-here"))
    fits(page)
    began, other = back(bus, page), bus.session(OTHER_GUIDE).speak("en")
    for path, words in [(f"{of}/observations", "Theo poured water three times."), (f"{of}/habits", say("en", "habits.days-of", 1, plural="one"))]:
        poll(lambda: words in other.get(path).text, LONG, f"{words} did not come to {path}")
    print(f"\nthe other guide sees it all after {time.time() - began:.2f} s")
    sent(page)
    theirs = elsewhere(bus, OTHER_GUIDE, f"{of}/observations", "en", **TABLET)
    expect(theirs.locator("main article").filter(has_text="Theo poured water").first).to_contain_text("Anna Rossi")
    theirs.goto(theirs.base + "/my-day")
    expect(theirs.locator("#tasks li").filter(has_text="Mend the jug")).to_have_count(0)


def share_class(bus, office, room):
    """Both guides have the class."""
    token = Session(bus.server, bus.server.known(HEAD)).take_token()
    members = token.get(contract.MEMBERS, headers={"Accept": "application/json"}).json()["members"]
    other = next(m["account"] for m in members if m["identifier"] == OTHER_GUIDE)
    office.post(room + "/teachers", {"teacher": other})  # or it is theirs already


# ── the instructor ──

def test_a_flight_without_a_line(bus):
    """Ruth 6, 7 and 9: three items, dual hours and a comment in the air; Sam ticks one of them on the ground; Ben hears of it once."""
    club = Club(bus.server)
    trainee = club.trainee()
    [checklist] = club.give(trainee, club.template(["Taxi", "Take-off", "Flare", "Landing"])[0])
    club.second(trainee)
    ben = club.shared(trainee)
    page = own(bus, RUTH, **TABLET)
    bus.line.cut()
    here(page, checklist, "training.checklist")
    for item in (1, 2, 3):
        face(page, item).click()
        expect(face(page, item)).to_have_attribute("aria-pressed", "true")
    page.locator("textarea[name=text]").fill("watch the flare")
    press(page, "training.checklists.comment-add")
    expect(page.locator("#comments")).to_contain_text("watch the flare")
    here(page, f"{trainee}/log/new", "training.log-new")
    page.locator("input[name=dual]").fill("1.3")
    press(page, "training.log.enter")
    arrive(page, "training.log")
    expect(page.locator("#sums")).to_contain_text("1:18")
    waits(page, 5)
    fits(page)
    club.tick(checklist, 1, club.sam)
    notices = elsewhere(bus, ben, "/notifications", "en", **PHONE)
    began = back(bus, page)
    notice = notices.locator("main").get_by_text(say("en", "notifications.checklist-comment"))
    expect(notice).to_have_count(1)
    print(f"\nBen hears of it after {time.time() - began:.2f} s")
    sent(page)
    page.goto(page.base + f"{checklist}/history?item=1")
    arrive(page, "training.checklist-history")
    for name in ("Ruth Adler", "سامي حبيب"):
        expect(page.locator("main")).to_contain_text(name)
    page.goto(page.base + checklist)
    expect(page.locator(".checklist-item[data-done]")).to_have_count(3)
    assert club.sam.get(f"{trainee}/log").text.count("1:18") >= 1
    notices.reload()
    expect(notice).to_have_count(1)


# ── a person on the bus ──

def test_a_person_on_the_bus(bus):
    """A register, an observation, today's study and a message, one after the other; on a second device within seconds."""
    session = bus.session(OMAR)
    child = re.search(rf'href="/students/({ID})"[^>]*>(?:<[^>]*>)*{CHILD}', session.get("/students").text).group(1)
    talk = json_post(session, "/messages", {"with": account(session, "ليلى خوري")})["id"]
    track = page_link(session.get("/study/tracks").text, rf"/study/tracks/{ID}")
    assert session.post(f"{track}/membership", {}).status_code in (200, 303)
    page = own(bus, OMAR, **PHONE)
    path = register_of(page)
    second = elsewhere(bus, OMAR, path, "en", **TABLET)
    before = entries(bus.server)
    bus.line.cut()
    here(page, path, "attendance.register")
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    here(page, f"/observations/new?child={child}", "observations.new")
    page.locator("main textarea[name=text]").fill("Explained fractions to a friend on the bus.")
    press(page, "observations.finish")
    expect(page.locator("main")).to_contain_text("Explained fractions to a friend on the bus.")
    here(page, "/study", "study.today")
    page.locator(".study-card").get_by_role("link").last.click()
    arrive(page, "study.day")
    day = page.url.removeprefix(page.base)
    page.locator(".study-button").click()
    expect(page.locator(".study-button")).to_have_count(0)
    here(page, f"/messages/{talk}", "messages.conversation")
    write(page, "I am on the bus")
    expect(bubble(page, "I am on the bus")).to_have_count(1)
    assert entries(bus.server) == before and len(standing(page)["waiting"]) >= 3
    began, took = back(bus, page), {}
    expect_mark(second, "late", CHILD)
    took["register"] = time.time() - began
    for name, is_there in [
        ("observation", lambda: "Explained fractions" in session.get("/observations").text),
        ("study", lambda: "study-button" not in session.get(day).text),
        ("message", lambda: texts(session, talk).count("I am on the bus") == 1),
    ]:
        poll(is_there, 60, f"{name} never came")
        took[name] = time.time() - began
    print("\non the second device after", ", ".join(f"{name} {seconds:.2f} s" for name, seconds in took.items()))
    sent(page)
    for where, words in [("/observations", "Explained fractions"), (f"/messages/{talk}", "I am on the bus")]:
        second.goto(second.base + where)
        expect(second.locator("main").get_by_text(words).first).to_be_visible()
    assert texts(session, talk).count("I am on the bus") == 1


# ── the tray ──

def test_the_tray_in_arabic(bus):
    """What was refused says why in the reader's language, with the words; sent again it goes, let go it is gone; all of it on 320 px."""
    session = bus.session(MAYA)
    decks = [json_post(session, "/study/decks", {"name": name})["id"] for name in ("Of the bus", "Of the train")]
    page = own(bus, MAYA, "ar", **SMALL)
    assert page.locator("html").get_attribute("dir") == "rtl"
    bus.line.cut()
    for deck, words in zip(decks, ("كلمة من الحافلة", "كلمة من القطار")):
        here(page, f"/study/decks/{deck}/notes/new", "flashcards.new-note")
        page.locator("main [name=front]").fill(words)
        page.locator("main [name=back]").fill("معناها")
        page.locator("main form:has([name=front])").evaluate("form => form.requestSubmit()")
        expect(page.locator("#toasts")).to_contain_text(say("ar", "flashcards.note-added"))
    waits(page, 2)
    here(page, "/settings/device", "devices.this")
    waiting, refused = page.locator("[data-entries=waiting] li"), page.locator("[data-entries=refused] li")
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("كلمة من الحافلة")
    expect(page.get_by_text(say("ar", "device.line-off"))).to_be_visible()
    fits(page)
    for deck in decks:
        assert session.post(f"/study/decks/{deck}/deletion", {}).status_code == 303
    back(bus, page)
    expect(refused).to_have_count(2)
    expect(waiting).to_have_count(0)
    for entry in refused.all():
        why = entry.locator("[data-entry-why]").inner_text()
        assert re.search("[\u0600-\u06ff]{3}", why.removeprefix(say("ar", "device.why", "").split("\u2068")[0])), f"why it was refused is not said in Arabic: {why}"
    pill(page, "device.pill.refused")
    fits(page)
    assert session.post(f"/study/decks/{decks[0]}/restoration", {}).status_code == 303
    refused.filter(has_text="كلمة من الحافلة").get_by_role("button", name=say("ar", "device.retry")).click()
    expect(refused).to_have_count(1)
    poll(lambda: "كلمة من الحافلة" in session.get(f"/study/decks/{decks[0]}").text)
    refused.get_by_role("button", name=say("ar", "device.let-go")).click()
    fits(page)
    page.locator("#device-letting .button--destructive").click()
    expect(refused).to_have_count(0)
    expect(page.locator("[data-device-pill]")).to_be_hidden()
    expect(page.get_by_text(say("ar", "device.waiting-none"))).to_be_visible()
