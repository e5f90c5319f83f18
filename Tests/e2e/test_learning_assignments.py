"""Work from the teacher's idea to the student's screen: set, typed, handed in over a bad line, graded, given back."""
import io, re, zipfile

import pytest
from playwright.sync_api import expect

from conftest import SHELF, Cut, Held, collect, open_page, replaced, until
from school import Session
from test_day import Scene, day, live, poll  # noqa: F401 (day is a fixture)
from words import say

PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
"""
OMAR, MAYA, YUSUF, LEILA = "omar@rimon.example", "maya", "yusuf", "leila@rimon.example"


def course_of(session, name="Math 7"):
    found = session.request("GET", "/api/v1/courses", headers={"Accept": "application/json"}).json()["courses"]
    return next(c["id"] for c in found if c["name"] == name)


def assign(session, **fields):
    """New work in Math 7, handed out at once; the id of it."""
    data = {"title": "Fractions", "points": "10", "accepts": "text", "late": "on", "publish": "1", **fields}
    answer = session.post(f"/api/v1/courses/{course_of(session)}/assignments", data, headers={"Accept": "application/json"})
    assert answer.status_code == 201, answer.text[:500]
    return answer.json()["id"]


def teacher(scene, language, path):
    page = open_page(scene.browser, scene.session(OMAR).speak(language), locale=language)
    page.language = language
    scene.pages.append(page)
    page.goto(page.base + path)
    return page


def json(session, path):
    return session.request("GET", "/api/v1" + path, headers={"Accept": "application/json"}).json()


@pytest.mark.parametrize("student", [MAYA, YUSUF, "adam"])
def test_a_draft_saves_itself_and_the_work_is_handed_in_once(day, student):
    """In Hebrew, Arabic and English: type, lose the page, find it again, hand in; the teacher's list fills by itself."""
    omar = day.session(OMAR)
    work = assign(omar)
    teacher = day.open(OMAR, f"/assignments/{work}")
    live(teacher)
    page = day.open(student, f"/assignments/{work}")
    box = page.get_by_label(say(page.language, "assignments.work.text"))
    box.fill("Three quarters, because the cake has four parts.")
    expect(page.locator("#draft-note .icon")).to_be_visible()
    page.reload()
    expect(page.locator("textarea[name=text]")).to_have_value("Three quarters, because the cake has four parts.")
    page.get_by_role("button", name=say(page.language, "assignments.hand-in"), exact=True).dblclick()
    expect(page.locator("main")).to_contain_text(say(page.language, "assignments.state.handed-in"))
    expect(teacher.locator(f"[id^='work-{work}-'] .badge--warning")).to_have_count(1)
    rows = [s for s in json(omar, f"/assignments/{work}")["students"] if s["handedInAt"]]
    assert len(rows) == 1 and rows[0]["state"] == "handed-in"


def test_a_dead_line_at_hand_in_loses_nothing(day):
    """The network dies at the button: said so, kept over a reload, sent once when it is back."""
    omar = day.session(OMAR)
    work = assign(omar)
    page = day.open(MAYA, f"/assignments/{work}")
    page.locator("textarea[name=text]").fill("Written on the bus.")
    expect(page.locator("#draft-note .icon")).to_be_visible()
    line = Cut(page, "/submission$")
    page.locator("#work-form .button--primary").click()
    expect(page.locator("#draft-note")).to_have_text(say(page.language, "assignments.will-be-sent"))
    line.mend()
    page.reload()
    expect(page.locator("main")).to_contain_text(say(page.language, "assignments.state.handed-in"))
    sent = json(day.session(MAYA), f"/assignments/{work}")["handedIn"]
    assert [s["text"] for s in sent] == ["Written on the bus."] and sent[0]["attempt"] == 1


