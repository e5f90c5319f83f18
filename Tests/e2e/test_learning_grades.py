"""Grades: what a teacher types, what a family sees, and that it never sees more (days 5.1.7, 5.2 Omar 9–11)."""
import csv, io, re

import pytest
from playwright.sync_api import expect

from conftest import Held, arrive, open_page, stall
from test_day import Scene, DESKTOP, PHONE, day, poll, stay, stayed  # noqa: F401
from words import say

DANA, AVI, OMAR, NOA = (f"{name}@rimon.example" for name in ("dana", "avi", "omar", "noa"))
COURSE = "Math 7"


def course_of(scene, identifier=OMAR, name=COURSE):
    """The path of the demo's Math 7, or of a course that Omar does not teach alone."""
    session = scene.session(identifier)
    courses = session.get("/api/v1/courses", headers={"Accept": "application/json"}).json()["courses"]
    return "/courses/" + next(c["id"] for c in courses if c["name"] == name)


def book(scene, course, identifier=OMAR):
    session = scene.session(identifier)
    return session.get(f"/api/v1{course}/gradebook", headers={"Accept": "application/json"}).json()


def cell(page, row, column):
    """A score of the sheet; rows and columns from 0, name and total left aside."""
    return page.locator("[data-gradebook] tbody tr").nth(row).locator("td").nth(column + 1)


def place(data, title):
    return next(i for i, item in enumerate(data["items"]) if item["title"] == title)


def paste(page, text):
    page.evaluate("""text => {
      const data = new DataTransfer()
      data.setData("text/plain", text)
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    }""", text)


def as_omar(scene, language, path, **options):
    """The teacher in another language than his own."""
    page = open_page(scene.browser, scene.session(OMAR).speak(language), locale=language, **options)
    page.language = language
    scene.pages.append(page)
    page.goto(page.base + path)
    return page


def saved(language, count):
    return say(language, "grades.toast.saved", count, plural="one" if count == 1 else "other")


