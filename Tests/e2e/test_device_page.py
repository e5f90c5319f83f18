"""“This device” says what is so, and signing out asks when something was never sent; the worker is one that the test plays."""
import json
import re

import pytest
from playwright.sync_api import expect

from words import say

# what the worker says is what the test has put there; what it was told is written down
WORKER = """(() => {
  const told = globalThis.told = []
  globalThis.standing = JSON.parse(sessionStorage.standing ?? "null") ?? { kind: "standing", kept: false, line: "on", state: "ready", waiting: [], refused: [] }
  const answer = message => {
    told.push(message.kind)
    const now = globalThis.standing
    if (message.kind === "keep") now.kept = true
    if (message.kind === "forget") Object.assign(now, { kept: false, waiting: [], refused: [] })
    if (message.kind === "sync" && now.line === "on") now.waiting = []
    if (message.kind === "retry") { now.waiting = now.waiting.concat(now.refused.filter(one => one.key === message.key)); now.refused = now.refused.filter(one => one.key !== message.key) }
    if (message.kind === "discard") now.refused = now.refused.filter(one => one.key !== message.key)
    return now
  }
  const active = { postMessage: (message, ports) => { const now = answer(message); ports?.[0]?.postMessage(JSON.parse(JSON.stringify(now))) } }
  const registration = { active, pushManager: { getSubscription: async () => null } }
  const container = Object.assign(new EventTarget(), { controller: null, ready: Promise.resolve(registration), startMessages() {},
    getRegistration: async () => registration, register: async () => registration })
  Object.defineProperty(Navigator.prototype, "serviceWorker", { configurable: true, get: () => container })
})()"""
DAY = 86_400_000
WAITS = {"key": "0198aaaa-0000-7000-8000-000000000001", "path": "/attendance/0198aaaa-0000-7000-8000-00000000000a/2026-11-27",
         "body": "csrf=x&mark=late&note=Bus+was+late&student=0198aaaa-0000-7000-8000-00000000000b"}
REFUSED = {"key": "0198aaaa-0000-7000-8000-000000000002", "path": "/observations", "body": "text=Built+the+tower&version=3",
           "reason": "This child has left the class."}


@pytest.fixture
def kept(sign_in):
    """A page of somebody whose browser is a device on which these wait and were refused."""
    def opened(path, language="en", waiting=(), refused=(), line="on", age=0):
        page = sign_in("admin", language)
        page.add_init_script(WORKER)
        now = page.evaluate("Date.now()")
        standing = {"kind": "standing", "kept": True, "line": line, "state": "ready", "syncedAt": now,
                    "waiting": [{**one, "typedAt": now - age} for one in waiting], "refused": [{**one, "typedAt": now} for one in refused]}
        page.evaluate("said => { sessionStorage.standing = said }", json.dumps(standing))
        page.goto(page.base + path)
        return page

    return opened


def offering(page, files):
    page.route(re.compile("/api/v1/sync/session$"), lambda route: route.fulfill(json={"files": files}))


@pytest.mark.parametrize("language", ["en", "fr", "ar", "he"])
def test_a_browser_becomes_a_device_when_its_person_says_so(sign_in, language):
    page = sign_in("admin", language)
    page.add_init_script(WORKER)
    offering(page, ["js/app.js"])
    page.goto(page.base + "/settings/device")
    expect(page.get_by_text(say(language, "device.unable.server"))).to_be_visible()
    offering(page, ["homeroom.wasm"])
    page.reload()
    keep = page.get_by_role("button", name=say(language, "device.keep"))
    expect(keep).to_be_visible()
    assert "keep" not in page.evaluate("told"), "nothing is kept before it is asked for"
    keep.click()
    expect(page.get_by_role("heading", name=say(language, "device.kept"))).to_be_visible()
    expect(page.get_by_text(say(language, "device.waiting-none"))).to_be_visible()
    expect(keep).to_be_hidden()
    assert not page.errors, page.errors