@pytest.mark.parametrize("student", ["adam", YUSUF])
def test_what_waits_goes_out_from_any_page(day, student):
    """Handed in without a line, then another page: our own says that nothing is lost, and sends it when the line is back."""
    work = assign(day.session(OMAR))
    page = day.open(student, f"/assignments/{work}")
    page.locator("textarea[name=text]").fill("Written in the tunnel.")
    until(page, "caches.match('/offline').then(found => !!found && !!navigator.serviceWorker.controller)")
    page.context.set_offline(True)
    page.locator("#work-form .button--primary").click()
    expect(page.locator("#draft-note")).to_have_text(say(page.language, "assignments.will-be-sent"))
    page.evaluate(SHELF + """.then(({ shelf }) => { for (const key of Object.keys(localStorage)) if (key.startsWith('draft:outbox-')) {
      const held = JSON.parse(shelf.getItem(key))
      shelf.setItem(key, JSON.stringify({ ...held, since: held.since - 3600000 })) } })""")
    page.goto(page.base + "/courses")
    expect(page.locator("h1")).to_have_text(say(page.language, "kit.no-connection"))
    page.context.set_offline(False)
    expect(page.locator("#toasts")).to_contain_text(say(page.language, "assignments.waited-sent"))
    sent = json(day.session(student), f"/assignments/{work}")["handedIn"]
    # an hour ago there was no such work yet: nobody believes that
    assert [s["text"] for s in sent] == ["Written in the tunnel."] and sent[0]["pressedAt"] is None
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft:')).length") == 0


def become(page, somebody, path):
    """The device is in other hands. Nothing is open in between: a page that finds it is nobody's leads to the sign-in by itself."""
    page.goto("about:blank")
    page.context.clear_cookies()
    page.context.add_cookies([{"name": name, "value": value, "url": somebody.server.base} for name, value in somebody.cookies.items()])
    page.goto(somebody.server.base + path)


def test_what_waits_is_sent_for_its_writer_only_and_shown_when_refused(day):
    """Of somebody else nothing goes out; what a closed assignment refuses is named, and stays to be read there."""
    omar = day.session(OMAR)
    work = assign(omar)
    page = day.open(MAYA, f"/assignments/{work}")
    page.locator("textarea[name=text]").fill("Too late.")
    line = Cut(page, "/(submission|draft)$")
    page.locator("#work-form .button--primary").click()
    expect(page.locator("#draft-note")).to_have_text(say(page.language, "assignments.will-be-sent"))
    line.mend()
    other = day.session("adam")
    become(page, other, "/courses")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft:outbox-')).length") == 1
    # and nothing of it can be read by them
    assert page.evaluate("Object.values(localStorage).every(text => !text.includes('Too late'))")
    assert page.evaluate(SHELF + ".then(({ shelf }) => Object.keys(localStorage).filter(key => key.startsWith('draft:')).every(key => shelf.getItem(key) === null))")
    assert json(other, f"/assignments/{work}")["handedIn"] == []
    assert omar.post(f"/assignments/{work}", {"title": "Fractions", "points": "10", "accepts": "link", "late": "on"}).status_code == 303
    become(page, day.session(MAYA), "/courses")
    toast = page.locator("#toasts .toast").filter(has_text=say(page.language, "assignments.takes-no-text"))
    toast.get_by_role("link", name="Fractions").click()
    expect(page.locator("[data-kept-text]")).to_have_text("Too late.")


def test_two_devices_never_write_over_each_other_unseen(day):
    """What was saved is not put back over newer words; what was not asks which of the two stays, and neither goes out by itself."""
    work, laptop = assign(day.session(OMAR)), day.session(MAYA)
    path = f"/assignments/{work}"
    phone = day.open(MAYA, path)
    text, note = phone.locator("textarea[name=text]"), phone.locator("#draft-note")
    conflict = say(phone.language, "assignments.draft-conflict")

    def meanwhile(words):
        phone.goto(phone.base + "/courses")
        assert laptop.post(path + "/draft", {"text": words}).status_code == 303
        phone.goto(phone.base + path)

    text.fill("On the phone.")
    expect(note.locator(".icon")).to_be_visible()
    meanwhile("On the laptop.")
    expect(text).to_have_value("On the laptop.")

    line = Cut(phone, "/draft$")
    text.fill("In the tunnel.")
    expect(note).to_have_text(say(phone.language, "assignments.not-saved-yet"))
    meanwhile("Later, on the laptop.")
    expect(text).to_have_value("In the tunnel.")
    expect(note).to_have_text(conflict)
    line.mend()
    phone.locator("#work-form .button--primary").click()
    expect(note).to_have_text(conflict)
    assert json(laptop, path)["handedIn"] == []

    # the others are seen after a reload, with one's own beside them, also when the page was replaced meanwhile
    phone.reload()
    expect(text).to_have_value("Later, on the laptop.")
    expect(phone.locator("[data-kept-text]")).to_have_text("In the tunnel.")
    replaced(phone)
    expect(phone.locator("[data-kept-text]")).to_be_visible()

    # nothing was decided: it is asked again, and what one saves then stays
    meanwhile("At last, on the laptop.")
    expect(note).to_have_text(conflict)
    phone.locator("#work-form [data-save]").click()
    expect(note.locator(".icon")).to_be_visible()
    assert json(laptop, path)["draft"]["text"] == "In the tunnel."


