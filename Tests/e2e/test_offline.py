"""A browser that is somebody's own opens and works without a line: what is said to be kept is kept, and goes out once.

In Chromium and Firefox, on the program that is compiled without optimizing. The browser comes to the server by a line of the test's
own (line.py), because what a service worker asks for cannot be cut in every browser otherwise.
"""
import contextlib, os, pathlib, re, shutil, time
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Error as PlaywrightError, expect

from conftest import arrive, leave, open_page
from journal import entries
from line import Line
from school import OUT, ROOT, Server, Session
from test_day import CHILD, LESSON, expect_mark, poll, tap
from test_talk_messages import bubble, json, json_post, talk_of, texts, write

MODULE = pathlib.Path(os.environ.get("BROWSER_MODULE", OUT.parent / "browser-quick" / "homeroom.wasm"))
OMAR, DANA, MAYA, YUSUF = "omar@rimon.example", "dana@rimon.example", "maya", "yusuf"
# A program of fifty megabytes is fetched and compiled.
LONG = 120

SCRIPT = "import(document.querySelector('script[type=module]').src.replace('app.js', '%s'))"
DEVICE = SCRIPT % "device.js" + ".then(device => device.%s)"
KEEP = f"""async () => {{
  await {SCRIPT % 'worker.js'}.then(worker => worker.register())
  while (!navigator.serviceWorker.controller) await new Promise(go => setTimeout(go, 50))
  return {DEVICE % "ask('keep', {}, 110000)"}
}}"""
STANDING = DEVICE % "ask('standing')"
BROKEN = "() => [...document.images].filter(one => one.complete && !one.naturalWidth).map(one => one.src)"
UNSENT = STANDING + ".then(now => now.waiting)"
KEPT = "async () => (await indexedDB.databases()).map(one => one.name).filter(name => name === 'device')"
LEFT = f"async () => [await ({KEPT})(), await caches.keys()]"
ASSETS = "document.querySelector('script[type=module]').src.split('/')[4]"
# Of which versions of the program something lies here.
SHELVED = "async () => [...new Set((await (await caches.open('device')).keys()).map(one => one.url.split('/')[4]))]"
# How many pages of the device's file lie in the browser.
ROWS = """() => new Promise((done, fail) => {
  const asked = indexedDB.open('device')
  asked.onerror = fail
  asked.onsuccess = () => {
    const count = asked.result.transaction('pages').objectStore('pages').count()
    count.onsuccess = () => { asked.result.close(); done(count.result) }
  }
})"""
# One byte in the middle of the file, as a failing disk would.
FLIP = """() => new Promise((done, fail) => {
  const asked = indexedDB.open('device')
  asked.onerror = fail
  asked.onsuccess = () => {
    const all = asked.result, held = all.transaction('pages', 'readwrite'), pages = held.objectStore('pages')
    const one = pages.get(1)
    one.onsuccess = () => { one.result[1000] ^= 1; pages.put(one.result, 1) }
    held.oncomplete = () => { all.close(); done(true) }
    held.onabort = fail
  }
})"""


class Bus:
    """A school with a line to it, and people who have it open on devices of their own."""

    def __init__(self, browser, server):
        self.browser, self.server, self.line, self.pages = browser, server, Line(server), []

    def session(self, identifier):
        return Session(self.server, self.server.known(identifier)).sign_in()

    def open(self, identifier, path="/", language="en", session=None, **options):
        page = open_page(self.browser, (session or self.session(identifier)).speak(language), locale=language, **options)
        page.language, page.base = language, self.line.base
        self.pages.append(page)
        page.goto(page.base + path)
        return page

    def device(self, identifier, path="/", **options):
        """Somebody's page in a browser that is theirs."""
        page = self.open(identifier, path, **options)
        said = page.evaluate(KEEP)
        assert said and said["kept"] and said["state"] == "ready", said
        assert said["account"] and said["syncedAt"] and not said["waiting"], said
        return page

    def again(self, page):
        """The same browser, after its page was closed."""
        context, made = page.context, page.context.new_page()
        page.close()
        made.base, made.language = page.base, page.language
        self.pages[self.pages.index(page)] = made
        assert made.context == context
        return made


