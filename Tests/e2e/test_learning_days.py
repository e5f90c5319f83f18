"""Days 5.1 (Maya 4–6) and 5.2 (Omar 1, 3, 6) where no other journey goes: in English and in Arabic."""
import datetime, re

import pytest
from playwright.sync_api import expect

from conftest import arrive, kept, open_page
from test_day import day  # noqa: F401
from test_learning_lessons import picture
from words import say

OMAR = "omar@rimon.example"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STUDENT = {"en": "adam", "ar": "yusuf"}
JSON = {"Accept": "application/json"}


def course_of(scene, name="Math 7"):
    courses = scene.session(OMAR).get("/api/v1/courses", headers=JSON).json()["courses"]
    return next(c["id"] for c in courses if c["name"] == name)


def assign(scene, **fields):
    """New work in Math 7, handed out at once; its path."""
    data = {"title": "Fractions worksheet", "points": "10", "accepts": ["text", "photo"], "late": "on", "publish": "1", **fields}
    answer = scene.session(OMAR).post(f"/api/v1/courses/{course_of(scene)}/assignments", data, headers=JSON)
    assert answer.status_code == 201, answer.text[:500]
    return "/assignments/" + answer.json()["id"]


def as_teacher(scene, language, path, **options):
    session = scene.session(OMAR).speak(language)
    page = open_page(scene.browser, session, locale=language, **options)
    page.language = language
    scene.pages.append(page)
    page.goto(page.base + path)
    return page


def lessons_done(page, course):
    """“Lessons 12/20” on the course's row, as a number."""
    text = page.locator(f"#card-{course} .cell__meta").inner_text()
    digits = text.translate(str.maketrans("٠١٢٣٤٥٦٧٨٩", "0123456789"))
    return int(re.search(r"\d+", digits)[0])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_student_goes_on_where_they_stopped(day, language):  # noqa: F811
    """5.1.4: the row counts the lessons, Continue leads to the first that is open, and being through is counted."""
    course = course_of(day)
    page = day.open(STUDENT[language], "/", **PHONE)
    before = lessons_done(page, course)
    page.locator(f"#card-{course}").get_by_role("link", name=say(language, "progress.continue")).click()
    expect(page.locator("main")).to_have_attribute("data-page", "lessons.lesson")
    title = page.locator("h1").inner_text()
    page.locator(".lesson__finish").click()
    expect(page.locator(".lesson__finished")).to_be_visible()
    page.goto(page.base + "/")
    assert lessons_done(page, course) == before + 1
    page.locator(f"#card-{course}").get_by_role("link", name=say(language, "progress.continue")).click()
    expect(page.locator("h1")).not_to_have_text(title)
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_words_and_a_photograph_survive_a_reload(day, language):  # noqa: F811
    """5.1.5: typed words and a photo of 3 MB are there again, handed in together, in time."""
    path = assign(day, due=(datetime.date.today() + datetime.timedelta(days=2)).isoformat() + "T23:59")
    page = day.open(STUDENT[language], path, **PHONE)
    page.locator("textarea[name=text]").fill("Three quarters.")
    photo = picture() + b"\0" * (3 << 20)
    page.locator("input[type=file]").first.set_input_files([{"name": "cake.png", "mimeType": "image/png", "buffer": photo}])
    expect(page.locator("#draft-files")).to_contain_text("cake.png")
    expect(page.locator("#draft-note .icon")).to_be_visible()
    page.reload()
    expect(page.locator("textarea[name=text]")).to_have_value("Three quarters.")
    expect(page.locator("#draft-files")).to_contain_text("cake.png")
    page.get_by_role("button", name=say(language, "assignments.hand-in"), exact=True).click()
    expect(page.locator("main")).to_contain_text(say(language, "assignments.state.handed-in"))
    sent = day.session(STUDENT[language]).get("/api/v1" + path, headers=JSON).json()["handedIn"]
    assert len(sent) == 1 and sent[0]["text"] == "Three quarters." and [f["name"] for f in sent[0]["files"]] == ["cake.png"]
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_half_as_long_again(day, language):  # noqa: F811
    """5.1.6: fifteen minutes times one and a half are twenty-two and a half; a reload keeps the order and the clock."""
    omar, course = day.session(OMAR), course_of(day)
    title = {"title": "Timed", "points": "1", "minutes": "15", "attempts": "1", "shufflesQuestions": "on", "shufflesOptions": "on"}
    made = omar.post(f"/api/v1/courses/{course}/quizzes", title, headers=JSON)
    assert made.status_code == 201, made.text[:300]
    path = "/quizzes/" + made.json()["id"]
    for number in range(4):
        fields = {"kind": "single", "text": f"Question {number}", "option.1": "one", "option.2": "two", "option.3": "three", "correct": "2"}
        answer = omar.post(path + "/questions", fields, headers=JSON)
        assert answer.status_code in (200, 201, 303), answer.text[:300]
    assert omar.post(path + "/publish", {"published": "on"}).status_code == 303
    roster = omar.get("/api/v1" + path + "/times", headers=JSON).json()
    me = day.session(STUDENT[language]).get(f"/api/v1/courses/{course}/grades", headers=JSON).json()["students"][0]
    answer = omar.post(path + "/times", {"student": me, "factor": "1.5"})
    assert answer.status_code == 303, (answer.text[:300], roster)
    page = day.open(STUDENT[language], path, **PHONE)
    page.get_by_role("button", name=say(language, "quizzes.begin"), exact=True).first.click()
    clock = page.locator("[role=timer]")
    expect(page.locator("[data-question]")).to_have_count(4)
    expect(page.locator(".choice input")).to_have_count(12)
    assert 22 * 60 < int(clock.get_attribute("data-left")) // unit(clock) <= 22 * 60 + 30
    order = page.evaluate("[...document.querySelectorAll('[data-question], .choice input')].map(e => e.id + e.name + e.value)")
    page.reload()
    assert page.evaluate("[...document.querySelectorAll('[data-question], .choice input')].map(e => e.id + e.name + e.value)") == order
    assert int(clock.get_attribute("data-left")) // unit(clock) <= 22 * 60 + 30
    assert not page.errors, page.errors