def test_a_bad_line_takes_neither_words_nor_photo(day):
    """Not saved is said and tried again; a file that was up goes along from a new tab; a refusal leaves the words."""
    omar = day.session(OMAR)
    work, other = assign(omar, accepts=["text", "files"]), assign(omar)
    page = day.open(MAYA, f"/assignments/{work}")
    text, note = page.locator("textarea[name=text]"), page.locator("#draft-note")

    def lose(route):
        route.fetch()
        route.abort()

    # saved, and the answer is lost: that is nobody else's newer version
    page.route(re.compile("/draft$"), lose, times=1)
    text.fill("On a bad")
    expect(note).to_have_text(say(page.language, "assignments.not-saved-yet"))
    text.fill("On a bad line.")
    expect(note.locator(".icon")).to_be_visible()
    page.route(re.compile("/draft$"), lambda route: route.fulfill(status=503, body="busy"))
    page.locator("input[type=file]").first.set_input_files([{"name": "cake.txt", "mimeType": "text/plain", "buffer": b"cake"}])
    expect(page.locator("#work-form input[type=hidden][name=upload]")).to_have_count(1)
    page.route(re.compile("/submission$"), lambda route: route.abort())
    page.locator("#work-form .button--primary").click()
    expect(note).to_have_text(say(page.language, "assignments.will-be-sent"))

    tab = collect(page.context.new_page())
    tab.base, tab.language = page.base, page.language
    page.close()
    day.pages[day.pages.index(page)] = tab
    turns = []
    tab.on("framenavigated", lambda frame: turns.append(frame.url))
    tab.goto(tab.base + f"/assignments/{work}", wait_until="commit")  # it hands in by itself, and turns the page
    poll(lambda: tab.wait_for_timeout(50) or len(turns) == 2, why="the page was not turned")
    tab.wait_for_load_state()
    expect(tab.locator("main")).to_contain_text(say(tab.language, "assignments.state.handed-in"))
    sent = json(day.session(MAYA), f"/assignments/{work}")["handedIn"]
    assert [(s["text"], [f["name"] for f in s["files"]]) for s in sent] == [("On a bad line.", ["cake.txt"])]

    # signed in anew elsewhere: this page's proof is of yesterday
    tab.goto(tab.base + f"/assignments/{other}")
    tab.evaluate("document.querySelector('#work-form [name=csrf]').value = 'of-yesterday'")
    tab.locator("textarea[name=text]").fill("Written overnight.")
    tab.locator("#work-form .button--primary").click()
    expect(tab.locator(".error-state")).to_be_visible()
    tab.goto(tab.base + f"/assignments/{other}")
    expect(tab.locator("textarea[name=text]")).to_have_value("Written overnight.")
    expect(tab.locator("#draft-note .icon")).to_be_visible()


