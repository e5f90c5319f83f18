"""A guide writes down with one hand: two taps from My day, two children, a photo; and what the camera takes down is back."""
import re

import pytest
from playwright.sync_api import expect

from conftest import Cut, arrive, collect, is_post, until, visits
from school import Server, Session
from test_offline import wear
from words import say

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
GUIDE = "anna@hill.example"


@pytest.fixture(scope="module")
def campus():
    with Server("capture") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def photo(page, width=3000, height=2000):
    """What a camera gives: large, and drawn by the browser so that nothing has to lie here."""
    made = page.evaluate("""async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height), pen = canvas.getContext('2d')
      pen.fillStyle = 'teal'; pen.fillRect(0, 0, width, height)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    }""", [width, height])
    return {"name": "camera.jpg", "mimeType": "image/jpeg", "buffer": bytes(made)}


def begin(people, language):
    """From My day to the form: the first tap."""
    page = people(GUIDE, language, "/my-day", **TABLET)
    arrive(page, "myday.today")
    page.get_by_role("link", name=say(language, "capture.title")).locator("visible=true").last.click()
    arrive(page, "capture.capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    return page


def choose(page, count, allowed=None):
    """Taps children; those of whom photos are allowed, or are not."""
    which = {None: "", True: ":not([data-locked])", False: "[data-locked]"}[allowed]
    boxes = page.locator("input[name=child]" + which)
    for place in range(count):
        boxes.nth(place).check()
    return [boxes.nth(place).get_attribute("value") for place in range(count)]


def allow(campus, page, names):
    """Their mother allows photos of children; their ids."""
    children = [page.locator("label", has=page.locator("input[name=child]")).filter(has_text=name).locator("input").get_attribute("value") for name in names]
    mother = Session(campus, campus.known("mary@hill.example")).sign_in()
    for child in children:
        answer = mother.post(f"/students/{child}/consents", {"scope": "photos", "answer": "yes"})
        assert answer.status_code in (200, 303), answer.text
    return children


@pytest.mark.parametrize("language", ["en", "he"])
def test_two_children_and_a_photo_stand_on_both_pages(people, campus, language):
    page = begin(people, language)
    children = allow(campus, page, ["Ada", "Theo"])
    page.reload()
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    for child in children:
        page.locator(f"input[name=child][value='{child}']").check()
    said = {"en": "Poured water three times, one hand.", "he": "מזגו מים שלוש פעמים, ביד אחת."}[language]
    page.locator("textarea[name=text]").fill(said)
    page.locator("[data-photos]").first.set_input_files(photo(page))
    expect(page.locator("[data-shown] img")).to_have_count(1)
    page.locator("input[name=others][value=nobody]").check()
    page.get_by_role("button", name=say(language, "capture.save")).click()
    arrive(page, "observations.observation")
    expect(page.locator("#toasts")).to_contain_text(say(language, "capture.saved.observation"))
    expect(page.locator("main img").first).to_be_visible()
    for child in children:
        page.goto(page.base + f"/students/{child}/observations")
        expect(page.locator("main")).to_contain_text(said)
    # what was saved is no draft any more
    page.goto(page.base + "/capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    expect(page.locator("textarea[name=text]")).to_have_value("")
    assert not page.errors


@pytest.mark.parametrize("language", ["en", "he"])
def test_what_the_camera_took_down_is_back(people, language):
    """The page is killed after the photo was chosen: another has the children, the text, the kind and the photo."""
    page = begin(people, language)
    children = choose(page, 2)
    page.locator("textarea[name=text]").fill("Half a sentence")
    page.locator("[data-photos]").first.set_input_files(photo(page))
    expect(page.locator("[data-shown] img")).to_have_count(1)
    until(page, """async () => (await import(document.querySelector('script[src*="/capture.js"]').src.replace('capture.js', 'making.js')))
      .readDraft('capture-files').then(kept => kept?.rest.photos === 1)""")
    context, base = page.context, page.base
    page.close(run_before_unload=False)
    again = collect(context.new_page())
    again.goto(base + "/capture")
    expect(again.locator("[data-regain]")).to_be_visible()
    expect(again.locator("textarea[name=text]")).to_have_value("Half a sentence")
    expect(again.locator("[data-shown] img")).to_have_count(1)
    for child in children:
        expect(again.locator(f"input[name=child][value='{child}']")).to_be_checked()
    width = again.locator("[data-shown] img").evaluate("async picture => { await picture.decode(); return picture.naturalWidth }")
    assert width == 2048
    again.get_by_role("button", name=say(language, "capture.discard")).click()
    expect(again.locator("textarea[name=text]")).to_have_value("")
    expect(again.locator("[data-shown] img")).to_have_count(0)
    assert not again.errors


def test_a_child_without_consent_is_locked_and_named(people):
    page = begin(people, "en")
    choose(page, 1, allowed=False)
    page.locator("[data-photos]").first.set_input_files(photo(page, 40, 30))
    line = page.locator("[data-consent]")
    expect(line).to_be_visible()
    name = page.locator("label:has(input[name=child]:checked) [data-name]").inner_text()
    expect(line).to_contain_text(name)
    page.get_by_role("button", name=say("en", "capture.save")).click()
    expect(page.locator("[data-said]")).to_contain_text(name)
    assert page.url.endswith("/capture")


def test_thirteen_photos_and_a_film_are_said(people):
    page = begin(people, "en")
    one = photo(page, 40, 30)
    page.locator("[data-photos]").last.set_input_files([{**one, "name": f"{place}.jpg"} for place in range(13)])
    expect(page.locator("[data-shown] img")).to_have_count(12)
    expect(page.locator("[data-refused]")).to_have_text(say("en", "capture.photos-many", 12, plural="other"))
    page.locator("[data-photos]").last.set_input_files({"name": "film.mp4", "mimeType": "video/mp4", "buffer": b"\0" * 64})
    expect(page.locator("[data-refused]")).to_have_text(say("en", "capture.no-video"))
    expect(page.locator("[data-shown] img")).to_have_count(12)


def test_without_a_line_it_is_kept_and_goes_out_later(people):
    page = begin(people, "en")
    child = choose(page, 1)[0]
    page.locator("textarea[name=text]").fill("Carried the tray through the room.")
    page.context.set_offline(True)
    page.get_by_role("button", name=say("en", "capture.save")).click()
    expect(page.locator("[data-said]")).to_have_text(say("en", "capture.kept-here"))
    page.context.set_offline(False)
    arrive(page, "observations.observation")
    page.goto(page.base + f"/students/{child}/observations")
    expect(page.get_by_text("Carried the tray through the room.")).to_have_count(1)


def test_two_guides_of_one_tablet_lose_nothing(people, campus):
    """What the first could not send waits while the second captures and sends, and goes out when the first is back."""
    page = begin(people, "en")
    child = choose(page, 1)[0]
    page.locator("textarea[name=text]").fill("Watered the plants, one by one.")
    line = Cut(page, "/capture$", is_post)
    page.get_by_role("button", name=say("en", "capture.save")).click()
    expect(page.locator("[data-said]")).to_have_text(say("en", "capture.kept-here"))
    line.mend()
    anna = {one["name"]: one["value"] for one in page.context.cookies()}
    wear(page, Session(campus, campus.known("karim@hill.example")).sign_in().speak("en"))
    page.goto(page.base + "/capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    expect(page.locator("textarea[name=text]")).to_have_value("")
    choose(page, 1)
    page.locator("textarea[name=text]").fill("Sorted the beads.")
    page.context.set_offline(True)
    page.get_by_role("button", name=say("en", "capture.save")).click()
    expect(page.locator("[data-said]")).to_have_text(say("en", "capture.kept-here"))
    page.context.set_offline(False)
    arrive(page, "observations.observation")
    page.context.clear_cookies()
    page.context.add_cookies([{"name": name, "value": value, "url": page.base} for name, value in anna.items()])
    page.goto(page.base + "/my-day")
    expect(page.locator("#toasts")).to_contain_text(say("en", "capture.sent-later"))
    expect(page.locator("[data-device-pill]")).to_be_hidden()
    page.goto(page.base + f"/students/{child}/observations")
    expect(page.get_by_text("Watered the plants, one by one.")).to_have_count(1)


def striped(page):
    """A picture of fine black and white stripes, 400 wide: what is blurred of it is grey."""
    made = page.evaluate("""async () => {
      const canvas = new OffscreenCanvas(400, 300), pen = canvas.getContext('2d')
      for (let x = 0; x < 400; x += 8) { pen.fillStyle = x % 16 ? 'white' : 'black'; pen.fillRect(x, 0, 8, 300) }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    }""")
    return {"name": "camera.jpg", "mimeType": "image/jpeg", "buffer": bytes(made)}


def contrast(picture, left, top, right, bottom):
    """How far the lightest lies from the darkest in a part of a picture that is shown, in shares of it."""
    return picture.evaluate("""async (picture, [left, top, right, bottom]) => {
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight), pen = canvas.getContext('2d')
      pen.drawImage(picture, 0, 0)
      const [w, h] = [canvas.width, canvas.height]
      const data = pen.getImageData(left * w, top * h, (right - left) * w, (bottom - top) * h).data
      let least = 255, most = 0
      for (let at = 0; at < data.length; at += 4) { least = Math.min(least, data[at]); most = Math.max(most, data[at]) }
      return most - least
    }""", [left, top, right, bottom])


def frame(page, left, top, right, bottom):
    """Draws it with the pointer over the picture, in shares of it."""
    view = page.locator("#retouch [data-view]")
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + right * box["width"], box["y"] + bottom * box["height"], steps=5)
    page.mouse.up()


@pytest.mark.parametrize("language", ["en", "he"])
def test_parts_of_a_photo_are_blurred_and_it_is_cut_before_it_is_sent(people, language):
    page = begin(people, language)
    page.locator("[data-photos]").first.set_input_files(striped(page))
    picture, sheet = page.locator("[data-shown] img"), page.locator("dialog#retouch")
    expect(picture).to_have_count(1)
    taken = picture.get_attribute("src")
    assert contrast(picture, 0.1, 0.1, 0.3, 0.3) > 200
    page.locator("[data-retouch]").click()
    expect(sheet).to_be_visible()
    undo = sheet.get_by_role("button", name=say(language, "kit.undo"))
    expect(undo).to_be_disabled()
    frame(page, 0.05, 0.05, 0.4, 0.4)
    sheet.get_by_role("button", name=say(language, "capture.blur")).click()
    expect(sheet.locator("[data-retouched]")).to_have_text(say(language, "capture.blurred"))
    # a second one, which is taken back, and a third
    frame(page, 0.6, 0.05, 0.95, 0.4)
    sheet.get_by_role("button", name=say(language, "capture.blur")).click()
    undo.click()
    frame(page, 0.6, 0.6, 0.95, 0.95)
    sheet.get_by_role("button", name=say(language, "capture.blur")).click()
    sheet.get_by_role("button", name=say(language, "capture.use")).click()
    expect(sheet).to_be_hidden()
    expect(picture).not_to_have_attribute("src", taken)
    assert contrast(picture, 0.1, 0.1, 0.35, 0.35) < 60
    assert contrast(picture, 0.65, 0.65, 0.9, 0.9) < 60
    assert contrast(picture, 0.65, 0.1, 0.9, 0.35) > 200
    assert not page.errors


def test_with_the_keyboard_a_photo_is_cut_and_the_cut_one_is_sent(people, campus):
    page = begin(people, "en")
    child = allow(campus, page, ["Ada"])[0]
    page.reload()
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    page.locator(f"input[name=child][value='{child}']").check()
    page.locator("textarea[name=text]").fill("The tower, cut.")
    page.locator("[data-photos]").first.set_input_files(striped(page))
    page.locator("[data-retouch]").press("Enter")
    sheet = page.locator("dialog#retouch")
    expect(sheet).to_be_visible()  # a key before that goes nowhere
    sheet.locator("summary").press("Enter")
    sheet.get_by_label(say("en", "capture.edge.left")).press("Home")
    sheet.get_by_label(say("en", "capture.edge.top")).press("Home")
    sheet.get_by_label(say("en", "capture.edge.bottom")).press("End")
    sheet.get_by_label(say("en", "capture.edge.right")).fill("50")
    sheet.get_by_role("button", name=say("en", "capture.crop")).press("Enter")
    sheet.get_by_role("button", name=say("en", "capture.use")).press("Enter")
    expect(sheet).to_be_hidden()
    width = page.locator("[data-shown] img").evaluate("async picture => { await picture.decode(); return picture.naturalWidth }")
    assert width == 200
    expect(page.locator("[data-retouch]")).to_be_focused()
    page.locator("input[name=others][value=nobody]").check()
    page.get_by_role("button", name=say("en", "capture.save")).click()
    arrive(page, "observations.observation")
    assert page.locator("main img").first.evaluate("async picture => { await picture.decode(); return picture.naturalWidth }") == 200


@pytest.mark.parametrize("language", ["en", "he"])
def test_what_waits_goes_out_from_any_page_that_is_open(people, language):
    page = begin(people, language)
    child = choose(page, 1)[0]
    said = {"en": "Tied both laces alone.", "he": "קשר את שני השרוכים לבד."}[language]
    page.locator("textarea[name=text]").fill(said)
    line = Cut(page, "/capture$", is_post)
    page.get_by_role("button", name=say(language, "capture.save")).click()
    expect(page.locator("[data-said]")).to_have_text(say(language, "capture.kept-here"))
    line.mend()
    page.goto(page.base + "/my-day")
    arrive(page, "myday.today")
    expect(page.locator("#toasts")).to_contain_text(say(language, "capture.sent-later"))
    page.locator("#toasts").get_by_role("link").click()
    arrive(page, "observations.observation")
    expect(page.locator("main")).to_contain_text(said)
    page.goto(page.base + f"/students/{child}/observations")
    expect(page.get_by_text(said)).to_have_count(1)
    # and is no draft any more
    page.goto(page.base + "/capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    expect(page.locator("textarea[name=text]")).to_have_value("")
