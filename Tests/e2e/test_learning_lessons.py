"""Lessons: written by a teacher, read, watched and noted by a student, in English and in Arabic."""
import base64, re, struct, zlib

import pytest
from playwright.sync_api import expect

from conftest import Cut, arrive, until, visits
from school import ROOT, Server, Session
from test_day import poll, stay, stayed
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STUDENT = {"en": "adam", "ar": "yusuf"}
JSON = {"Accept": "application/json"}
HOSTILE = """
<script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1"><svg onload="window.hacked = 1"></svg>
[press](javascript:window.hacked=1) <iframe src="https://evil.example"></iframe> ![x](https://evil.example/x.png)
"""
TEXT = "## Halves\n\nA **half** is $\\frac{1}{2}$ of a whole, $x^2$ is a square.\n" + HOSTILE


@pytest.fixture(scope="module")
def campus():
    with Server("lessons") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def session(campus, identifier):
    return Session(campus, campus.known(identifier)).sign_in()


def word(page, key, *values):
    return say(page.language, "lessons." + key, *values)


def course(campus, name="Math 7"):
    courses = session(campus, "omar@rimon.example").get("/api/v1/courses", headers=JSON).json()["courses"]
    return next(c["id"] for c in courses if c["name"] == name)


def lesson(campus, **fields):
    """A lesson in Math 7 that is shown at once; its path."""
    omar = session(campus, "omar@rimon.example")
    data = {"title": "Halves", "text": TEXT, "published": "1", **fields}
    answer = omar.post(f"/api/v1/courses/{course(campus)}/lessons", data, headers=JSON)
    assert answer.status_code == 201, answer.text[:500]
    return "/lessons/" + answer.json()["id"]


def picture():
    """A small picture, as a camera would call it."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\xd0\x80\x40" * 24 for _ in range(24))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 24, 24, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def film():
    """The demo's own film of twelve seconds."""
    source = (ROOT / "Sources/Demo/DemoFilm.swift").read_text()
    return base64.b64decode(re.sub(r"[\\\s]", "", source.split('"""')[1]))


def add_file(page, name, kind, content, **fields):
    """Chooses a file, waits until it has arrived, and adds it."""
    page.locator("#add-file input[type=file]").set_input_files([{"name": name, "mimeType": kind, "buffer": content}])
    for field, value in fields.items():
        page.locator(f"#add-file [name={field}]").fill(value)
    expect(page.locator("#add-file input[type=hidden][name=upload]")).to_have_count(1)
    page.locator("#add-file .form__actions button").click()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_teacher_writes_a_lesson_with_a_picture_and_a_film(people, campus, language):
    """Markdown and formulas while one types; a picture is described before it is taken; what was pasted runs nothing."""
    page = people("omar@rimon.example", language, f"/courses/{course(campus)}/lessons/new")
    page.locator("#writing [name=title]").fill(f"Halves {language}")
    page.locator("#writing [name=text]").fill(TEXT)
    expect(page.locator("#preview math")).to_have_count(2)
    expect(page.locator("#preview strong")).to_have_text("half")
    page.get_by_role("button", name=word(page, "save-publish"), exact=True).click()
    arrive(page, "lessons.lesson")
    own = re.sub(r"[?#].*", "", page.url)
    harmless(page)
    page.goto(own + "/edit")
    add_file(page, "cake.png", "image/png", picture())
    expect(page.locator("main")).to_contain_text(word(page, "about.missing"))
    page.goto(own + "/edit")
    add_file(page, "cake.png", "image/png", picture(), about="A cake, cut in two")
    expect(page.locator("#files li")).to_have_count(1)
    add_file(page, "half.webm", "video/webm", film())
    expect(page.locator("#files li")).to_have_count(2)
    page.wait_for_load_state()
    page.locator("#writing [name=text]").focus()
    page.keyboard.press("Control+End")
    page.locator("#files [data-insert]").first.click()
    expect(page.locator("#writing [name=text]")).to_have_value(re.compile(r"!\[\]\(cake\.png\)"))
    page.get_by_role("button", name=word(page, "save"), exact=True).first.click()
    expect(page.locator("main")).to_have_attribute("data-page", "lessons.lesson")
    expect(page.get_by_role("img", name="A cake, cut in two")).to_be_visible()
    expect(page.locator("#lesson-video video")).to_have_count(1)
    assert not [e for e in page.errors if "422" not in e], page.errors  # one was refused on purpose


