"""What could not be sent waits where everybody can find it: in the pill, on “This device”, and in the question at signing out, also in a
browser that is nobody's device."""
import re

import pytest
from playwright.sync_api import expect

from conftest import SHELF, Cut, arrive, is_post, kept, until, visits
from school import Server, Session
from test_day import poll
from test_talk_messages import bubble, talk_of, texts, write
from test_tools import picture
from words import say

LEILA, OMAR = "leila@rimon.example", "omar@rimon.example"
WAITS = "Object.keys(localStorage).filter(key => key.startsWith('draft:outbox-')).length"


@pytest.fixture(scope="module")
def campus():
    with Server("unsent") as made:
        yield made


@pytest.fixture
def people(browser, campus, opened):
    return visits(browser, campus, opened)


def session(campus, who):
    return Session(campus, campus.known(who)).sign_in()


def without_sending(page, path, text):
    """A message of this page that the server does not get; no other line is down."""
    line = Cut(page, path + "$", is_post)
    write(page, text)
    expect(bubble(page, text)).to_have_attribute("data-state", "failed")
    return line


def sign_out(page):
    page.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_message_that_waits_is_asked_about_before_its_writer_leaves(people, campus, language):
    talk = talk_of(session(campus, LEILA), "Omar Haddad")
    page = people(LEILA, language, f"/messages/{talk}")
    text = "On the bus until four " + language
    line = without_sending(page, f"/messages/{talk}", text)
    pill = page.locator("[data-device-pill]")
    expect(pill).to_have_text(say(language, "device.pill.waiting", 1, plural="one"))
    page.goto(page.base + "/settings/device")
    entry = page.locator("[data-entries=waiting] li")
    expect(entry).to_contain_text(text)
    expect(entry).to_contain_text(say(language, "device.kind.message"))
    page.goto(page.base + "/schedule")
    line.mend()
    poll(lambda: page.wait_for_timeout(50) or text in texts(session(campus, LEILA), talk), why="what waited was not sent")
    page.goto(page.base + f"/messages/{talk}")
    left = text + " !"
    without_sending(page, f"/messages/{talk}", left)
    sign_out(page)
    dialog = page.locator("#leaving")
    expect(dialog).to_contain_text(left)
    dialog.locator("[data-leave=send]").click()
    expect(dialog).to_contain_text(say(language, "device.leaving.unsent"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.evaluate(WAITS) == 1, "who stays has lost nothing"
    sign_out(page)
    expect(dialog).to_contain_text(left)
    for box in dialog.locator("input[type=checkbox]").all():
        box.check()
    dialog.locator("[data-leave=discard]").click()
    page.wait_for_url(re.compile("/sign-in"))
    assert page.evaluate(WAITS) == 0
    assert left not in texts(session(campus, LEILA), talk)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_was_begun_is_listed_and_asked_about(people, campus, language):
    """Half a message is in this browser alone: its writer is led back to it, and once it is sent nobody asks any more."""
    talk = talk_of(session(campus, LEILA), "Omar Haddad")
    page = people(LEILA, language, f"/messages/{talk}")
    text = "Half a sentence " + language
    page.locator("#composer textarea").fill(text)
    kept(page, [text])
    page.goto(page.base + "/settings/device")
    entry = page.locator("[data-entries=begun] li")
    expect(entry).to_contain_text(text)
    expect(entry).to_contain_text(say(language, "device.kind.message"))
    sign_out(page)
    dialog = page.locator("#leaving")
    expect(dialog).to_contain_text(text)
    expect(dialog).to_contain_text(say(language, "device.leaving.begun"))
    expect(dialog.locator("[data-leave=send]")).to_be_hidden()
    dialog.locator("[data-leave=stay]").click()
    entry.get_by_role("button", name=say(language, "device.edit")).click()
    expect(page.locator("#composer textarea")).to_have_value(text)
    write(page, text + ", and its end")
    poll(lambda: page.wait_for_timeout(50) or text + ", and its end" in texts(session(campus, LEILA), talk), why="it was not sent")
    page.goto(page.base + "/settings/device")
    expect(page.locator("[data-part=waiting-none], [data-part=offer], [data-part=unable]").locator("visible=true").first).to_be_visible()
    expect(page.locator("[data-part=begun]")).to_be_hidden()
    sign_out(page)
    page.wait_for_url(re.compile("/sign-in"))


def test_what_was_begun_in_this_tab_is_let_go_by_name(people):
    """Before it goes its words are shown once more, and the form is empty afterwards."""
    page = people(OMAR, "en", "/announcements/new")
    page.locator("[data-draft] textarea").first.fill("The trip is off")
    page.goto(page.base + "/settings/device")
    entry = page.locator("[data-entries=begun] li")
    expect(entry).to_contain_text("The trip is off")
    expect(entry).to_contain_text(say("en", "device.kind.announcement"))
    entry.get_by_role("button", name=say("en", "device.let-go")).click()
    expect(page.locator("#device-letting")).to_contain_text("The trip is off")
    page.locator("#device-letting .button--destructive").click()
    expect(page.locator("[data-part=begun]")).to_be_hidden()
    page.goto(page.base + "/announcements/new")
    expect(page.locator("[data-draft] textarea").first).to_have_value("")


def test_what_was_made_and_not_saved_is_asked_about(people):
    """A scan is no words that a file of text could hold: its maker stays, or gives it up by name."""
    page = people("maya", "en", "/study/tools/scanner")
    page.locator("#scanner-file").set_input_files(picture())
    until(page, f"{SHELF}.then(({{ shelf }}) => Object.keys(localStorage).some(name => name.startsWith('draft:made-scanner@') && shelf.getItem(name)))")
    title = page.locator("h1").inner_text()
    page.goto(page.base + "/settings/device")
    entry = page.locator("[data-entries=begun] li")
    expect(entry).to_contain_text(title)
    sign_out(page)
    dialog = page.locator("#leaving")
    expect(dialog).to_contain_text(title)
    expect(dialog.locator("[data-leave=save]")).to_be_hidden()
    expect(dialog.locator("[data-leave=discard]")).to_be_disabled()
    dialog.locator("[data-leave=stay]").click()
    entry.get_by_role("button", name=say("en", "device.edit")).click()
    arrive(page, "tools.scanner")
    expect(page.locator(".scanner__picture")).to_be_visible()
    page.goto(page.base + "/settings/device")
    entry.get_by_role("button", name=say("en", "device.let-go")).click()
    page.locator("#device-letting .button--destructive").click()
    expect(page.locator("[data-part=begun]")).to_be_hidden()
    page.goto(page.base + "/study/tools/scanner")
    expect(page.locator("#scanner-file")).to_be_attached()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".scanner__picture")).to_be_hidden()