def calm(page):
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_teacher_types_pastes_and_takes_back(day, language):  # noqa: F811
    """5.2 Omar 9: what a spreadsheet held is saved cell by cell, and two that are no scores say why."""
    course = course_of(day)
    final = place(book(day, course), "Final exam")
    page = as_omar(day, language, course + "/gradebook", **DESKTOP)
    stay(page)
    cell(page, 0, final).click()
    page.keyboard.type("91.5")
    page.keyboard.press("Enter")
    expect(page.locator(".toast__text")).to_have_text(saved(language, 1))
    expect(cell(page, 0, final)).to_have_text("91.5")
    expect(cell(page, 1, final)).to_be_focused()
    # a column from a spreadsheet: two of it are no scores
    paste(page, "80\n81\nnonsense\n83\n99999\nEX\n")
    expect(page.locator(".toast__text").last).to_have_text(say(language, "grades.batch", "4", "2"))
    expect(cell(page, 1, final)).to_have_text("80")
    expect(cell(page, 6, final)).to_have_text("EX")
    expect(page.locator("[data-gradebook] td[data-state=refused]")).to_have_count(2)
    assert cell(page, 3, final).get_attribute("title")
    stayed(page)
    # the history of one cell in one click
    cell(page, 0, final).click()
    page.locator("#gradebook-open").click()
    expect(page.locator("main")).to_have_attribute("data-page", "grades.cell")
    expect(page.locator("main")).to_contain_text("91.5")
    page.go_back()
    # what was turned away is still there after a reload, with what was typed and why
    page.reload()
    told = page.locator("#gradebook-told li")
    expect(told).to_have_count(2)
    expect(told.filter(has_text="nonsense")).to_have_count(1)
    expect(page.locator("[data-gradebook] td[data-state=refused]")).to_have_count(2)
    page.locator("[data-told-away]").click()
    expect(page.locator("#gradebook-told")).to_be_hidden()
    # undo of the last batch
    cell(page, 2, final).click()
    with page.expect_response(lambda r: r.request.method == "POST" and r.ok):
        page.keyboard.press("Delete")
    # the last word is about this one, and none of before
    expect(page.locator(".toast").last).to_contain_text(saved(language, 1))
    expect(cell(page, 2, final)).to_have_text("")
    page.locator(".toast__undo").last.click()
    expect(cell(page, 2, final)).to_have_text("81")
    # what has no place below the last row is counted
    last = page.locator("[data-gradebook] tbody tr").count() - 1
    cell(page, last, final).click()
    paste(page, "77\n78\n79\n\n")
    expect(page.locator("#gradebook-status")).to_have_text(say(language, "grades.beyond", "2"))
    expect(page.locator(".toast__text").last).to_contain_text("2")
    expect(cell(page, last, final)).to_have_text("77")
    calm(page)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_was_probably_meant_is_one_tap(day, language):  # noqa: F811
    """915 of 100 is taken, said, and 91.5 by a tap; Ctrl+Z takes back what was saved last, and then what was before it."""
    course = course_of(day)
    final = place(book(day, course), "Final exam")
    page = as_omar(day, language, course + "/gradebook", **DESKTOP)
    echo = as_omar(day, language, course + "/gradebook", **DESKTOP)
    stay(page)
    before = cell(page, 0, final).inner_text()
    told = page.locator("#gradebook-told li")
    cell(page, 0, final).click()
    page.keyboard.type("915")
    page.keyboard.press("Enter")
    expect(page.locator(".toast__text")).to_have_text(saved(language, 1))
    # also when the live line has told everybody, and the two of them of this one's own writing
    expect(cell(echo, 0, final)).to_contain_text("915")
    cell(echo, 1, final).click()
    echo.keyboard.type("64")
    echo.keyboard.press("Enter")
    expect(cell(page, 1, final)).to_have_text("64")
    expect(told).to_have_count(1)
    told.get_by_role("button", name=say(language, "grades.mend", "91.5")).click()
    expect(cell(page, 0, final)).to_have_text("91.5")
    expect(cell(page, 0, final)).to_be_focused()
    expect(page.locator("#gradebook-told")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(cell(page, 0, final)).to_contain_text("915")
    page.keyboard.press("Control+z")
    expect(cell(page, 0, final)).to_have_text(before)
    stayed(page)
    calm(page)
    calm(echo)


def test_a_column_on_a_slow_line(day):  # noqa: F811
    """What is typed while a score is on its way goes along in the next sending, also when one leaves meanwhile."""
    course = course_of(day)
    final = place(book(day, course), "Final exam")
    page = day.open(OMAR, course + "/gradebook", **DESKTOP)

    def column(*marks):
        cell(page, 0, final).click()
        for mark in marks:
            page.keyboard.type(mark)
            page.keyboard.press("Enter")

    def stands(*marks):
        page.goto(page.base + course + "/gradebook")
        for row, mark in enumerate(marks):
            expect(cell(page, row, final)).to_have_text(mark)

    held = Held(page, "/gradebook$")
    column("61", "62", "63")
    held.wait().go()
    expect(page.locator(".toast__text").last).to_contain_text("2")
    expect(page.locator("[data-gradebook] td[data-state]")).to_have_count(0)
    stands("61", "62", "63")
    stall(page)
    column("71", "72", "73")
    page.goto(page.base + "/")
    stands("71", "72", "73")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_table_has_the_window_and_the_only_scroll(day, language):  # noqa: F811
    """On a desk the page stands still: the tools are one line, the columns are narrow, and only the table scrolls."""
    course = course_of(day)
    page = as_omar(day, language, course + "/gradebook", **DESKTOP)
    box = page.locator(".gradebook").bounding_box()
    assert box["y"] + box["height"] <= 900, box
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    heads = page.locator("[data-gradebook] thead th[data-i]").evaluate_all(
        "all => { const box = all[0].closest('.gradebook').getBoundingClientRect(); return all.map(one => one.getBoundingClientRect()).filter(one => one.left >= box.left - 1 && one.right <= box.right + 1).length }")
    assert heads >= min(14, len(book(day, course)["items"])), heads
    # what is shown is chosen in the line of tools, and the address says it
    page.select_option("[name=show]", "missing")
    expect(page).to_have_url(re.compile("show=missing"))
    page.select_option("[name=show]", "")
    expect(page).not_to_have_url(re.compile("show="))
    calm(page)


def test_a_score_on_a_phone_is_three_taps_and_its_digits(day):  # noqa: F811
    """The gradebook, a column, a field: saved as the field is left, there for the other teacher at once, and after a reload."""
    course = course_of(day, name="Science 7")
    item = book(day, course)["items"][place(book(day, course), "Final exam")]
    page = day.open(OMAR, course, **PHONE)
    page.locator(f"a[href='{course}/gradebook']").locator("visible=true").first.click()
    page.locator(f"[data-gradebook] thead th[data-i='{item['id']}'] a").click()
    fields = page.locator("[data-column] input[data-s]")
    fields.nth(0).click()
    page.keyboard.type("58")
    page.keyboard.press("Enter")
    expect(page.locator(".toast__text").last).to_have_text(saved(page.language, 1))
    expect(fields.nth(1)).to_be_focused()
    # what is no score stays in its field and says why
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_have_attribute("aria-invalid", "true")
    expect(fields.nth(1)).to_have_value("nonsense")
    noa = day.open(NOA, course + "/gradebook", **DESKTOP)
    final = place(book(day, course), "Final exam")
    expect(cell(noa, 0, final)).to_have_text("58")
    cell(noa, 2, final).click()
    noa.keyboard.type("59")
    noa.keyboard.press("Enter")
    expect(fields.nth(2)).to_have_value("59")
    page.reload()
    expect(fields.nth(0)).to_have_value("58")
    calm(page)
    calm(noa)


def test_a_column_keeps_what_is_typed_while_one_leaves(day):  # noqa: F811
    """What waits for its turn and the field one is still in go along; what stood before may be typed again meanwhile."""
    course = course_of(day)
    item = book(day, course)["items"][place(book(day, course), "Final exam")]
    page = day.open(OMAR, f"{course}/gradebook/items/{item['id']}", **PHONE)
    fields = page.locator("[data-column] input[data-s]")
    marks = ["31", "32", "33"]
    fields.nth(0).click()
    page.keyboard.type("\n".join(marks))
    page.goto(page.base + "/")
    page.goto(f"{page.base}{course}/gradebook/items/{item['id']}")
    for row, mark in enumerate(marks):
        expect(fields.nth(row)).to_have_value(mark)
    held = Held(page, "/gradebook$")
    for mark in ("41", "31"):
        fields.nth(0).click()
        page.keyboard.type(mark)
        page.keyboard.press("Enter")
    held.wait().go()
    expect(page.locator("[data-column] input[data-state]")).to_have_count(0)
    page.reload()
    expect(fields.nth(0)).to_have_value("31")
    calm(page)


def test_two_teachers_on_one_cell(day):  # noqa: F811
    """What one writes the other sees at once; who writes over something unseen is told, and nothing is lost."""
    course = course_of(day, name="Science 7")
    final = place(book(day, course), "Final exam")
    omar, noa = day.open(OMAR, course + "/gradebook", **DESKTOP), day.open(NOA, course + "/gradebook", **DESKTOP)
    stay(omar, noa)
    cell(omar, 0, final).click()
    omar.keyboard.type("70")
    omar.keyboard.press("Enter")
    expect(cell(noa, 0, final)).to_have_text("70")
    # Noa is in the middle of a cell when Omar's arrives
    cell(noa, 1, final).click()
    noa.keyboard.type("55")
    cell(omar, 1, final).click()
    omar.keyboard.type("66")
    omar.keyboard.press("Enter")
    expect(cell(omar, 1, final)).to_have_text("66")
    expect(cell(noa, 1, final)).to_have_attribute("data-state", "conflict")
    noa.keyboard.press("Enter")
    expect(cell(noa, 1, final)).to_have_text("66")
    assert "66" in cell(noa, 1, final).get_attribute("title")
    stayed(omar, noa)


@pytest.mark.parametrize("identifier", ["adam", "yusuf"])
def test_a_student_understands_a_grade(day, identifier):  # noqa: F811
    """English and Arabic: the grade, why it is so, what if, and what is needed; a reload forgets it."""
    course = course_of(day)
    page = day.open(identifier, "/grades", **PHONE)
    language = page.language
    page.get_by_role("link", name=COURSE).click()
    arrive(page, "grades.course")
    expect(page.locator(".grade--large").first).to_be_visible()
    expect(page.locator(".grade-range [role=img]")).to_be_visible()
    expect(page.locator(".grade-range dt", has_text=say(language, "grades.worst"))).to_be_visible()
    assert page.locator(".grade-range").bounding_box()["y"] < 400, "the grade and its range are seen at once"
    assert page.locator(".grade-bars li").count() >= 2
    expect(page.get_by_text(say(language, "grades.outcome.dropped-lowest"), exact=True)).to_be_visible()
    page.get_by_text(say(language, "grades.why")).click()
    assert page.locator(".explanation li").count() >= 5
    assert "grades." not in page.locator("main").inner_text()
    page.fill("#goal", "A-")
    expect(page.locator("#what-if-result")).to_contain_text(say(language, "grades.hypothetical"))
    expect(page.locator("#what-if-result li").first).to_contain_text("Final exam" if page.locator("#what-if-result li").count() == 1 else "")
    page.locator(".what-if summary").click()
    page.locator("#what-if-form input[name^='score.']").last.fill("100")
    expect(page.locator("#what-if-result .grade--large")).to_be_visible()
    page.reload()
    expect(page.locator("#what-if-result")).to_be_empty()
    calm(page)


def test_without_scripts(day):  # noqa: F811
    """Writing, posting, what if: all of it is forms."""
    course = course_of(day)
    teacher = day.session(OMAR)
    data = book(day, course)
    item = data["items"][place(data, "Final exam")]
    path = f"{course}/gradebook/items/{item['id']}"
    page = teacher.get(path)
    assert page.status_code == 200
    fields = {f"cell.{item['id']}.{s['id']}": "" for s in data["students"]}
    first, second = list(fields)[:2]
    answer = teacher.post(path, {**fields, first: "ninety", second: "88"})
    assert answer.status_code == 200 and 'aria-invalid="true"' in answer.text and 'value="ninety"' in answer.text
    answer = teacher.post(path, {**fields, second: "88", "fill": "75"})
    assert answer.status_code == 303
    assert book(day, course)["students"][0]["scores"][place(data, "Final exam")] == "75"
    student = day.session("adam")
    mine = student.follow(course + "/grades")
    answer = student.post(mine[1] + "/what-if", {"goal": "A"})
    assert answer.status_code == 200 and say("en", "grades.hypothetical") in answer.text


def family_pages(session, course):
    """All a family can read: pages and answers, with what differs from reading to reading taken out."""
    text = {}
    overview = session.get("/api/v1" + course + "/grades", headers={"Accept": "application/json"})
    students = overview.json()["students"]
    paths = ["/", "/grades", "/courses", course, course + "/grades", "/notifications", *[f"{course}/grades/{s}" for s in students]]
    for path in paths:
        for prefix, accept in (("", "text/html"), ("/api/v1", "application/json")):
            answer = session.get(prefix + path, headers={"Accept": accept})
            body = re.sub(r'name="(csrf|command)" value="[^"]*"', "", answer.text)
            body = re.sub(r'(name="csrf" content|data-last|live-last" content)="[^"]*"', "", body)
            body = re.sub(r"(<time [^>]* data-relative>)[^<]*", r"\1", body)  # “5 minutes ago”
            text[prefix + path] = f"{answer.status_code} {body}"
    return text


@pytest.mark.parametrize("who", ["maya", "guardian"])
def test_what_is_not_posted_changes_not_one_byte(day, who):  # noqa: F811
    course = course_of(day)
    identifier = who if who != "guardian" else next(
        a["identifier"] for a in day.server.accounts
        if a["role"] == "guardian" and a["school"] == "Rimon School"
        and day.session(a["identifier"]).get(course).status_code == 200)
    family = day.session(identifier)
    data = book(day, course)
    hidden = data["items"][place(data, "Midterm")]
    before, again = family_pages(family, course), family_pages(family, course)
    steady = {path for path in before if before[path] == again[path]}
    assert len(steady) >= len(before) - 2, f"these change by themselves: {set(before) - steady}"
    cells = {f"cell.{hidden['id']}.{s['id']}": "13" for s in data["students"]}
    assert day.session(OMAR).post(f"{course}/gradebook", cells).status_code == 303
    after = family_pages(family, course)
    assert [path for path in steady if after[path] != before[path]] == []
    assert day.session(OMAR).post(f"{course}/gradebook/items/{hidden['id']}/post", {}).status_code == 303
    shown = family_pages(family, course)
    assert shown["/grades"] != before["/grades"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_settings_are_tried_cancelled_applied_and_undone(day, language):  # noqa: F811
    """5.2 Omar 10: other weights show whose letter changes, and nothing is changed until they are applied."""
    course = course_of(day)
    page = as_omar(day, language, course + "/grade-settings", **DESKTOP)
    totals = [s["total"] for s in book(day, course)["students"]]
    page.locator("[name='category.0.weight']").fill("50")
    page.locator("[name='category.1.weight']").fill("20")
    page.get_by_role("button", name=say(language, "grades.preview")).click()
    expect(page.locator("main [role=status] .banner")).to_be_visible()
    expect(page.locator("main table tbody tr").first).to_be_visible()
    page.get_by_role("link", name=say(language, "kit.cancel")).click()
    expect(page.locator("[name='category.0.weight']")).to_have_value("40")
    assert [s["total"] for s in book(day, course)["students"]] == totals
    page.locator("[name='category.0.weight']").fill("50")
    page.locator("[name='category.1.weight']").fill("20")
    page.get_by_role("button", name=say(language, "grades.preview")).click()
    page.get_by_role("button", name=say(language, "grades.apply")).click()
    expect(page.locator(".toast__text")).to_have_text(say(language, "grades.toast.settings"))
    assert [s["total"] for s in book(day, course)["students"]] != totals
    page.locator(".toast__undo").click()
    expect(page.locator(".toast__text")).to_have_text(say(language, "grades.toast.settings-undone"))
    assert [s["total"] for s in book(day, course)["students"]] == totals
    calm(page)


@pytest.mark.parametrize("office", [DANA, AVI])
def test_the_letters_of_the_school_are_tried_applied_and_undone(day, office):  # noqa: F811
    """The office sees in which courses letters would be others; until it applies them no student does."""
    course, maya = course_of(day), day.session("maya")
    letter = lambda: re.search(r"grade__letter[^>]*>(?:<[^>]+>)*([^<]+)", maya.get("/grades").text).group(1)
    before = letter()
    page = day.open(office, "/settings/letters", **DESKTOP)
    page.select_option("[name=scale]", "own")
    page.fill("main [name=scale-text]", "Zen 50 4\nOh 0 0")
    page.get_by_role("button", name=say(page.language, "grades.preview")).click()
    expect(page.locator("main [role=status] .banner")).to_be_visible()
    expect(page.get_by_role("link", name=COURSE)).to_have_attribute("href", course + "/gradebook")
    assert letter() == before
    page.get_by_role("button", name=say(page.language, "grades.apply")).click()
    expect(page.locator(".toast__text")).to_have_text(say(page.language, "grades.toast.letters"))
    assert letter() == "Zen"
    page.locator(".toast__undo").click()
    expect(page.locator("#f-scale")).not_to_have_value("own")
    assert letter() == before
    calm(page)


def test_letters_that_are_none_keep_what_was_typed(day):  # noqa: F811
    page = day.open(DANA, "/settings/letters", **DESKTOP)
    page.select_option("[name=scale]", "own")
    page.fill("main [name=scale-text]", "A ninety 4")
    page.get_by_role("button", name=say(page.language, "grades.apply")).click()
    expect(page.locator("main [name=scale-text]")).to_have_value("A ninety 4")
    expect(page.locator("main [name=scale-text]")).to_have_attribute("aria-invalid", "true")


def test_a_period_gets_another_grade_than_the_computed_one(day):  # noqa: F811
    """Shown to the family only when the teacher says so, and taken away again."""
    course, teacher, maya = course_of(day), day.session(OMAR), day.session("maya")
    periods = course + "/grade-settings/periods"
    for name, first, last in (("Autumn", "2020-01-01", "2030-01-01"), ("Winter", "2030-01-02", "2031-01-01")):
        assert teacher.post(periods, {"title": name, "from": first, "until": last, "weight": "50"}).status_code == 303
    student = re.search(rf"{course}/grades/([0-9a-f-]+)", maya.get("/grades").text).group(1)
    # numbers stand apart from a sentence that runs the other way
    shown = lambda: "96.0%" in re.sub("[\u2066-\u2069]", "", maya.get(f"{course}/grades/{student}").text)
    page = day.open(OMAR, f"{course}/grades/{student}", **DESKTOP)
    card = page.locator("#override")
    card.get_by_role("combobox").select_option(label="Autumn")
    card.locator("[name=percent]").fill("96")
    card.locator("[name=reason]").fill("Ill in the first weeks")
    card.get_by_role("button", name=say("en", "grades.save"), exact=True).click()
    expect(page.locator("main")).to_contain_text("96.0%")
    assert not shown()
    card.get_by_role("combobox").select_option(label="Autumn")
    card.locator("[name=percent]").fill("96")
    card.locator("[name=reason]").fill("Ill in the first weeks")
    card.get_by_role("checkbox").check()
    card.get_by_role("button", name=say("en", "grades.save"), exact=True).click()
    poll(shown)
    page.get_by_role("button", name=say("en", "grades.override-remove")).click()
    expect(page.get_by_role("button", name=say("en", "grades.override-remove"))).to_have_count(0)
    assert not shown()
    calm(page)


def test_a_part_of_the_year_is_changed_and_comes_back(day):  # noqa: F811
    course = course_of(day)
    periods = course + "/grade-settings/periods"
    page = day.open(OMAR, periods, **PHONE)
    page.get_by_label(say("en", "grades.period-title")).fill("Autumn")
    page.get_by_label(say("en", "grades.from")).fill("2026-09-01")
    page.get_by_label(say("en", "grades.until")).fill("2026-12-20")
    page.get_by_role("button", name=say("en", "grades.add-period")).click()
    page.get_by_role("link", name=re.compile("Autumn")).click()
    expect(page.locator("main")).to_have_attribute("data-page", "grades.period")
    change = page.locator("#change-period")
    change.get_by_label(say("en", "grades.until")).fill("2026-08-01")
    change.get_by_role("button", name=say("en", "grades.save"), exact=True).click()
    expect(page.locator("#change-period")).to_contain_text(re.compile(r"\w"))
    expect(page.locator("#change-period [aria-invalid=true]")).to_have_count(1)
    change.get_by_label(say("en", "grades.period-title")).fill("Fall")
    change.get_by_label(say("en", "grades.until")).fill("2026-12-20")
    change.get_by_role("button", name=say("en", "grades.save"), exact=True).click()
    page.get_by_role("link", name=re.compile("Fall")).click()
    page.locator("#remove-period").get_by_role("button", name=say("en", "grades.remove")).click()
    expect(page.get_by_role("link", name=re.compile("Fall"))).to_have_count(0)
    page.get_by_role("button", name=say("en", "kit.undo")).click()
    expect(page.get_by_role("link", name=re.compile("Fall"))).to_have_count(1)
    assert [e for e in page.errors if "422" not in e] == []


@pytest.mark.parametrize("identifier", ["adam", "yusuf"])
def test_a_posted_grade_is_told_once(day, identifier):  # noqa: F811
    """5.2 Omar 11, in English and in Arabic: the student hears of it once, however often the column is posted."""
    course = course_of(day)
    data = book(day, course)
    midterm, final = (data["items"][place(data, title)] for title in ("Midterm", "Final exam"))
    page = day.open(identifier, "/notifications", **PHONE)
    teacher = day.session(OMAR)
    path = f"{course}/gradebook/items/{midterm['id']}/post"
    for fields in ({}, {"hide": "on"}, {}):
        assert teacher.post(path, fields).status_code == 303
    # what is told is told in order: once this is there, nothing more is to come of the other
    cells = {f"cell.{final['id']}.{one['id']}": "90" for one in data["students"]}
    assert teacher.post(f"{course}/gradebook", cells).status_code == 303
    text = page.locator("main")
    try:
        expect(text.get_by_text("Final exam")).to_have_count(1)
    except AssertionError:
        # once in a hundred runs the open page did not show it: say whether the server had it
        page.reload()
        expect(text.get_by_text("Final exam")).to_have_count(1)
        raise
    expect(text.get_by_text("Midterm")).to_have_count(1)


def test_a_csv_goes_out_and_comes_back(day):  # noqa: F811
    course = course_of(day)
    teacher = day.session(OMAR)
    out = teacher.get(course + "/gradebook/export")
    assert out.status_code == 200 and out.headers["content-type"].startswith("text/csv")
    lines = out.text.split("\r\n")
    same = teacher.post(course + "/gradebook/import", {"text": out.text}, headers={"Accept": "application/json"}).json()
    assert same["changes"] == [] and same["problems"] == [] and same["rows"] == len(lines) - 2
    head = lines[0].split(",")
    at = next(i for i, name in enumerate(head) if name.startswith("Final exam"))
    rows = list(csv.reader(io.StringIO(out.text)))
    rows[1][at], rows[2][at] = "77", "no score"
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    page = day.open(OMAR, course + "/gradebook/import", **DESKTOP)
    page.locator("[name=text]").fill(text.getvalue())
    page.get_by_role("button", name=say("en", "grades.preview")).click()
    expect(page.locator("main")).to_contain_text("77")
    page.get_by_role("button", name="Save 1 score").click()
    expect(page.locator("main")).to_have_attribute("data-page", "grades.gradebook")
    assert book(day, course)["students"][0]["scores"][place(book(day, course), "Final exam")] == "77"
    calm(page)
