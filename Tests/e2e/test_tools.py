"""Tools that make something: what is drawn, scanned or recorded outlives a reload, and lies among one's own files."""
import re, struct, zlib

import pytest
from playwright.sync_api import expect

from conftest import Cut, arrive, until, visits
from school import Server, Session
from test_learning_assignments import OMAR, assign
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def campus():
    with Server("tools") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def sheet(width=400, height=300):
    """White paper on a dark table, as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    dark, white = b"\x28\x3c\x50", b"\xff\xff\xff"
    table = b"\0" + dark * width
    paper = b"\0" + dark * 60 + white * (width - 120) + dark * 60
    rows = table * 40 + paper * (height - 80) + table * 40
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture():
    return {"name": "page.png", "mimeType": "image/png", "buffer": sheet()}


# What lies under the middle of the sheet; while a page turns, Chromium finds nothing of it there.
UNDER = """() => {
  const box = document.querySelector('[data-canvas]').getBoundingClientRect()
  return !!document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.matches('[data-canvas]')
}"""


def stroke(page, x, y):
    until(page, UNDER)
    box = page.locator("[data-canvas]").bounding_box()
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 60, box["y"] + y + 40, steps=6)
    page.mouse.up()


def saved(page, language):
    expect(page.locator("[data-said]")).to_have_text(say(language, "tools.saved-file"))
    page.locator("[data-saved-link]").click()
    arrive(page, "own-files.all")


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_drawing_is_undone_outlives_a_reload_and_is_kept(people, language):
    page = people("maya", language, "/study/tools/drawing", **PHONE)
    arrive(page, "tools.drawing")
    sheet = page.locator("[data-drawing]")
    stroke(page, 20, 20)
    stroke(page, 60, 90)
    expect(sheet).to_have_attribute("data-strokes", "2")
    page.keyboard.press("Control+z")
    expect(sheet).to_have_attribute("data-strokes", "1")
    page.keyboard.press("Control+y")
    expect(sheet).to_have_attribute("data-strokes", "2")
    page.locator("[data-clear]").click()
    expect(sheet).to_have_attribute("data-strokes", "0")
    page.locator("[data-undo]").click()
    expect(sheet).to_have_attribute("data-strokes", "2")
    expect(page.locator("[data-said]")).to_have_text(say(language, "tools.drawing-kept"))
    page.reload()
    expect(sheet).to_have_attribute("data-strokes", "2")
    page.locator("[data-name]").fill("Two lines " + language)
    page.locator("[data-save]").click()
    saved(page, language)
    page.get_by_role("link", name=f"Two lines {language}.png").click()
    arrive(page, "own-files.file")
    assert page.locator(".own-file__shown img").evaluate("image => image.decode().then(() => image.naturalWidth * image.naturalHeight)") == 1600 * 1200
    # Its strokes lie beside it: they come from the school, and not from this device.
    page.get_by_role("link", name=say(language, "own-files.draw-on")).click()
    arrive(page, "tools.drawing")
    expect(sheet).to_have_attribute("data-strokes", "2")
    expect(page.locator("[data-name]")).to_have_value("Two lines " + language)
    stroke(page, 100, 120)
    expect(sheet).to_have_attribute("data-strokes", "3")
    page.locator("[data-save]").click()
    saved(page, language)
    assert not page.errors


def test_a_drawing_that_does_not_get_through_says_where_it_is(people):
    page = people("maya", "en", "/study/tools/drawing", service_workers="block", **PHONE)
    arrive(page, "tools.drawing")
    stroke(page, 20, 20)
    line = Cut(page, "/study/files$")
    page.locator("[data-save]").click()
    expect(page.locator("[data-said]")).to_have_text(say("en", "tools.saved-here"))
    expect(page.locator("[data-saved-link]")).to_be_hidden()
    line.mend()
    page.locator("[data-save]").click()
    expect(page.locator("[data-said]")).to_have_text(say("en", "tools.saved-file"))


@pytest.mark.parametrize("language", ["en", "ar"])
def test_two_pages_become_one_pdf(people, language):
    """Each page is straightened by its corners, also by keyboard, and lies on the device before the next one comes."""
    page = people("maya", language, "/study/tools/scanner", viewport={"width": 320, "height": 640})
    arrive(page, "tools.scanner")
    page.locator("#scanner-file").set_input_files(picture())
    corner = page.locator("[data-corner]").first
    expect(corner).to_be_visible()
    corner.focus()
    before = corner.evaluate("handle => parseFloat(handle.style.left)")
    page.keyboard.press("ArrowRight")
    assert corner.evaluate("handle => parseFloat(handle.style.left)") > before
    page.locator("input[name=look][value=black]").check()
    page.locator("[data-add]").click()
    expect(page.locator(".scanner__page")).to_have_count(1)
    expect(page.locator("[data-said]")).to_have_text(say(language, "tools.page-kept"))
    page.reload()
    expect(page.locator(".scanner__page")).to_have_count(1)
    page.locator("#scanner-camera").set_input_files(picture())
    page.locator("[data-add]").click()
    expect(page.locator(".scanner__page")).to_have_count(2)
    page.locator("[data-remove]").first.click()
    expect(page.locator(".scanner__page")).to_have_count(1)
    page.locator("[data-regain]").click()
    expect(page.locator(".scanner__page")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("[data-name]").fill("Homework " + language)
    page.locator("[data-save-pdf]").click()
    saved(page, language)
    page.get_by_role("link", name=f"Homework {language}.pdf").click()
    arrive(page, "own-files.file")
    made = page.request.get(page.url + "/content")
    assert made.headers["content-type"].startswith("application/pdf")
    body = made.body()
    assert body.startswith(b"%PDF-1.4") and body.rstrip().endswith(b"%%EOF")
    assert b"/Count 2 " in body and body.count(b"/Filter /DCTDecode") == 2
    # every object is where the table of the file says
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", body)]
    assert len(places) == 9 and all(body[place:].startswith(b"%d 0 obj" % number) for number, place in enumerate(places, 1))
    assert not page.errors


def test_a_sheet_seen_from_the_side_becomes_straight(people):
    """Each corner of the straight page lies where the corner was put, and a line is no page."""
    page = people("maya", "en", "/study/tools/scanner")
    arrive(page, "tools.scanner")
    found = page.evaluate("""async () => {
      const { homography, sizeOf, straighten } = await import(document.querySelector("script[src*='scanner.js']").src.replace('scanner.js', 'pages.js'))
      const quad = [[10, 20], [190, 5], [170, 140], [30, 120]], [w, h] = [100, 80], by = homography(quad, w, h)
      const at = (x, y) => [(by[0] * x + by[1] * y + by[2]) / (by[6] * x + by[7] * y + 1), (by[3] * x + by[4] * y + by[5]) / (by[6] * x + by[7] * y + 1)].map(one => Math.round(one * 1000) / 1000)
      // black at the left, white at the right, and a straight page of the right half alone
      const data = new Uint8ClampedArray(20 * 10 * 4).map((_, place) => place % 80 < 40 ? 0 : 255)
      const half = straighten({ data, width: 20, height: 10 }, [[11, 1], [19, 1], [19, 9], [11, 9]], 1000)
      return { corners: [at(0, 0), at(w, 0), at(w, h), at(0, h)], quad, size: sizeOf(quad, 4000), line: homography([[0, 0], [1, 1], [2, 2], [3, 3]], 10, 10) === undefined,
        half: [half.width, half.height, Math.min(...half.data)] }
    }""")
    assert found["corners"] == found["quad"]
    assert found["size"][0] * found["size"][1] <= 4000 and found["line"]
    assert found["half"] == [8, 8, 255]


@pytest.mark.parametrize("language", ["en", "he"])
def test_what_is_said_is_recorded_here_and_kept(people, language):
    """The browser of the tests understands no speech by itself: it says so, and records."""
    page = people("maya", language, "/study/tools/dictation", permissions=["microphone"], **PHONE)
    arrive(page, "tools.dictation")
    expect(page.locator("[data-record]")).to_be_visible()
    expect(page.locator("[data-no-recognition]")).to_have_text(say(language, "tools.no-recognition"))
    page.locator("[data-start]").click()
    expect(page.locator("[data-said]")).to_have_text(say(language, "tools.recording"))
    expect(page.locator("[data-start]")).to_have_attribute("data-recording", re.compile("[1-9]"))
    page.locator("[data-start]").click()
    expect(page.locator("[data-said]")).to_have_text(say(language, "tools.sound-kept"))
    page.reload()
    expect(page.locator("[data-recorded]")).to_be_visible()
    page.locator("[data-name]").fill("Rehearsal " + language)
    page.locator("[data-save]").click()
    saved(page, language)
    page.get_by_role("link", name="Rehearsal " + language).click()
    arrive(page, "own-files.file")
    expect(page.locator("audio")).to_have_count(1)
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_file_is_uploaded_renamed_deleted_and_brought_back(people, language):
    page = people("adam" if language == "en" else "yusuf", language, "/study/files")
    arrive(page, "own-files.all")
    expect(page.locator("main")).to_contain_text(say(language, "own-files.empty"))
    page.locator("#f-file").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"Plants need light."})
    page.locator("#own-files-upload button").last.click()
    page.get_by_role("link", name="notes.txt").click()
    arrive(page, "own-files.file")
    page.locator("#f-name").fill("Plants")
    page.locator("#own-file-rename button").last.click()
    expect(page.locator("h1")).to_have_text("Plants.txt")
    page.locator("form[action$='/removal'] button").first.click()
    arrive(page, "own-files.all")
    expect(page.locator("main")).to_contain_text(say(language, "own-files.empty"))
    page.locator("#toasts .toast__undo").click()
    expect(page.get_by_role("link", name="Plants.txt")).to_be_visible()
    assert not page.errors


def test_what_is_ones_own_goes_along_with_work(people, campus):
    """From the list below the field, as if it had been chosen; the draft has a copy of it."""
    work = assign(Session(campus, campus.known(OMAR)).sign_in(), accepts="files")
    page = people("maya", "en", f"/assignments/{work}")
    page.locator("details[data-own-files] summary").click()
    page.get_by_role("button", name="Notes.txt").click()
    # it lies in the draft as soon as it is there
    expect(page.locator("main :not(button) > bdi", has_text="Notes.txt").first).to_be_visible()
    assert not page.errors


def test_spelling_is_shown_and_counted_by_one_rule(people):
    """Points and case do not count, accents do: the page says so at once, and the school by what was written."""
    page = people("maya", "en", "/study/tools/spelling?language=fr")
    arrive(page, "tools.spelling")
    asked = ["École", "forêt"]
    page.locator("[data-own]").fill("\n".join(asked))
    page.locator("[data-start]").click()
    for _ in asked:
        page.locator("[data-answer]").fill("ÉCOLE")
        page.locator("[data-check]").click()
        right = page.locator("[data-right]").is_visible()
        assert right != page.locator("[data-wrong]").is_visible()
        page.locator("[data-check]").click()
    arrive(page, "tools.results")
    expect(page.locator("main")).to_contain_text(say("en", "tools.right-of", "1", "2"))