def test_what_is_under_way_on_a_page_stays_with_it(day):
    """A file that cannot be read or is not wanted says so; a tapped notification leaves the page where one writes."""
    page = day.open(MAYA, f"/assignments/{assign(day.session(OMAR), accepts=['text', 'files'])}")
    until(page, "caches.match('/offline').then(found => !!found && !!navigator.serviceWorker.controller)")
    failed = page.locator(".uploads__row[data-failed]")

    def choose(name):
        page.locator("input[type=file]").first.set_input_files([{"name": name, "mimeType": "text/plain", "buffer": b"words"}])

    page.evaluate("""() => {
      const whole = Blob.prototype.arrayBuffer
      Blob.prototype.arrayBuffer = function () {
        Blob.prototype.arrayBuffer = whole
        return Promise.reject(new DOMException('changed since it was chosen', 'NotReadableError'))
      }
    }""")
    choose("essay.txt")
    expect(failed).to_contain_text(say(page.language, "kit.file.failed"))
    failed.get_by_role("button").click()
    page.route(re.compile("/api/v1/uploads/."), lambda route: route.fulfill(status=413, content_type="text/html", body="<p>too large</p>"))
    choose("film.txt")
    expect(failed).to_contain_text(say(page.language, "kit.file.failed"))

    own = page.url
    assert tapped(page, "/courses") == [page.base + "/courses", None] and page.url == own
    assert tapped(page, own.removeprefix(page.base)) == [None, own]


def tapped(page, path):
    """What a tap on a notification does: [the address it opens, the address of the window it brings forward]."""
    workers = page.context.service_workers
    worker = workers[0] if workers else page.context.wait_for_event("serviceworker")
    return worker.evaluate("""async path => {
      let opened = null, focused = null, done
      clients.openWindow = async url => { opened = String(url) }
      WindowClient.prototype.focus = async function () { focused = this.url; return this }
      dispatchEvent(Object.assign(new Event("notificationclick"), {
        notification: { close() {}, data: { path } }, waitUntil: what => { done = what } }))
      await done
      return [opened, focused]
    }""", path)


def test_a_killed_server_loses_no_word(day):
    omar = day.session(OMAR)
    work = assign(omar)
    maya = day.session(MAYA)
    path = f"/assignments/{work}"
    assert maya.post(path + "/draft", {"text": "before the kill"}).status_code == 303
    day.server.kill()
    day.server.start()
    assert json(maya, path)["draft"]["text"] == "before the kill"
    key = {"Idempotency-Key": "one-and-the-same"}
    first = maya.post(path + "/submission", {"text": "handed in"}, headers={"Accept": "application/json", **key})
    day.server.kill()
    day.server.start()
    again = maya.post(path + "/submission", {"text": "handed in"}, headers={"Accept": "application/json", **key})
    assert first.json() == again.json()
    assert len(json(maya, path)["handedIn"]) == 1


@pytest.mark.parametrize("language", ["en", "ar"])
def test_one_student_after_another_is_graded_without_a_page_load(day, language):
    omar = day.session(OMAR)
    work = assign(omar)
    for who in (MAYA, YUSUF, "camille"):
        assert day.session(who).post(f"/assignments/{work}/submission", {"text": f"by {who}"}).status_code == 303
    session = day.session(OMAR)
    session.speak(language)
    page = open_page(day.browser, session, locale=language)
    day.pages.append(page)
    page.goto(page.base + f"/assignments/{work}/grading")
    page.evaluate("document.body.stayed = true")
    for number in range(3):
        path = page.url
        page.locator("input[name=points]").fill(str(8 + number / 2))
        page.locator("textarea[name=comment]").fill("👍")
        with page.expect_response(lambda r: r.request.method == "POST" and r.ok):
            page.locator("#grade-form .button--primary").click()
        if number < 2:
            expect(page).not_to_have_url(path)
    expect(page.locator("#desk [data-key=u]")).to_have_count(0)
    assert page.evaluate("document.body.stayed === true"), "the desk was loaded again"
    scores = [s["score"] for s in json(omar, f"/assignments/{work}")["students"] if s["score"] is not None]
    assert sorted(scores) == [8, 8.5, 9]
    maya = json(day.session(MAYA), f"/assignments/{work}")
    assert maya["score"] is None and "👍" not in str(maya), "an unposted score was seen"


def test_a_mark_kept_on_the_device_is_not_written_over_one_given_elsewhere(day):
    omar = day.session(OMAR)
    work = assign(omar)
    assert day.session(MAYA).post(f"/assignments/{work}/submission", {"text": "by maya"}).status_code == 303
    page = day.open(OMAR, f"/assignments/{work}/grading")
    desk, points = page.url, page.locator("input[name=points]")
    points.fill("7.5")
    page.goto(page.base + "/courses")
    assert omar.post(desk.removeprefix(page.base), {"points": "9"}).status_code == 303
    page.goto(desk)
    expect(points).to_have_value("7.5")
    page.locator("#grade-form .button--primary").click()
    expect(page.locator("#toasts")).to_contain_text(say(page.language, "refusal.stale.text"))
    page.reload()
    expect(points).to_have_value("9")


