"""Quizzes as people make and take them: in English and in Arabic, on a desk and on a phone, with scripts and without."""
import base64
import contextlib
import datetime
import functools
import re
import sqlite3
import time
import uuid

import pytest
from playwright.sync_api import expect

from conftest import Cut, arrive, until, visits
from school import Server, Session
from words import catalogue, say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LANGUAGES = ["en", "ar"]


@pytest.fixture(scope="module")
def campus():
    with Server("quizzes") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def word(page, key, *values):
    return say(page.language, "quizzes." + key, *values)


def press(page, key, *values, exact=True):
    page.get_by_role("button", name=word(page, key, *values), exact=exact).first.click()


def follow(page, key, *values):
    page.get_by_role("link", name=word(page, key, *values), exact=True).first.click()


@functools.cache
def bearer(campus, identifier):
    """Somebody's program: one token for all that is asked, for nobody may have more than fifty."""
    return Session(campus, campus.known(identifier)).take_token()


def api(campus, identifier, path):
    answer = bearer(campus, identifier).request("GET", "/api/v1" + path, headers={"Accept": "application/json"})
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.json()


def course(campus, name="Math 7"):
    return next(c["id"] for c in api(campus, "omar@rimon.example", "/courses")["courses"] if c["name"] == name)


def quiz(campus, title, name="Math 7"):
    return next(q["id"] for q in api(campus, "omar@rimon.example", f"/courses/{course(campus, name)}/quizzes")["quizzes"] if q["title"] == title)


def add_question(page, kind, text, **fields):
    page.goto(re.sub(r"[?#].*", "", page.url) + f"/questions/new?kind={kind}")
    page.locator("[name=text]").fill(text)
    for name, value in fields.items():
        page.locator(f'[name="{name}"]').fill(value)