def test_without_a_line_nobody_is_signed_out_and_nothing_goes(people, campus):
    """No worker would tell the server later: the browser says that there is no line, and what was written is there afterwards."""
    talk = talk_of(session(campus, LEILA), "Omar Haddad")
    page = people(OMAR, "en", f"/messages/{talk}")
    page.context.set_offline(True)
    write(page, "Not yet")
    expect(bubble(page, "Not yet")).to_have_attribute("data-state", "failed")
    sign_out(page)
    # with the line back any sooner it is sent, and she is signed out as she asked
    poll(lambda: page.wait_for_timeout(50) or page.url.startswith("chrome-error:"), why="the browser did not say that there is no line")
    page.context.set_offline(False)
    page.goto(page.base + "/schedule")
    poll(lambda: "Not yet" in texts(session(campus, OMAR), talk), why="what waited was lost with the try to leave")


@pytest.mark.parametrize("lacking", ["/js/leaving.js", "/settings/device"])
def test_who_cannot_be_asked_is_not_signed_out(people, campus, lacking):
    """The question or its words do not come though the line is there, as from a server that has just been replaced: what waits is shown."""
    talk = talk_of(session(campus, LEILA), "Omar Haddad")
    page = people(LEILA, "en", f"/messages/{talk}")
    text = "Not to be asked about, " + lacking
    without_sending(page, f"/messages/{talk}", text)
    line = Cut(page, lacking + "$", lambda request: not request.is_navigation_request())
    sign_out(page)
    page.wait_for_url(re.compile("/settings/device$"))
    line.mend()
    page.reload()
    expect(page.locator("[data-entries=waiting] li").filter(has_text=text)).to_have_count(1)


def test_what_another_has_captured_outlives_ones_signing_out(people, campus):
    """Drawn or recorded and waiting, sealed: who signs out on the same tablet takes their own along and nobody else's."""
    page = people(LEILA, "en", "/schedule")
    made = """async ([act, ...names]) => {
      const base = await new Promise(done => { const asked = indexedDB.open('making', 1)
        asked.onupgradeneeded = () => asked.result.createObjectStore('drafts'); asked.onsuccess = () => done(asked.result) })
      const step = base.transaction('drafts', 'readwrite'), drafts = step.objectStore('drafts')
      for (const name of names) drafts.put({ parts: [], rest: {} }, name)
      const keys = await new Promise(done => { drafts.getAllKeys().onsuccess = ({ target }) => done(target.result) })
      base.close()
      return keys
    }"""
    me = page.evaluate("import(document.querySelector('script[type=module]').src.replace('app.js', 'stream.js')).then(stream => stream.reader())")
    page.evaluate(made, ["put", f"capture@{me}", "capture@another"])
    sign_out(page)
    page.wait_for_url(re.compile("/sign-in"))
    assert page.evaluate(made, ["look"]) == ["capture@another"]