def harmless(page):
    """Nothing that was pasted runs, and nothing of it is fetched."""
    text = page.locator("#lesson-text")
    expect(text.locator("math").first).to_be_visible()
    assert text.locator("script, iframe, svg[onload], [onerror], a[href^='javascript']").count() == 0
    assert text.locator("img[src*='evil']").count() == 0
    assert page.evaluate("window.hacked === undefined")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_student_watches_notes_and_is_through(people, campus, language):
    """The film goes on where it stopped, on another device too; speed, notes, the tick; new words without a reload."""
    path = lesson(campus, title=f"Quarters {language}")
    omar = session(campus, "omar@rimon.example")
    answer = omar.post(path + "/files", {"csrf": omar.csrf}, files={"file": ("half.webm", film(), "video/webm")})
    assert answer.status_code == 303, answer.text[:300]
    student = people(STUDENT[language], language, path, **PHONE)
    expect(student.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    harmless(student)
    video = student.locator("#lesson-video video")
    until(student, "document.querySelector('#lesson-video video').readyState > 0")
    student.locator("[data-rate='1.5']").click()
    assert video.evaluate("v => v.playbackRate") == 1.5
    with student.expect_response(lambda r: r.url.endswith("/place") and r.ok):
        video.evaluate("v => { v.currentTime = 6 }")
    student.locator("#note").fill("Two quarters are a half.")
    student.locator("#note").blur()
    expect(student.locator("[data-autosave-state]")).to_have_text(word(student, "notes-saved"))
    # on the laptop it goes on
    laptop = people(STUDENT[language], language, path)
    expect(laptop.locator("#lesson-video")).to_have_attribute("data-start", "6")
    until(laptop, "document.querySelector('#lesson-video video').currentTime >= 5.9")
    expect(laptop.locator("#note")).to_have_value("Two quarters are a half.")
    # through: the button, the tick and the bar change where they stand
    stay(student)
    tick = student.locator(f"#outline-{path.rsplit('/', 1)[1]}")
    before = tick.inner_html()
    student.locator(".lesson__finish").click()
    expect(student.locator(".lesson__finished")).to_be_visible()
    poll(lambda: tick.inner_html() != before, why="the tick did not change where it stands")
    # the teacher writes on; who reads sees it
    version = omar.get(path + "/edit").text.split('name="version" value="')[1].split('"')[0]
    changed = omar.post(path, {"title": f"Quarters {language}", "text": "Four of them are **one**.", "version": version})
    assert changed.status_code == 303, changed.text[:300]
    expect(student.locator("#lesson-text strong")).to_have_text("one")
    stayed(student)
    assert student.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not student.errors and not laptop.errors, (student.errors, laptop.errors)


def test_notes_that_were_kept_wait_for_their_writer_and_go_out_by_themselves(people, campus):
    """The line is dead, the session ends, another signs in on the same device: they find nothing of it; its writer does."""
    path = lesson(campus, title="Fifths")
    page = people("adam", "en", path)
    note, state = page.locator("#note"), page.locator("[data-autosave-state]")

    def sign_in(identifier):
        somebody = session(campus, identifier)
        page.context.clear_cookies()
        page.context.add_cookies([{"name": name, "value": value, "url": page.base} for name, value in somebody.cookies.items()])
        page.goto(page.base + path)

    line = Cut(page, "/notes$")
    note.fill("Five of them are one.")
    expect(state).to_have_text(word(page, "notes-failed"))
    sign_in("yusuf")
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(note).to_have_value("")
    line.mend()
    sign_in("adam")
    expect(note).to_have_value("Five of them are one.")
    expect(state).to_have_text(word(page, "notes-saved"))


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_film_from_elsewhere_is_fetched_by_a_click_only(people, campus, language):
    path = lesson(campus, title=f"Film {language}", video="https://www.youtube.com/watch?v=dQw4w9WgXcQ")
    page = people(STUDENT[language], language)
    asked = []
    page.on("request", lambda r: asked.append(r.url))
    page.route(re.compile("youtube"), lambda route: route.fulfill(status=200, content_type="text/html", body="<p>film</p>"))
    page.goto(page.base + path)
    expect(page.locator("#lesson-video")).to_contain_text("YouTube")
    assert page.locator("iframe").count() == 0
    assert all(url.startswith((page.base, "data:", "blob:")) for url in asked), asked
    film = re.compile(r"^https://www\.youtube-nocookie\.com/embed/dQw4w9WgXcQ")
    with page.expect_request(film):
        page.get_by_role("link", name=word(page, "video.play", "YouTube")).click()
    expect(page.locator("#lesson-video iframe")).to_have_attribute("src", film)