@contextlib.contextmanager
def running(browser, request, **settings):
    """A school of its own with a line to it, which both end with the test."""
    assert MODULE.exists(), "run scripts/browser.sh --quick first"
    name = re.sub(r"\W+", "-", request.node.name)[:40]
    with Server(name, browser_module=str(MODULE), **settings) as server:
        made = Bus(browser, server)
        try:
            yield made
        finally:
            made.line.mend()
            leave(made.pages, request)
            made.line.close()


@pytest.fixture
def bus(browser, request):
    with running(browser, request) as made:
        yield made


def stop_worker(page):
    """As the browser does when it wants the memory; what it knew is gone."""
    tools = page.context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    tools.detach()


def standing(page):
    """What the worker says of the device; nothing while the page is on its way to another, or no worker is there."""
    try:
        return page.evaluate(STANDING)
    except PlaywrightError as gone:
        assert "context was destroyed" in str(gone) or "navigation" in str(gone), gone
        return None


def rows_left(page):
    try:
        return page.evaluate(ROWS)
    except PlaywrightError:
        return None  # it is on its way to the sign-in


def wear(page, session):
    """From now on this browser has the cookies of that session."""
    page.context.clear_cookies()
    page.context.add_cookies([{"name": name, "value": value, "url": page.base, "httpOnly": True, "sameSite": "Lax"}
                              for name, value in session.cookies.items()])


def waits(page, count, limit=60):
    """Until so many requests wait on the device."""
    poll(lambda: len((standing(page) or {"waiting": [None] * 99})["waiting"]) == count, limit, f"not {count}: {standing(page)}")


def mend(bus, page):
    """The line is back, and the page that says there is none has gone by itself: to leave it at that moment is to be turned back.

    What waits goes out first, for which a worker that was stopped compiles the program again: unoptimized it has 54 MB.
    """
    bus.line.mend()
    expect(page.locator("html")).not_to_have_attribute("data-line-down", "", timeout=60_000)


def answered(page, path):
    """Goes there, and says whether the device answered."""
    for attempt in range(5):
        try:
            if said := page.goto(page.base + path):
                return said.status, said.headers.get("x-device") == "1"
        except PlaywrightError as taken:
            assert "ABORTED" in str(taken).upper() or "interrupted" in str(taken), taken
            # the page has just gone to look by itself; to come in its way once more would be one more try that is lost
            page.wait_for_timeout(200 * (attempt + 1))
    raise AssertionError(f"never came to {path}")


def register_of(page):
    """The address of today's register."""
    page.goto(page.base + "/attendance")
    page.get_by_role("link", name=LESSON).click()
    arrive(page, "attendance.register")
    return page.url.removeprefix(page.base)


def late_without_a_line(bus, page, path):
    """The line is cut, and the device takes a mark in this register."""
    bus.line.cut()
    assert answered(page, path) == (200, True)
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)


def back(bus, page):
    """The line is there again, and the browser says so to its pages. When that was."""
    bus.line.mend()
    began = time.time()
    try:
        page.evaluate("dispatchEvent(new Event('online'))")
    except PlaywrightError as gone:
        assert "context was destroyed" in str(gone), gone  # it fetches itself again, and asks when it is there
    return began


def marked(session, path):
    """How many marks of each kind the server shows in a register."""
    found = re.findall(r'data-mark="(\w+)"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*data-mark="(\w+)"', session.get(path).text)
    return sorted(a or b for a, b in found)