def saved(page):
    page.locator(".form__actions button[value=save]").click()
    arrive(page, "quizzes.builder")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_makes_a_quiz(people, campus, language):
    """Day 5.2, Omar 4: several kinds, six options and no seventh, the bank, order by keyboard, a copy, a preview."""
    page = people("omar@rimon.example", language, f"/courses/{course(campus)}/quizzes/new")
    title = f"Decimals {language}"
    page.locator("[name=title]").fill(title)
    page.locator("[name=minutes]").select_option("15")
    press(page, "create")
    expect(page.locator("h1")).to_have_text(title)
    own = re.sub(r"[?#].*", "", page.url)
    # one with six options, two of them right; a seventh row cannot be had
    add_question(page, "multiple", "Which are greater than 0.5?", **{f"option.{n}": f"0.{n}" for n in range(1, 5)})
    for number in (5, 6):
        page.locator("[data-rows-add]").click()
        page.locator(f'[name="option.{number}"]').fill(f"0.{number}1")
    expect(page.locator("[data-rows-add]")).to_be_disabled()
    page.locator(".form__actions button[value=save]").click()
    expect(page.locator(".error-summary")).to_contain_text(word(page, "refused-no-correct"))
    page.locator('[name="correct.5"]').check()
    page.locator('[name="correct.6"]').check()
    saved(page)
    add_question(page, "short", "What is the dot called?", answers="decimal point")
    saved(page)
    add_question(page, "blanks", "Ten tenths are [one|1].")
    saved(page)
    page.goto(own + "/questions/new?kind=true-false")
    page.locator("[name=text]").fill("0.50 is 0.5.")
    page.locator('[name=correct][value="1"]').check()
    saved(page)
    # two from the bank
    follow(page, "from-bank")
    arrive(page, "quizzes.take-from-bank")
    for place in (0, 1):
        page.locator("[name=question]").nth(place).check()
    press(page, "take")
    arrive(page, "quizzes.builder")
    rows = page.locator("#questions > li")
    expect(rows).to_have_count(6)
    # by keyboard: the first goes down
    first = rows.nth(0).get_attribute("id")
    rows.nth(0).locator("[data-sort-grip]").focus()
    with page.expect_response(lambda r: r.url.endswith("/arrange") and r.ok):
        page.keyboard.press("ArrowDown")
    assert rows.nth(1).get_attribute("id") == first
    # the keyboard stays on what it moved
    expect(rows.nth(1).locator("[data-sort-grip]")).to_be_focused()
    page.reload()
    assert rows.nth(1).get_attribute("id") == first
    # a copy, and away with it
    rows.nth(1).locator("[popovertarget]").click()
    page.get_by_role("button", name=word(page, "act-duplicate")).click()
    expect(rows).to_have_count(7)
    follow(page, "preview")
    expect(page.locator(".question")).to_have_count(7)
    page.wait_for_load_state()
    expect(page.locator("[data-quiz]")).to_have_count(0)
    page.goto(own)
    press(page, "publish")
    expect(page.locator("#toasts")).to_contain_text(word(page, "toast.published"))
    assert not [e for e in page.errors if "422" not in e], page.errors  # one was refused on purpose


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_student_takes_it_on_a_phone(people, campus, language):
    """Every answer is saved by itself, a reload loses nothing, and the teacher sees it come in without looking again."""
    who = {"en": "maya", "ar": "yusuf"}[language]
    path = "/quizzes/" + quiz(campus, "Percent practice")
    teacher = people("omar@rimon.example", language, path + "/results")
    expect(teacher.locator("html")).to_have_attribute("data-live", "on")
    teacher.evaluate("document.body.stayed = true")
    student = people(who, language, path, **PHONE)
    expect(student.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    press(student, "begin")
    arrive(student, "quizzes.take")
    expect(teacher.locator("#quiz-results")).to_contain_text(word(teacher, "is-open"))
    questions = student.locator("[data-question]")
    expect(questions).to_have_count(3)
    with student.expect_response(lambda r: r.url.endswith("/answers") and r.ok):
        questions.nth(0).locator("input[inputmode=decimal]").fill("٢٥" if language == "ar" else "25")
    with student.expect_response(lambda r: r.url.endswith("/answers") and r.ok):
        questions.nth(1).locator(".choice").filter(has_text="25%").click()
    expect(student.locator("[data-saved]")).to_have_text(word(student, "saved"))
    order = student.evaluate("[...document.querySelectorAll('.choice input')].map(i => i.name + i.value)")
    student.reload()
    assert student.evaluate("[...document.querySelectorAll('.choice input')].map(i => i.name + i.value)") == order
    expect(questions.nth(1).locator("input:checked")).to_have_count(1)
    assert "\"correct\"" not in student.content() and "data-right" not in student.content()
    # the line is dead: the answer is kept here, and goes out when it is back
    student.context.set_offline(True)
    questions.nth(2).locator("input[type=radio]").nth(1).check()
    expect(student.locator("[data-saved]")).to_have_text(word(student, "kept"))
    with student.expect_response(lambda r: r.url.endswith("/answers") and r.ok):
        student.context.set_offline(False)
    assert student.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(student, "hand-in")
    expect(student.locator("main")).to_have_attribute("data-page", "quizzes.review")
    press(student, "hand-in-now")
    expect(student.locator("main")).to_have_attribute("data-page", "quizzes.result")
    expect(student.locator(".stat__value").first).to_have_text(word(student, "points-of", "3", "3"))
    expect(teacher.locator("#quiz-results")).to_contain_text("3 / 3" if language == "en" else "3")
    assert teacher.evaluate("document.body.stayed === true")
    quiet = [e for e in student.errors if "ERR_INTERNET_DISCONNECTED" not in e]
    assert not quiet and not teacher.errors, (quiet, teacher.errors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_taken_without_scripts(people, campus, language):
    who = {"en": "adam", "ar": "camille"}[language]
    page = people(who, language, "/quizzes/" + quiz(campus, "Fractions"), java_script_enabled=False, **PHONE)
    assert page.locator("[data-clock]").count() == 1, page.content()[:2000]
    press(page, "begin")
    questions = page.locator("[data-question]")
    questions.nth(0).locator("input[type=radio]").nth(1).check()
    questions.nth(3).locator("input[inputmode=text]").fill("denominator")
    press(page, "save")
    expect(page.locator("#toasts")).to_contain_text(word(page, "saved"))
    expect(questions.nth(3).locator("input[inputmode=text]")).to_have_value("denominator")
    press(page, "hand-in")
    press(page, "hand-in-now")
    expect(page.locator("main")).to_have_attribute("data-page", "quizzes.result")
    expect(page.locator(".stat__value").first).to_have_text(word(page, "points-of", "2", "8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_wait_for_the_due_date(people, campus, language):
    who = {"en": "maya", "ar": "yusuf"}[language]
    page = people(who, language, "/quizzes/" + quiz(campus, "Cells", "Science 7"), **PHONE)
    press(page, "begin")
    # one question on the screen; going on saves
    arrive(page, "quizzes.take")
    expect(page.locator("[data-question]:visible")).to_have_count(1)
    step = page.locator("[data-step=next]")
    while step.is_visible():
        step.click()
        expect(page.locator("[data-question]:visible")).to_have_count(1)
    press(page, "hand-in")
    press(page, "hand-in-now")
    arrive(page, "quizzes.result")
    text = page.content()
    assert "mitosis" not in text and "data-right" not in text and page.locator(".question__verdict").count() == 0
    expect(page.locator(".banner")).to_contain_text(word(page, "handed-in-well"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_key_is_put_right(people, campus, language):
    """Day 5.2, Omar 8: preview, apply, and back again."""
    page = people("omar@rimon.example", language, "/quizzes/" + quiz(campus, "Percent practice"))
    own = page.url
    page.locator("#questions > li .cell__title a").nth(1).click()
    page.locator('[name=correct][value="3"]').check()
    page.locator(".form__actions button[value=save]").click()
    expect(page.locator("main")).to_have_attribute("data-page", "quizzes.regrade")
    press(page, "regrade-preview")
    expect(page.locator("main table tbody tr").first).to_be_visible()
    changed = page.locator("main table tbody tr").count()
    press(page, "regrade-apply")
    expect(page.locator("#toasts")).to_be_visible()
    press(page, "undo")
    expect(page.locator("main")).to_contain_text(word(page, "undone"))
    assert changed >= 1
    # and the key as it was, for whoever comes next
    page.goto(own)
    page.locator("#questions > li .cell__title a").nth(1).click()
    page.locator('[name=correct][value="2"]').check()
    with page.expect_navigation():
        page.locator(".form__actions button[value=save]").click()
    assert not page.errors, page.errors


def take(campus, identifier, one, answers):
    """An attempt by program: answers in the order of the quiz's questions, `None` for none; handed in."""
    session = bearer(campus, identifier)
    asked = api(campus, "omar@rimon.example", f"/quizzes/{one}")["questions"]
    ids, written = [q["id"] for q in asked], {q["id"]: {o["id"]: o["text"] for o in q["face"]["options"]} for q in asked}
    send = lambda path, body: session.request("POST", f"/api/v1/quizzes/{one}/attempts{path}", json=body, headers={"Accept": "application/json"})
    begun = send("", {})
    assert begun.status_code == 201, begun.text
    faces = {q["id"]: q["face"] for q in session.request("GET", f"/api/v1/quizzes/{one}/attempts/{begun.json()['id']}", headers={"Accept": "application/json"}).json()["questions"]}
    # each attempt has an order and names of its own for options
    def named(question, answer):
        if faces[question]["kind"] not in ("single", "multiple"):
            return answer
        return next(o["id"] for o in faces[question]["options"] if o["text"] == written[question][int(answer)])
    given = {f"a.{question}": str(named(question, answer)) for question, answer in zip(ids, answers) if answer is not None}
    saved = send(f"/{begun.json()['id']}/answers", {"q": [k[2:] for k in given], **given, "submit": "true"})
    assert saved.status_code == 200 and saved.json()["isSubmitted"], saved.text


def told(campus, identifier, title):
    """When somebody was last told of a grade for something."""
    words = api(campus, identifier, "/notifications")["notifications"]
    return max((n["moment"] for n in words if n["kind"] == "grade" and title in str(n["phrase"])), default=None)


def soon(get, wanted, seconds=8):
    end = time.time() + seconds
    while not wanted(found := get()) and time.time() < end:
        time.sleep(0.1)
    assert wanted(found), found


def test_a_regrade_changes_whom_it_names(people, campus):
    """rules.md 4.6: who changes is seen before, with letter; one batch; who has the same grade hears nothing; all of it goes back."""
    one = quiz(campus, "Percent practice")
    take(campus, "adam", one, ["25", "3", None])  # what is wrong now, and right afterwards
    take(campus, "camille", one, ["25", "2", "2"])  # right now, and by then, too
    books = lambda: [api(campus, "omar@rimon.example", path) for path in (f"/quizzes/{one}/results", f"/courses/{course(campus)}/gradebook")]
    soon(lambda: [told(campus, who, "Percent practice") for who in ("adam", "camille")], all)
    before, heard = books(), {who: told(campus, who, "Percent practice") for who in ("adam", "camille")}
    for who in heard:  # who has not read it yet has it waiting anyway
        assert Session(campus, campus.known(who)).sign_in().post("/notifications/read", {}).status_code == 303
    page = people("omar@rimon.example", "en", f"/quizzes/{one}")
    page.locator("#questions > li .cell__title a").nth(1).click()
    page.locator('[name=correct][value="3"]').check()
    page.locator(".form__actions button[value=save]").click()
    press(page, "regrade-preview")
    rows = page.locator("main table tbody tr")
    expect(rows.filter(has_text="Adam").first).to_contain_text(re.compile(r"%.*[A-F][+-]?.*%.*[A-F][+-]?", re.S))
    expect(rows.filter(has_text="Camille")).to_have_count(0)
    assert books() == before, "a preview changed something"
    press(page, "regrade-apply")
    expect(page.locator("#toasts")).to_be_visible()
    after = books()
    assert after != before
    soon(lambda: told(campus, "adam", "Percent practice"), lambda moment: moment > heard["adam"])
    assert told(campus, "camille", "Percent practice") == heard["camille"]
    press(page, "undo")
    expect(page.locator("main")).to_contain_text(word(page, "undone"))
    assert books() == before
    # and the key as it was, for whoever comes next
    page.goto(page.base + f"/quizzes/{one}")
    page.locator("#questions > li .cell__title a").nth(1).click()
    page.locator('[name=correct][value="2"]').check()
    page.locator(".form__actions button[value=save]").click()
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_student_has_an_extension(people, campus, language):
    """From the results: given, seen there, changed, taken back and put back by the toast; on a phone, too."""
    one = quiz(campus, "Cells", "Science 7")
    page = people("omar@rimon.example", language, f"/quizzes/{one}/results", **(PHONE if language == "ar" else {}))
    row = page.locator("#quiz-results > li").last
    row.locator("a[href*='times?student=']").click()
    expect(page.locator("main")).to_have_attribute("data-page", "quizzes.times")
    due = api(campus, "omar@rimon.example", f"/quizzes/{one}")["quiz"]["dueAt"][:10]
    later = (datetime.date.fromisoformat(due) + datetime.timedelta(days=3)).isoformat()
    page.locator("main [name=dueDay]").fill(due.replace(due[:4], str(int(due[:4]) - 1)))
    press(page, "save")
    expect(page.locator(".error-summary")).to_contain_text(say(language, "assignments.extension-earlier"))
    page.locator("main [name=dueDay]").fill(later)
    page.locator("main [name=extraAttempts]").fill("1")
    press(page, "save")
    expect(page.locator("#toasts")).to_contain_text(word(page, "toast.time-given"))
    own = page.locator("#own-times > li")
    expect(own).to_have_count(1)
    expect(own).to_contain_text(say(language, "quizzes.attempts-count", 1, plural="one"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=say(language, "assignments.end-extension"), exact=True).click()
    expect(own).to_have_count(0)
    expect(page.locator("#toasts")).to_contain_text(word(page, "toast.time-ended"))
    page.locator("#toasts").get_by_role("button", name=say(language, "kit.undo"), exact=True).click()
    expect(own).to_have_count(1)
    page.goto(page.base + f"/quizzes/{one}/results")
    expect(page.locator("#quiz-results > li").last).to_contain_text(say(language, "quizzes.attempts-count", 1, plural="one"))
    page.goto(page.base + f"/quizzes/{one}/times")
    page.get_by_role("button", name=say(language, "assignments.end-extension"), exact=True).click()
    expect(own).to_have_count(0)
    assert not [e for e in page.errors if "422" not in e], page.errors  # one was refused on purpose


def hurry(campus, page, seconds):
    """Lets the time of the attempt on the page run out soon: limits are minutes, and a test has seconds."""
    attempt = uuid.UUID(re.search(r"/attempts/([0-9a-f-]+)", page.url)[1])
    for path in campus.data.rglob("*"):
        if not path.is_file() or path.open("rb").read(15) != b"SQLite format 3":
            continue
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as book, book:
            if book.execute("SELECT 1 FROM sqlite_master WHERE name = 'quiz_attempt'").fetchone():
                moment = int((time.time() + seconds) * 1000)
                assert book.execute("UPDATE quiz_attempt SET deadline = ? WHERE id = ?", (moment, attempt.bytes)).rowcount == 1
    page.reload()


@pytest.mark.parametrize("line", ["up", "down"])
def test_what_was_typed_in_time_counts(people, campus, line):
    """At the end of the time an attempt hands itself in, with the last keys; with the line down, as soon as it is back."""
    page = people({"up": "adam", "down": "camille"}[line], "en", "/quizzes/" + quiz(campus, "Percent practice"), **PHONE)
    # the pause after the last key outlasts the time, so that what is typed goes out at its end, whenever it is typed
    page.add_init_script("const set = setTimeout; globalThis.setTimeout = (what, wait, ...more) => set(what, wait === 700 ? 1e6 : wait, ...more)")
    page.locator("main form[action$='/attempts'] button").click()  # the first attempt or another
    arrive(page, "quizzes.take")
    expect(page.locator("[data-question]")).to_have_count(3)
    hurry(campus, page, 10)
    if line == "down":
        page.context.set_offline(True)
    with page.expect_event("requestfailed" if line == "down" else "response", lambda e: e.url.endswith("/answers")):
        page.locator("[data-question] input[inputmode=decimal]").fill("25")
        assert page.locator("[data-left]").inner_text() != "0:00", "too late to be in time"
    if line == "down":
        expect(page.locator("[data-left]")).to_have_text("0:00")
        expect(page.locator("[data-question] input[inputmode=decimal]")).to_be_disabled()
        expect(page.locator("[data-saved]")).to_have_text(word(page, "kept"))
        page.context.set_offline(False)
    expect(page.locator("main")).to_have_attribute("data-page", "quizzes.result")
    expect(page.locator(".stat__value").first).to_have_text(word(page, "points-of", "1", "3"))
    expect(page.locator("main")).to_contain_text(word(page, "ended-by-time"))
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('draft:quiz-')).length") == 0
    assert not [e for e in page.errors if "ERR_INTERNET_DISCONNECTED" not in e], page.errors


def test_answers_survive_a_closed_tab(people, campus):
    """Typed without a line, the tab closed: another tab of the same browser has the answer again, and sends it."""
    page = people("adam", "en", "/quizzes/" + quiz(campus, "Fractions"), **PHONE)
    page.locator("main form[action$='/attempts'] button, main a.button[href*='/attempts/']").first.click()
    arrive(page, "quizzes.take")
    own, context = page.url, page.context
    context.set_offline(True)
    page.locator("[data-question]").nth(3).locator("input[inputmode=text]").fill("nominator")
    expect(page.locator("[data-saved]")).to_have_text(word(page, "kept"))
    page.close()
    context.set_offline(False)
    page = context.new_page()
    with page.expect_response(lambda r: r.url.endswith("/answers") and r.ok):
        page.goto(own)
    expect(page.locator("[data-question]").nth(3).locator("input[inputmode=text]")).to_have_value("nominator")
    until(page, "!Object.keys(localStorage).some(key => key.startsWith('draft:quiz-'))")


def test_answers_go_out_from_whatever_page_is_open(people, campus):
    """Marked without a line, and the quiz left: another page sends them when there is one, and hands nothing in."""
    page = people("adam", "en", "/quizzes/" + quiz(campus, "Cells", "Science 7"), **PHONE)
    press(page, "begin")
    arrive(page, "quizzes.take")
    own, choice = page.url, page.locator("[data-question]:visible [name^='flag.']")
    line = Cut(page, "/answers$")
    choice.check()
    expect(page.locator("[data-saved]")).to_have_text(word(page, "kept"))
    page.goto(page.base + "/grades")
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    until(page, "!Object.keys(localStorage).some(key => key.startsWith('draft:quiz-'))")
    page.goto(own)
    arrive(page, "quizzes.take")
    expect(choice).to_be_checked()


def test_no_button_of_a_quiz_drops_what_the_server_does_not_have(people, campus):
    """A line that is dead though the device believes in it: kept answers outlive a button that led nowhere, and go in with the rest."""
    page = people("sami", "en", "/quizzes/" + quiz(campus, "Fractions"), **PHONE)
    page.locator("main form[action$='/attempts'] button").first.click()
    arrive(page, "quizzes.take")
    own, field = page.url, page.locator("[data-question]").nth(3).locator("input[inputmode=text]")
    line = Cut(page, "/answers$")
    field.fill("nominator")
    expect(page.locator("[data-saved]")).to_have_text(word(page, "kept"))
    press(page, "hand-in")
    expect(page.locator("#quiz-offline")).to_be_visible()  # it leads nowhere, and the page stays
    page.goto(own)
    expect(field).to_have_value("nominator")
    page.goto(own + "/review")
    arrive(page, "quizzes.review")
    line.mend()
    press(page, "hand-in-now")
    arrive(page, "quizzes.result")
    # sent by whoever was first: the button, or what sends from any page what waits
    expect(page.locator("main")).to_contain_text("nominator")
    until(page, "!Object.keys(localStorage).some(key => key.startsWith('draft:quiz-'))")


def test_a_quiz_goes_on_and_is_handed_in_without_a_line(people, campus):
    """Cut off after the first question: the next one comes, the handing in waits, and goes out when the line is back."""
    page = people("sami", "en", "/quizzes/" + quiz(campus, "Cells", "Science 7"), **PHONE)
    press(page, "begin")
    arrive(page, "quizzes.take")
    page.context.set_offline(True)
    shown = page.locator("[data-question]:visible")
    first = shown.get_attribute("data-question")
    page.locator("[data-step=next] button").click()
    expect(shown).not_to_have_attribute("data-question", first)
    shown.locator("[name^='flag.']").check()
    expect(page.locator("[data-saved]")).to_have_text(word(page, "kept"))
    press(page, "hand-in")
    expect(page.locator("#quiz-offline")).to_contain_text(word(page, "hand-in-offline")[:20])
    press(page, "hand-in-later")
    expect(page.locator("[data-hand-in-note]")).to_contain_text(word(page, "hand-in-waiting")[:20])
    page.context.set_offline(False)
    arrive(page, "quizzes.result")
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('draft:quiz-') || k.startsWith('draft:outbox-')).length") == 0
    assert not [e for e in page.errors if "ERR_INTERNET_DISCONNECTED" not in e], page.errors


def test_two_tabs_of_an_attempt_show_the_same(people, campus):
    """What is typed in one stands in the other, so that neither sends what is old."""
    page = people("maya", "en", "/quizzes/" + quiz(campus, "Fractions"), **PHONE)
    page.locator("main form[action$='/attempts'] button, main a.button[href*='/attempts/']").first.click()
    arrive(page, "quizzes.take")
    other = page.context.new_page()
    other.goto(page.url)
    typed = lambda tab: tab.locator("[data-question]").nth(3).locator("input[inputmode=text]")
    typed(page).fill("denominator")
    expect(typed(other)).to_have_value("denominator")
    with other.expect_response(lambda r: r.url.endswith("/answers") and r.ok):
        other.locator("[data-question]").nth(0).locator("input[type=radio]").nth(1).check()
    expect(page.locator("[data-question]").nth(0).locator("input[type=radio]").nth(1)).to_be_checked()
    page.reload()
    expect(typed(page)).to_have_value("denominator")
    other.close()


def test_signed_out_answers_wait_behind_the_door(people, campus):
    page = people("yusuf", "en", "/quizzes/" + quiz(campus, "Fractions"), **PHONE)
    press(page, "begin")
    arrive(page, "quizzes.take")
    # a page just opened tries again before it leads away
    page.evaluate("new Promise(done => setTimeout(done, Math.max(0, 4200 - performance.now())))")
    page.context.clear_cookies()
    page.locator("[data-question]").nth(3).locator("input[inputmode=text]").fill("denominator")
    expect(page.locator("input[name=password]")).to_be_visible()
    kept = page.evaluate("Object.entries(localStorage).find(([k]) => k.startsWith('draft:quiz-'))?.[1]")
    assert kept.startswith("sealed.") and "denominator" not in kept, "for its writer, who has to sign in first"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quiz_is_deleted_and_comes_back(people, campus, language):
    """Asked first; gone from the list, the gradebook and the students' sight; back with its question from the toast."""
    title = f"Not yet {language}"
    page = people("omar@rimon.example", language, f"/courses/{course(campus)}/quizzes/new")
    page.locator("[name=title]").fill(title)
    press(page, "create")
    expect(page.locator("h1")).to_have_text(title)
    own = re.sub(r"[?#].*", "", page.url)
    add_question(page, "short", "What is the dot called?", answers="decimal point")
    saved(page)
    page.goto(own + "/deletion")
    press(page, "delete-quiz")
    arrive(page, "quizzes.list")
    undo = page.locator("#toasts").get_by_role("button", name=say(language, "kit.undo"))
    undo.focus()  # a toast that has the focus stays
    expect(page.locator("main")).not_to_contain_text(title)
    assert title not in [q["title"] for q in api(campus, "omar@rimon.example", f"/courses/{course(campus)}/quizzes")["quizzes"]]
    assert title not in [i["title"] for i in api(campus, "omar@rimon.example", f"/courses/{course(campus)}/gradebook")["items"]]
    undo.click()
    arrive(page, "quizzes.builder")
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#questions > li")).to_have_count(1)
    assert title in [i["title"] for i in api(campus, "omar@rimon.example", f"/courses/{course(campus)}/gradebook")["items"]]
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_tab_is_in_sight_on_a_phone(people, campus, language):
    """A strip that is wider than the screen opens where one is."""
    path = f"/quizzes/{quiz(campus, 'Fractions')}"
    page = people("omar@rimon.example", language, path + "/times", **PHONE)
    here = page.locator(".tabs [aria-current]")
    expect(here).to_have_text(word(page, "tab.times"))
    expect(here).to_be_in_viewport(ratio=0.9)
    assert page.locator(".tabs").evaluate("strip => strip.scrollWidth > strip.clientWidth"), "there is nothing beyond the edge"
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_analysis_is_a_line_a_question(people, campus, language):
    """Eight questions are seen at once; one opens for its answers with the key ticked; grading again is asked for once."""
    size = PHONE if language == "ar" else {"viewport": {"width": 1440, "height": 900}}
    page = people("omar@rimon.example", language, f"/quizzes/{quiz(campus, 'Fractions')}/analysis", **size)
    rows = page.locator(".analysis__row")
    expect(rows).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollHeight") <= (1200 if language == "en" else 1500)
    expect(rows.first.locator(".analysis__answers")).to_be_hidden()
    rows.first.locator("summary").click()
    expect(rows.first.locator("[data-right]")).to_contain_text(word(page, "correct"))
    expect(page.get_by_role("link", name=word(page, "regrade"), exact=True)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_essays_are_marked_on_a_desk(people, campus, language):
    """From the results, one student after another without a page load; what saves is always in sight; posted where one is."""
    one = quiz(campus, "Fractions")
    omar = bearer(campus, "omar@rimon.example")
    column = f"/courses/{course(campus)}/gradebook/items/{one}/post"
    assert omar.request("POST", "/api/v1" + column, json={"hide": "on"}, headers={"Accept": "application/json"}).status_code == 200
    size = PHONE if language == "ar" else {"viewport": {"width": 1280, "height": 720}}
    page = people("omar@rimon.example", language, f"/quizzes/{one}/results", **size)
    follow(page, "mark-answers")
    arrive(page, "quizzes.grading")
    page.evaluate("document.body.stayed = true")
    points, save = page.locator("#grade-form input[name^='points.']").first, page.locator("#grade-form .button--primary")
    expect(save).to_be_in_viewport(ratio=1)
    if language == "en":
        expect(points).to_be_focused()
    # who looks at somebody else meanwhile finds what was typed
    mine = page.url
    points.fill("1.5")
    page.locator("#desk [data-key=j]").click()
    expect(page).not_to_have_url(mine)
    page.locator("#desk [data-key=k]").click()
    expect(page).to_have_url(mine)
    expect(points).to_have_value("1.5")
    page.mouse.wheel(0, 400)
    expect(save).to_be_in_viewport(ratio=1)
    save.click()
    expect(page).not_to_have_url(mine)
    expect(points).to_have_value("")
    assert page.evaluate("document.body.stayed === true"), "the desk was loaded again"
    given = api(campus, "omar@rimon.example", f"/quizzes/{one}/grading/{mine.rsplit('/', 1)[1]}")
    assert given["questions"][-1]["points"] == 1.5 and given["result"]["isPending"] is False
    # posted from here, and taken back: one stays at the desk
    there = page.url
    post = page.locator(f"#desk form[action$='/items/{one}/post'] button")
    label = post.inner_text()
    post.click()
    expect(page.locator("#toasts .toast__undo")).to_be_visible()
    expect(page).to_have_url(there)
    expect(post).to_have_count(0)
    page.locator("#toasts .toast__undo").click()
    expect(post).to_have_text(label)
    expect(page).to_have_url(there)
    assert not page.errors, page.errors


SQUARE = "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAIAAAAt/+nTAAAAO0lEQVR42u3PMQ0AAAzDsIEYf2QFMww7+lnKHcmT3WrlfQYAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4NsB1okgeVek9IoAAAAASUVORK5CYII="
PASTE = """async (field, data) => {
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0)), box = new DataTransfer()
  box.items.add(new File([bytes], "square.png", { type: "image/png" }))
  field.focus()
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: box, bubbles: true, cancelable: true }))
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_has_pictures(people, campus, language):
    """Pasted into an option, it asks what it shows; without words it is refused where they are missing, and nothing typed is lost."""
    page = people("omar@rimon.example", language, f"/courses/{course(campus)}/quizzes/new", **(PHONE if language == "ar" else {}))
    page.locator("[name=title]").fill(f"Shapes {language}")
    press(page, "create")
    add_question(page, "single", "Which one is a square?", **{"option.1": "A", "option.2": "B"})
    page.locator('[name=correct][value="2"]').check()
    field = page.locator('main [name="option.2"]')
    field.evaluate(PASTE, SQUARE)
    expect(page.locator("main [name=put]")).to_have_value("option.2")
    expect(page.locator("main [name=about]")).to_be_focused()
    press(page, "picture-add")
    expect(page.locator(".error-summary")).to_contain_text(say(language, "lessons.about.missing"))
    expect(field).to_have_value("B")
    page.locator("main [name=picture]").set_input_files({"name": "square.png", "mimeType": "image/png", "buffer": base64.b64decode(SQUARE)})
    page.locator("main [name=about]").fill("a red square")
    page.locator("main [name=put]").select_option("option.2")
    press(page, "picture-add")
    expect(field).to_have_value("B ![a red square](picture-1.jpg)")
    until(page, "() => document.querySelector('main .editor__thumb').naturalWidth === 64")
    saved(page)
    follow(page, "preview")
    expect(page.get_by_role("img", name="a red square")).to_be_visible()
    until(page, "() => document.querySelector('main .question__option img').naturalWidth === 64")


def test_every_word_of_the_feature_is_there():
    assert len([key for key in catalogue() if key.startswith("quizzes.")]) > 300