def test_the_tray_has_the_words_and_lets_go_after_a_question(kept):
    page = kept("/settings/device", waiting=[WAITS], refused=[REFUSED], age=4 * DAY)
    waits, refused = page.locator("[data-entries=waiting] li"), page.locator("[data-entries=refused] li")
    expect(waits).to_contain_text("Bus was late")
    expect(waits).to_contain_text(say("en", "device.kind.attendance"))
    expect(waits).not_to_contain_text("0198aaaa")
    expect(page.get_by_text(say("en", "device.stale"))).to_be_visible()
    expect(refused).to_contain_text(REFUSED["reason"])
    expect(refused).to_contain_text("Built the tower")
    refused.get_by_role("button", name=say("en", "device.let-go")).click()
    assert "discard" not in page.evaluate("told")
    page.locator("#device-letting .button--destructive").click()
    expect(refused).to_have_count(0)
    page.get_by_role("button", name=say("en", "device.forget"), exact=True).click()
    expect(page.locator("#device-forget")).to_contain_text(say("en", "device.forget-unsent", 1, plural="one"))
    page.locator("#device-forget .button--destructive").click()
    expect(page.get_by_role("heading", name=say("en", "device.kept"))).to_be_hidden()
    assert not page.errors, page.errors


def leaving(page):
    """Asks whether one may leave, as signing out does; `answered` waits for the answer."""
    page.evaluate("""() => { globalThis.leaving = import(document.querySelector('script[type=module]').src.replace('app.js', 'leaving.js'))
      .then(module => module.mayLeave(document.querySelector('form[data-sign-out]'))) }""")


def answered(page, expected):
    assert page.evaluate("globalThis.leaving") is expected


def test_signing_out_asks_when_something_was_never_sent(kept):
    page = kept("/students", waiting=[WAITS], refused=[REFUSED], line="off")
    leaving(page)
    dialog = page.locator("#leaving")
    expect(dialog).to_contain_text("Bus was late")
    expect(dialog.locator("[data-leave=discard]")).to_be_disabled()
    dialog.locator("[data-leave=send]").click()
    expect(dialog).to_contain_text(say("en", "device.leaving.unsent"))
    page.keyboard.press("Escape")
    answered(page, False)
    leaving(page)
    with page.expect_download() as saved:
        dialog.locator("[data-leave=save]").click()
    text = saved.value.path().read_text()
    assert "Bus was late" in text and "Built the tower" in text and REFUSED["reason"] in text
    answered(page, True)
    leaving(page)
    expect(dialog).to_be_visible()  # with its rows by then, and not those of the time before
    for box in dialog.locator("input[type=checkbox]").all():
        box.check()
    dialog.locator("[data-leave=discard]").click()
    answered(page, True)


def test_signing_out_asks_nobody_where_nothing_waits_and_sends_what_can_be_sent(kept):
    page = kept("/students", waiting=[WAITS])
    leaving(page)
    page.locator("#leaving [data-leave=send]").click()
    answered(page, True)
    expect(page.locator("#leaving")).to_have_count(0)
    leaving(page)
    answered(page, True)


def tell(page, **standing):
    """The worker tells every page how it stands."""
    said = {"kind": "standing", "kept": True, "line": "on", "state": "ready", "waiting": [], "refused": [], **standing}
    page.evaluate("data => { navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })) }", said)


def test_the_pill_says_what_matters_most(kept):
    page = kept("/students")
    pill, now = page.locator("[data-device-pill]"), page.evaluate("Date.now()")
    waits, late = {**WAITS, "typedAt": now}, {**WAITS, "typedAt": now - 4 * DAY}
    tell(page, waiting=[waits, waits], line="off")
    expect(pill).to_have_text(say("en", "device.pill.waiting", 2, plural="other"))
    tell(page, waiting=[waits, late])
    expect(pill).to_have_text(say("en", "device.pill.stale"))
    tell(page, waiting=[late], refused=[REFUSED])
    expect(pill).to_have_text(say("en", "device.pill.refused", 1, plural="one"))
    tell(page, line="off", syncedAt=now)
    expect(pill).to_have_text(re.compile(r"^Offline · \W?\d\d:\d\d\W?$"))
    tell(page, line="off", syncedAt=now - 2 * DAY)
    expect(pill).to_have_text(re.compile(r"^Offline · \W?\w+ \w+, \d\d:\d\d\W?$"))  # an hour alone would be today's
    tell(page, waiting=[waits], account="0198aaaa-0000-7000-8000-00000000000c")
    expect(pill).to_be_hidden()  # another's
    assert not page.errors, page.errors