@pytest.mark.firefox
def test_a_register_is_taken_without_a_line(bus):
    """The bus: home, the register of today, one late; with a line again the office sees it, once."""
    page, office = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    faces = page.locator("main img")
    poll(lambda: page.evaluate("async count => (await (await caches.open('device-pictures')).keys()).length >= count", min(3, faces.count())))
    before = entries(bus.server)
    bus.line.cut()
    began = time.time()
    assert answered(page, "/") == (200, True)
    print(f"\n{bus.browser.kind}: offline start at / in {time.time() - began:.2f} s")
    assert answered(page, path) == (200, True)
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    waits(page, 1)
    assert page.evaluate(UNSENT)[0]["path"].startswith(path)
    page.reload()
    expect_mark(page, "late", CHILD)
    assert faces.count() >= 3 and not page.evaluate(BROKEN), "faces that were seen are there, and no other is a broken picture"
    assert entries(bus.server) == before
    back(bus, page)
    waits(page, 0)
    assert marked(office, path) == ["late"] and entries(bus.server) == before + 1
    assert answered(page, path) == (200, False)
    expect_mark(page, "late", CHILD)
    expect(page.locator("html")).to_have_attribute("data-device", "on")


@pytest.mark.firefox
def test_an_answer_that_is_lost_is_done_once(bus):
    """The server has it and the browser does not know; then the server is killed, and comes back."""
    page, office = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    before = entries(bus.server)
    bus.line.lose("POST " + path)
    tap(page, "late", CHILD)
    expect_mark(page, "late", CHILD)
    assert bus.line.lost.wait(20)
    bus.server.kill()
    tap(page, "absent", CHILD)
    expect_mark(page, "absent", CHILD)
    bus.server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    waits(page, 0)
    assert marked(office, path) == ["absent"] and entries(bus.server) == before + 2


@pytest.mark.firefox
def test_what_was_said_to_be_kept_is_there_when_everything_ended(bus):
    """The worker is stopped, and the page closed: the mark is shown and waits, and goes out."""
    page, office = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    if bus.browser.kind == "chromium":
        stop_worker(page)
    page = bus.again(page)
    assert answered(page, path) == (200, True)
    expect_mark(page, "late", CHILD)
    waits(page, 1)
    back(bus, page)
    waits(page, 0)
    assert marked(office, path) == ["late"]


@pytest.mark.firefox
def test_a_slow_server_is_not_waited_for(bus):
    page = bus.device(OMAR)
    path = register_of(page)
    answered(page, "/")  # the program is at hand
    bus.line.pause = 5
    began = time.time()
    assert answered(page, path) == (200, True)
    assert time.time() - began < 5, "the server was waited for"
    bus.line.mend()
    poll(lambda: answered(page, path) == (200, False))


@pytest.mark.firefox
def test_a_student_studies_and_writes_without_a_line(bus):
    page = bus.device(MAYA, "/study")
    link = page.locator(".study-card").get_by_role("link").last.get_attribute("href")
    session = bus.session(MAYA)
    talk = talk_of(session, "Omar Haddad") if any(c["title"] == "Omar Haddad" for c in json(session, "/messages")["conversations"]) else None
    bus.line.cut()
    assert answered(page, link) == (200, True)
    page.locator(".study-button").click()
    expect(page.locator(".study-button")).to_have_count(0)
    waits(page, 1)
    if talk:
        assert answered(page, f"/messages/{talk}") == (200, True)
        write(page, "from the bus")
        expect(bubble(page, "from the bus")).to_have_attribute("data-state", "failed")  # kept by the page's own outbox
    back(bus, page)
    waits(page, 0)
    assert 'study-button' not in session.get(link).text
    if talk:
        poll(lambda: texts(session, talk).count("from the bus") == 1, 60)