def test_everybodys_work_goes_out_and_comes_back(day):
    omar = day.session(OMAR)
    work = assign(omar, accepts=["text", "files"])
    for who in (MAYA, YUSUF):
        session = day.session(who)
        answer = session.post(f"/assignments/{work}/submission", {"text": f"by {who}", "csrf": session.csrf},
                              files={"file": ("عمل.txt", f"file of {who}".encode(), "text/plain")})
        assert answer.status_code == 303, answer.text[:300]
    answer = omar.get(f"/assignments/{work}/download")
    assert answer.headers["Content-Type"] == "application/zip" and int(answer.headers["Content-Length"]) == len(answer.content)
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None and len(set(archive.namelist())) == 4
    marked = io.BytesIO()
    with zipfile.ZipFile(marked, "w", zipfile.ZIP_DEFLATED) as out:
        for name in archive.namelist():
            text = archive.read(name)
            out.writestr(name, text + b" - well done" if name.endswith("/1/answer.txt") else text)
        out.writestr("Nobody_ffffffff/1/x.txt", "?")
    answer = omar.post(f"/assignments/{work}/marked", {"csrf": omar.csrf}, files={"archive": ("marked.zip", marked.getvalue(), "application/zip")})
    assert answer.status_code == 303, answer.text[:300]
    kept = answer.headers["Location"].split("archive=")[1]
    assert omar.post(f"/assignments/{work}/marked/return", {"archive": kept}).status_code == 303
    rows = {s["name"]: s["id"] for s in json(omar, f"/assignments/{work}")["students"]}
    desk = omar.get(f"/assignments/{work}/grading/{rows['مايا خوري']}").text
    assert "answer.txt" in desk


