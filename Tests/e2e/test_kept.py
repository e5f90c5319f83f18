"""Another language or another look takes nothing that is typed or chosen, and leads nowhere else."""
import re

import pytest
from playwright.sync_api import expect

import contract
from conftest import SHELF, arrive, open_page
from school import Session
from words import say


def host(server):
    return Session(server, server.account("owner")).sign_in().take_token()


def speak(page, name):
    """Chooses a language where the page has it: at its foot, or in the menu of the account."""
    menu = page.locator("[popovertarget=menu-me]")
    if menu.count():
        menu.click()
    page.get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_whoever_joins_by_a_code_changes_the_language(browser, server, opened, scripts):
    """The code stays, and with scripts all that is typed, the password too; a refused form comes again as it was without them."""
    code = host(server).invite("guardian", "A parent")
    page = open_page(browser, Session(server), locale="en", java_script_enabled=scripts)
    opened.append(page)
    page.goto(f"{server.base}/join?code={code}")
    speak(page, "עברית")
    expect(page.locator("html")).to_have_attribute("lang", "he")
    assert f"code={code}" in page.url
    field = lambda language, key: page.get_by_label(say(language, key), exact=False).first
    field("he", "members.your-name").fill("Rut Peled")
    field("he", "accounts.password").fill("short")
    if scripts:
        speak(page, "Français")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(field("fr", "members.your-name")).to_have_value("Rut Peled")
        expect(field("fr", "accounts.password")).to_have_value("short")
        speak(page, "עברית")
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.get_by_role("button", name=say("he", "members.make-account")).click()
    expect(page.locator(".error-summary")).to_be_visible()
    # a password is in no page of ours
    expect(field("he", "accounts.password")).to_have_value("")
    field("he", "accounts.password").fill("longer than short")
    speak(page, "English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".error-state")).to_have_count(0)
    expect(field("en", "members.your-name")).to_have_value("Rut Peled")
    expect(field("en", "accounts.password")).to_have_value("longer than short" if scripts else "")
    assert [e for e in page.errors if "422" not in e] == []


def test_the_office_changes_language_and_look_over_an_invitation(sign_in, people):
    """It stays tied to its child, with what is typed; the look changes under the hands."""
    student = re.search(rf'href="/students/({contract.ID.pattern})"', people.session("owner").get("/students").text).group(1)
    page = sign_in("admin", "en")
    page.goto(f"{page.base}/members/invites/new?student={student}&role=guardian")
    label = lambda language: page.get_by_label(say(language, "members.label"))
    label("en").fill("Her mother")
    speak(page, "Français")
    expect(label("fr")).to_have_value("Her mother")
    expect(page.locator("main input[name=student]")).to_have_value(student)
    page.locator("[popovertarget=menu-me]").click()
    page.get_by_role("button", name=say("fr", "scheme.dark"), exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    expect(label("fr")).to_have_value("Her mother")
    label("fr").fill("")
    page.get_by_role("button", name=say("fr", "members.make-code")).click()
    expect(page.locator(".error-summary")).to_be_visible()
    label("fr").fill("Her father")
    speak(page, "English")
    expect(label("en")).to_have_value("Her father")
    expect(page.locator("main input[name=student]")).to_have_value(student)
    page.get_by_role("button", name=say("en", "members.make-code")).click()
    arrive(page, "members.invited")
    expect(page.locator("button[value=fr]")).to_have_count(0)
    assert [e for e in page.errors if "422" not in e] == []


def test_a_school_is_begun_in_one_language_and_gone_on_with_in_another(sign_in):
    """Typed words stay, the browser's own Back works, and the zone is where one is."""
    page = sign_in("owner", "en", timezone_id="America/Lima")
    page.goto(page.base + "/welcome/school")
    expect(page.get_by_label(say("en", "home.wizard.zone"))).to_have_value("America/Lima")
    page.get_by_label(say("en", "home.wizard.school.name")).fill("Colegio")
    page.get_by_role("button", name=say("en", "home.wizard.next")).click()
    page.get_by_label(say("en", "home.wizard.classroom.name")).fill("Primero")
    speak(page, "Français")
    expect(page.get_by_label(say("fr", "home.wizard.classroom.name"))).to_have_value("Primero")
    page.get_by_role("button", name=say("fr", "home.wizard.next")).click()
    expect(page.get_by_label(say("fr", "home.wizard.given"))).to_have_count(1)
    page.go_back()
    expect(page.get_by_label(say("fr", "home.wizard.classroom.name"))).to_have_value("Primero")
    page.go_back()
    expect(page.get_by_label(say("fr", "home.wizard.school.name"))).to_have_value("Colegio")
    speak(page, "English")
    expect(page.get_by_label(say("en", "home.wizard.zone"))).to_have_value("America/Lima")
    assert page.errors == []


def test_what_waits_on_a_device_is_sealed_as_the_standard_says(sign_in):
    """The vector of RFC 8439 §2.4.2, and what one writes one reads again."""
    page = sign_in("teacher", "en")
    found = page.evaluate("""async shelf => {
      const { chacha20, shelf: store } = await shelf, hex = text => Uint8Array.from(text.match(/../g), pair => parseInt(pair, 16))
      const words = bytes => new Uint32Array(bytes.buffer)
      const key = words(Uint8Array.from({ length: 32 }, (_, i) => i)), nonce = hex("000000000000004a00000000")
      const text = new TextEncoder().encode("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.")
      store.setItem("draft:talk-test", "ein Wort, מילה, كلمة")
      const out = [[...chacha20(key, nonce, text)].map(byte => byte.toString(16).padStart(2, "0")).join(""), localStorage.getItem("draft:talk-test"), store.getItem("draft:talk-test")]
      store.removeItem("draft:talk-test")
      return out }""".replace("await shelf", "await " + SHELF).replace("async shelf", "async ()"))
    assert found[0] == (
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d")
    assert found[1].startswith("sealed.") and found[2] == "ein Wort, מילה, كلمة"