@pytest.mark.firefox
def test_what_is_refused_keeps_its_words(bus):
    """A card for a deck that was taken away meanwhile: in the tray with why, and with what was typed."""
    session = bus.session(MAYA)
    deck = json_post(session, "/study/decks", {"name": "Of the bus"})["id"]
    page = bus.device(MAYA)
    bus.line.cut()
    assert answered(page, f"/study/decks/{deck}/notes/new") == (200, True)
    page.locator("main [name=front]").fill("a word of the bus")
    page.locator("main [name=back]").fill("its other side")
    with page.expect_navigation():
        page.locator("main form:has([name=front])").evaluate("form => form.requestSubmit()")
    waits(page, 1)
    assert session.post(f"/study/decks/{deck}/deletion", {}).status_code == 303
    back(bus, page)
    waits(page, 0)
    refused = poll(lambda: (standing(page) or {}).get("refused"))
    assert len(refused) == 1 and refused[0]["reason"] and "a word of the bus" in unquote_plus(refused[0]["body"]), refused
    assert session.post(f"/study/decks/{deck}/restoration", {}).status_code == 303
    back(bus, page)
    poll(lambda: ((standing(page) or {}).get("refused") or [{}])[0].get("isEditable"))
    # its writer puts it right in the form that it came from, and it is done with
    page.goto(page.base + "/settings/device")
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.locator("main [name=back]")).to_have_value("its other side")
    # another form of that page sends something else, and the words stay
    with page.expect_navigation():
        page.locator("button[name=scheme]").first.evaluate("button => button.form.requestSubmit(button)")
    poll(lambda: len((standing(page) or {}).get("refused") or []) == 1)
    page.goto(page.base + "/settings/device")
    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator("main [name=front]").fill("a better word")
    with page.expect_navigation():
        page.locator("main form:has([name=front])").evaluate("form => form.requestSubmit()")
    poll(lambda: (now := standing(page)) and not now["refused"] and not now["waiting"])
    shown = session.get(f"/study/decks/{deck}").text
    assert "a better word" in shown and "a word of the bus" not in shown


@pytest.mark.firefox
def test_signing_out_leaves_nothing(bus):
    page = bus.device(OMAR)
    register_of(page)
    page.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")
    page.wait_for_url(re.compile("sign-in|/$|welcome"))
    expect(page.locator("html")).to_have_attribute("data-device", "off")
    poll(lambda: page.evaluate(LEFT) == [[], []], why=f"{page.evaluate(LEFT)}")
    assert not (standing(page) or {}).get("kept")


@pytest.mark.firefox
def test_signing_out_without_a_line_is_signing_out(bus):
    """Whoever takes the device finds a sentence, also where there is a line again; then the server has heard, and nobody is signed in."""
    session = bus.session(MAYA)
    page = bus.device(MAYA, session=session)
    bus.line.cut()
    assert answered(page, "/") == (200, True)
    page.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")
    said = page.get_by_text("You are signed out on this device")
    expect(said).to_be_visible()
    assert page.evaluate(KEPT) == []
    # a worker that starts anew looks for what is kept, and makes nothing by looking; Firefox lets nobody stop one
    if bus.browser.browser_type.name == "chromium":
        stop_worker(page)
    page.goto(page.base + "/grades")
    expect(said).to_be_visible()
    assert page.evaluate(KEPT) == []
    mend(bus, page)
    page.goto(page.base + "/")
    page.wait_for_url(re.compile("/sign-in"))
    assert session.get("/grades").status_code != 200


@pytest.mark.firefox
def test_who_signs_in_next_sees_and_sends_nothing_of_the_first(bus):
    """Their session ended by the server; somebody else signs in on the same browser, with a slow line and none."""
    page = bus.device(OMAR)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    yusuf = bus.session(YUSUF)
    before = entries(bus.server)
    wear(page, yusuf)
    bus.line.mend()
    assert answered(page, "/") == (200, False)
    poll(lambda: (now := standing(page)) and (now["state"] == "locked" or not now["kept"]))
    assert page.evaluate(UNSENT) == [] and not (standing(page) or {}).get("waiting")
    bus.line.pause = 2
    status, here = answered(page, path)
    assert not here and CHILD not in page.content()
    bus.line.mend()
    assert entries(bus.server) == before, "the first one's mark was sent by the second"
    page.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")
    page.wait_for_url(re.compile("/sign-in"))
    # its writer is back: it is still there, and goes out under their own name
    omar = bus.session(OMAR)
    before = entries(bus.server)
    wear(page, omar)
    answered(page, "/")
    poll(lambda: marked(omar, path) == ["late"], LONG)
    assert entries(bus.server) == before + 1