def unit(clock):
    """Whether the clock counts seconds or thousandths."""
    return 1000 if int(clock.get_attribute("data-left")) > 100_000 else 1


@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_waits_for_a_teacher_comes_by_itself(day, language):  # noqa: F811
    """5.2 Omar 1: the first page counts what is to grade, and hears of what is handed in and of what was judged."""
    path = assign(day, title="Work to look at")
    page = as_teacher(day, language, "/")
    rows = page.locator("#teacher-board li").filter(has_text="Work to look at")
    expect(rows).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    student = day.session(STUDENT[language])
    assert student.post(path + "/submission", {"text": "Here it is."}).status_code == 303
    expect(rows).to_have_count(1)
    # the desk of whoever handed in first
    rows.get_by_role("link").click()
    expect(page.locator("main")).to_have_attribute("data-page", "assignments.grading")
    expect(page.locator("h1")).to_contain_text("Work to look at")
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_laptop_closed_in_the_middle_of_grading(day, language):  # noqa: F811
    """5.2 Omar 6: points and words that were typed and not saved are there again, and nothing was given by them."""
    path = assign(day)
    assert day.session(STUDENT[language]).post(path + "/submission", {"text": "A half."}).status_code == 303
    page = as_teacher(day, language, path + "/grading")
    own = page.url
    page.locator("input[name=points]").fill("7.5")
    page.locator("textarea[name=comment]").fill("Nearly.")
    # a moment after the last key
    kept(page, ["7.5", "Nearly."])
    context = page.context
    page.close()
    page = context.new_page()
    day.pages.append(page)
    page.goto(own)
    expect(page.locator("input[name=points]")).to_have_value("7.5")
    expect(page.locator("textarea[name=comment]")).to_have_value("Nearly.")
    scores = day.session(OMAR).get("/api/v1" + path, headers=JSON).json()["students"]
    assert all(s["score"] is None for s in scores)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_last_years_course_with_all_its_work(day, language):  # noqa: F811
    """5.2 Omar 3: every date with its new place, lessons, assignments, quizzes and gradebook in one step, and one way back."""
    course = course_of(day)
    page = as_teacher(day, language, f"/courses/{course}/copy")
    page.locator("input[name=name]").first.fill("Math 7, next year")
    page.locator("input[name=from]").first.fill("2027-09-06")
    page.get_by_role("button", name=say(language, "courses.copy-preview")).click()
    rows = page.locator("#preview table tbody tr")
    expect(rows.nth(4)).to_be_visible()
    expect(page.locator("#preview")).to_contain_text("Homework")
    page.get_by_role("button", name=say(language, "courses.copy-apply")).click()
    expect(page.locator("h1")).to_have_text("Math 7, next year")
    copy = re.search(r"/courses/([0-9a-f-]{36})", page.url)[1]
    omar = day.session(OMAR)

    def what(of):
        items = omar.get(f"/api/v1/courses/{of}", headers=JSON).json()["items"]
        book = omar.get(f"/api/v1/courses/{of}/gradebook", headers=JSON).json()
        quizzes = omar.get(f"/api/v1/courses/{of}/quizzes", headers=JSON).json()["quizzes"]
        return sorted((i["kind"], i["title"]) for i in items), sorted(i["title"] for i in book["items"]), sorted(q["title"] for q in quizzes)
    assert what(copy) == what(course)
    page.locator("#toasts").get_by_role("button", name=say(language, "kit.undo")).click()
    expect(page.locator("main")).to_have_attribute("data-page", "courses.list")
    assert omar.get(f"/api/v1/courses/{copy}", headers=JSON).status_code == 404
    assert not page.errors, page.errors