@pytest.mark.parametrize("language", ["en", "ar"])
def test_marked_files_land_at_the_right_students(day, language):
    """5.2 Omar 7: thirty folders come down as one file and go up as one; whose each is stands there before anything is given."""
    omar = day.session(OMAR)
    work = assign(omar, points="", accepts=["text"])
    for who in (MAYA, YUSUF):
        assert day.session(who).post(f"/assignments/{work}/submission", {"text": f"by {who}"}).status_code == 303
    page = teacher(day, language, f"/assignments/{work}/marked")
    archive = zipfile.ZipFile(io.BytesIO(omar.get(f"/assignments/{work}/download").content))
    marked = io.BytesIO()
    with zipfile.ZipFile(marked, "w", zipfile.ZIP_DEFLATED) as out:
        for name in archive.namelist():
            out.writestr(name, archive.read(name) + b" - well done")
        out.writestr("Nobody_ffffffff/1/x.txt", "?")
    page.locator("input[type=file]").set_input_files([{"name": "marked.zip", "mimeType": "application/zip", "buffer": marked.getvalue()}])
    expect(page.locator(".uploads__row input[name=upload]")).to_have_count(1)
    page.get_by_role("button", name=say(language, "assignments.look-into"), exact=True).click()
    rows = page.locator("main table tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text=say(language, "assignments.no-such-student"))).to_contain_text("Nobody_ffffffff")
    expect(rows.filter(has_text="خوري_مايا")).to_contain_text("مايا خوري")
    give = say(language, "assignments.return-count", 2, plural="other" if language == "en" else "two")
    page.get_by_role("button", name=give, exact=True).click()
    expect(page.locator("#toasts .toast")).to_have_count(1)
    for who in (MAYA, YUSUF):
        back = day.open(who, f"/assignments/{work}")
        href = back.locator("[id^=returned-] a", has_text="answer.txt").get_attribute("href")
        assert day.session(who).get(href).text == f"by {who} - well done"
        other = day.session(YUSUF if who == MAYA else MAYA)
        assert other.get(href).status_code == 404
    assert not page.errors, page.errors


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_pdf_beside_a_rubric(day, language):
    """5.2 Omar 6: the file is read in the page, a level of each criterion is chosen, and the points are their sum."""
    omar, maya = day.session(OMAR), day.session(MAYA)
    work = assign(omar, accepts=["files"])
    rubric = {"criterion.0": "Reasoning", "level.0.0": "Complete", "level.0.0.points": "6", "level.0.1": "Partly", "level.0.1.points": "3",
              "criterion.1": "Form", "level.1.0": "Tidy", "level.1.0.points": "4", "level.1.1": "Hasty", "level.1.1.points": "1"}
    assert omar.post(f"/assignments/{work}/rubric", rubric).status_code == 303
    answer = maya.post(f"/assignments/{work}/submission", {"csrf": maya.csrf}, files={"file": ("cake.pdf", PDF, "application/pdf")})
    assert answer.status_code == 303, answer.text[:300]
    page = teacher(day, language, f"/assignments/{work}/grading")
    shown = page.locator("iframe.preview--page")
    expect(shown).to_have_attribute("title", "cake.pdf")
    expect(shown).to_be_visible()
    sent = omar.get(shown.get_attribute("src"))
    assert sent.headers["Content-Type"] == "application/pdf" and sent.content == PDF
    own = page.url
    page.get_by_label("Partly").check(force=True)
    page.get_by_label("Tidy").check(force=True)
    with page.expect_response(lambda r: r.request.method == "POST" and r.ok):
        page.get_by_role("button", name=say(language, "assignments.save"), exact=True).click()
    expect(page.locator("#toasts .toast")).to_have_count(1)
    page.goto(own)
    expect(page.get_by_label("Partly")).to_be_checked()
    expect(page.get_by_label("Tidy")).to_be_checked()
    scores = {s["name"]: s["score"] for s in json(omar, f"/assignments/{work}")["students"]}
    assert scores["مايا خوري"] == 7
    assert not page.errors, page.errors


def test_a_student_finds_all_files_and_may_delete_those_not_handed_in(day):
    omar = day.session(OMAR)
    work = assign(omar, accepts="files")
    page = day.open(MAYA, f"/assignments/{work}")
    page.locator("input[type=file]").first.set_input_files([{"name": "photo.txt", "mimeType": "text/plain", "buffer": b"hello"}])
    expect(page.locator("#draft-files")).to_contain_text("photo.txt")
    page.goto(page.base + "/files")
    expect(page.locator("main")).to_contain_text("photo.txt")
    expect(page.locator("main")).to_contain_text("Fractions")


def test_handing_in_waits_for_a_file_on_its_way(day):
    """Pressed while the file goes up and the words are being saved: said so, pressed twice, and handed in once with all of it."""
    work = assign(day.session(OMAR), accepts=["text", "files"])
    page = day.open(MAYA, f"/assignments/{work}")
    held = []
    page.route(re.compile("/api/v1/uploads/."), lambda route: held.append(route))
    page.locator("input[type=file]").first.set_input_files([{"name": "cake.txt", "mimeType": "text/plain", "buffer": b"cake"}])
    poll(lambda: page.wait_for_timeout(20) or held)
    draft = Held(page, "/draft$")
    page.locator("textarea[name=text]").fill("With a picture of the cake.")
    draft.wait()
    page.locator("#work-form .button--primary").click()
    expect(page.locator("#draft-note")).to_have_text(say(page.language, "assignments.waits-for-files"))
    page.evaluate("document.getElementById('work-form').requestSubmit()")
    held[0].continue_()
    expect(page.locator("#work-form .uploads__row progress")).to_have_count(0)
    draft.go()
    expect(page.locator("main")).to_contain_text(say(page.language, "assignments.state.handed-in"))
    poll(lambda: json(day.session(MAYA), f"/assignments/{work}")["handedIn"])  # the page may say so a moment before
    seen = json(day.session(MAYA), f"/assignments/{work}")
    assert [(s["text"], [f["name"] for f in s["files"]]) for s in seen["handedIn"]] == [("With a picture of the cake.", ["cake.txt"])]
    assert seen["draft"] is None and seen["draftFiles"] == []