def test_a_damaged_page_is_noticed_and_nothing_is_lost(bus):
    page, office = bus.device(OMAR), bus.session(DANA)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    assert page.evaluate(FLIP)
    stop_worker(page)  # Firefox has no hand for that
    assert answered(page, path)[1] is False, "a damaged file was shown"
    mend(bus, page)
    page.goto(page.base + "/")
    poll(lambda: (now := standing(page) or {}).get("state") == "ready" and now["syncedAt"] and not now["waiting"], LONG, f"{standing(page)}")
    assert marked(office, path) == ["late"]
    bus.line.cut()
    assert answered(page, path) == (200, True)
    expect_mark(page, "late", CHILD)


# The device was last sure of its rows so many days before it was.
AGED = """days => new Promise((done, fail) => {
  const asked = indexedDB.open('device')
  asked.onerror = fail
  asked.onsuccess = () => {
    const all = asked.result, held = all.transaction('record', 'readwrite'), records = held.objectStore('record')
    const one = records.get('record')
    one.onsuccess = () => records.put({ ...one.result, syncedAt: one.result.syncedAt - days * 864e5 }, 'record')
    held.oncomplete = () => { all.close(); done(true) }
    held.onabort = fail
  }
})"""


def test_rows_of_which_nothing_was_heard_for_two_weeks_are_not_shown(bus):
    """What somebody may see can have changed; what they typed is sent, and all is shown again, as soon as the server is heard."""
    page = bus.device(OMAR)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    for days, is_shown in ((13, True), (2, False)):
        page.evaluate(AGED, days)
        stop_worker(page)
        assert answered(page, "/attendance")[1] is is_shown
    expect(page.locator("html")).to_have_attribute("data-line-down", "")
    mend(bus, page)
    page.goto(page.base + path)
    waits(page, 0)
    assert marked(bus.session(DANA), path) == ["late"]
    bus.line.cut()
    assert answered(page, "/attendance") == (200, True)


KEPT_FILES = "async () => (await (await caches.open('device-files')).keys()).length"


@pytest.mark.firefox
def test_a_file_that_is_wanted_is_there_without_a_line(bus):
    """Kept by a button, read on the bus, listed, and let go; with a line it goes as soon as it is not this person's any more."""
    page = bus.device(YUSUF, "/study/files")
    page.set_input_files("input[type=file]", {"name": "my plan.txt", "mimeType": "text/plain", "buffer": b"water the beans"})
    page.get_by_role("button", name="Keep in my files").click()
    page.get_by_role("link", name="my plan.txt").click()
    arrive(page, "own-files.file")
    shown, keep = page.url.removeprefix(page.base), page.locator("button[data-keep-file]")
    expect(keep).to_have_text(re.compile("^Keep on this device"))
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    expect(keep).to_have_text(re.compile("^On this device"))
    bus.line.cut()
    page.goto(page.base + shown + "/content")
    assert "water the beans" in page.content()
    assert answered(page, "/settings/device") == (200, True)
    expect(page.get_by_role("heading", name="Files kept here")).to_be_visible()
    expect(page.locator("[data-files]").get_by_role("link", name="my plan.txt")).to_have_attribute("href", shown + "/content")
    page.get_by_role("button", name="Remove from this device").click()
    expect(page.get_by_role("heading", name="Files kept here")).to_be_hidden()
    assert page.evaluate(KEPT_FILES) == 0
    back(bus, page)
    poll(lambda: standing(page)["line"] == "on")
    page.goto(page.base + shown)
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    assert bus.session(YUSUF).post(shown + "/removal", {}).status_code == 303
    assert answered(page, shown + "/content")[0] == 404
    poll(lambda: page.evaluate(KEPT_FILES) == 0)


@pytest.mark.firefox
def test_what_takes_a_line_says_so(bus):
    page = bus.device(OMAR)
    page.reload()
    poll(lambda: page.evaluate("caches.match('/offline').then(found => !!found)"))
    bus.line.cut()
    for path in ["/settings/notifications", "/catalogue"]:
        page.goto(page.base + path)
        expect(page.locator("html")).to_have_attribute("data-line-down", "")
    assert answered(page, "/attendance") == (200, True)


@pytest.mark.firefox
def test_a_session_that_was_ended_takes_the_rows_along_and_not_the_words(bus):
    """Signed out from afar: nothing is shown any more; who signs in again finds what they typed, and it goes out."""
    session = bus.session(OMAR)
    page = bus.device(OMAR, session=session)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    assert session.post("/sign-out", {}).status_code == 303
    back(bus, page)
    poll(lambda: rows_left(page) == 0, 60)
    omar = bus.session(OMAR)
    wear(page, omar)
    answered(page, "/")
    poll(lambda: marked(omar, path) == ["late"], LONG)


@pytest.mark.firefox
def test_words_that_nobody_was_asked_about_outlive_signing_out(bus):
    """The rows go with the session, the one thing that was never sent does not: its writer comes back, and it goes out."""
    page = bus.device(OMAR)
    path = register_of(page)
    late_without_a_line(bus, page, path)
    waits(page, 1)
    page.evaluate(DEVICE % "forget()")
    assert rows_left(page) == 0 and not standing(page)["kept"]
    page.evaluate(DEVICE % "forget()")  # the farewell page says so once more
    bus.line.mend()
    omar = bus.session(OMAR)
    wear(page, omar)
    answered(page, "/")
    poll(lambda: marked(omar, path) == ["late"], LONG)
    waits(page, 0)
    page.evaluate(DEVICE % "forget(true)")
    assert page.evaluate(LEFT) == [[], []]


def test_a_device_stands_back_while_its_person_is_in_another_school(browser, request):
    """Nothing of the first school is shown or written in the place of the second's; back in the first, it is a device again."""
    with running(browser, request, new_schools="yes") as bus:
        page = bus.device(OMAR)
        omar = bus.session(OMAR)
        first = standing(page)["school"]
        json_post(omar, "/schools", {"name": "Evening school", "zone": "UTC", "kind": "k12", "language": "en"})
        second = next(one["id"] for one in json(omar, "/schools")["schools"] if one["id"] != first)
        for school, is_here in ((second, False), (first, True)):
            with page.expect_navigation():
                page.evaluate("""school => {
                  const form = document.querySelector("form[data-sign-out]").cloneNode(true)
                  form.action = "/switch"
                  form.removeAttribute("data-sign-out")
                  const field = document.createElement("input")
                  field.name = "school"; field.value = school
                  form.append(field); document.body.append(form)
                  form.submit()
                }""", school)
            poll(lambda: answered(page, "/") == (200, False))
            bus.line.pause = 2
            assert answered(page, "/") == (200, is_here), school
            bus.line.mend()


@pytest.mark.firefox
def test_a_newer_program_comes_by_itself(browser, request, tmp_path):
    """The server is another one when the line is back: what waits is sent, and the next page without a line is the new one's."""
    for name in ("Public", "Words"):
        shutil.copytree(ROOT / name, tmp_path / name)
    with running(browser, request, resources=str(tmp_path)) as bus:
        page = bus.device(OMAR)
        path, before = register_of(page), page.evaluate(ASSETS)
        late_without_a_line(bus, page, path)
        bus.server.stop()
        with open(tmp_path / "Public" / "js" / "badge.js", "a") as script:
            script.write("// newer\n")
        bus.server.start()
        back(bus, page)
        waits(page, 0, LONG)
        assert marked(bus.session(DANA), path) == ["late"]
        # the first page of the new one's says so
        assert answered(page, "/") == (200, False)
        poll(lambda: page.evaluate(SHELVED) not in ([before], []) and len(page.evaluate(SHELVED)) == 1, LONG)
        bus.line.cut()
        assert answered(page, path) == (200, True)
        expect_mark(page, "late", CHILD)
        assert page.evaluate(ASSETS) != before
