"""What the browser's modules promise when the line, the server or the hands are quicker than each other."""
import re

import pytest
from playwright.sync_api import expect

from conftest import arrive, until
from test_day import day  # noqa: F401
from test_learning_assignments import MAYA, OMAR, assign
from words import say

# the page asks for itself again, to the end
REFRESH = "() => import(document.querySelector('script[type=module]').src.replace('app.js', 'refresh.js')).then(module => module.refresh())"
# what would be tried again in seconds is tried again at once
AT_ONCE = "const set = setTimeout; globalThis.setTimeout = (what, wait, ...more) => set(what, wait >= 4000 && wait <= 8000 ? 20 : wait, ...more)"


def stays(page):
    page.evaluate("document.body.stayed = true")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_form_that_came_back_keeps_its_words(sign_in, language):
    """What was wrong stands in the form, and so do the words, also when the page hears that there is news."""
    page = sign_in("admin", language)
    page.goto(page.base + "/announcements/new")
    page.locator("main [name=text]").fill("Bring a ruler.")
    page.locator("main form[method=post] .button--primary").first.click()
    expect(page.locator(".error-summary")).to_be_visible()
    page.evaluate(REFRESH)
    expect(page.locator("main [name=text]")).to_have_value("Bring a ruler.")
    expect(page.locator(".error-summary")).to_be_visible()


def test_news_that_met_a_busy_server_come_again(sign_in):
    page = sign_in("admin")
    page.add_init_script(AT_ONCE)
    page.goto(page.base + "/students")
    arrive(page, "students.list")
    page.route(re.compile("/students$"), lambda route: route.fulfill(status=503, body="busy"), times=1)
    with page.expect_response(lambda r: r.url.endswith("/students") and r.ok):
        page.evaluate(REFRESH)
    assert all("503" in error for error in page.errors), page.errors


def test_a_newer_server_gets_its_own_scripts(sign_in):
    """A new page is never put under old scripts: it is opened as it is."""
    page = sign_in("admin")
    page.goto(page.base + "/students")
    arrive(page, "students.list")
    stays(page)

    def newer(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'src="/assets/[0-9a-f]+/js/app.js"', 'src="/assets/000000000000/js/app.js"', answer.text()))

    page.route(re.compile("/students$"), newer, times=1)
    with page.expect_event("load"):
        page.evaluate(f"() => {{ ({REFRESH})() }}")  # not waited for: it ends with the page
    assert not page.evaluate("document.body.stayed === true")


def brings_a_button(route):
    """The page has something new on it, which needs a script that the page it comes into is without."""
    answer = route.fetch()
    text = answer.text().replace("</head>", '<script type="module" src="/assets/000000000000/js/print.js"></script></head>')
    route.fulfill(response=answer, body=text.replace("</main>", '<button type="button" data-print>Paper</button></main>'))


def prints(page):
    """The button works, and its script is of the page's own version."""
    page.evaluate("globalThis.print = () => { document.body.printed = true }")
    button = page.get_by_role("button", name="Paper")
    expect(button).to_be_visible()
    until(page, "performance.getEntriesByType('resource').some(one => one.name.endsWith('/js/print.js') && !one.name.includes('000000000000'))")
    button.click()
    until(page, "document.body.printed === true")
    assert page.evaluate("document.body.stayed === true"), "the page was loaded again"
    assert page.errors == []


def test_what_comes_into_a_page_brings_its_script_along(sign_in):
    """In place of what was there, as a sheet, and as a fragment."""
    page = sign_in("admin")
    child = re.compile(r"/students/[0-9a-f-]{36}$")
    for path, come in ((re.compile("/students$"), lambda: page.evaluate(REFRESH)),
                       (child, lambda: page.locator("#students .cell--link a").first.click())):
        page.goto(page.base + "/students")
        arrive(page, "students.list")
        stays(page)
        page.route(path, brings_a_button, times=1)
        come()
        prints(page)
    page.goto(page.base + "/students")
    arrive(page, "students.list")
    stays(page)
    page.evaluate("""() => import(document.querySelector('script[type=module]').src.replace('app.js', 'stream.js')).then(stream => stream.apply(
      '<template data-op="append" data-target="main" data-scripts="print"><button type="button" data-print>Paper</button></template>'))""")
    prints(page)


def test_two_files_are_taken_out_one_after_the_other(day):  # noqa: F811
    work = assign(day.session(OMAR), accepts="files")
    page = day.open(MAYA, f"/assignments/{work}")
    files = [{"name": f"{name}.txt", "mimeType": "text/plain", "buffer": name.encode()} for name in ("one", "two")]
    page.locator("input[type=file]").first.set_input_files(files)
    out = page.locator("#draft-files button[form=detach]")
    expect(out).to_have_count(2)
    out.first.click()
    expect(out).to_have_count(1)
    out.first.click()
    expect(out).to_have_count(0)


def test_single_keys_are_listed_and_can_be_switched_off(day):  # noqa: F811
    """The help lists what the page answers to; with its switch off letters do nothing and arrows still do."""
    page = day.register("omar@rimon.example", viewport={"width": 1280, "height": 900})
    page.keyboard.press("?")
    help = page.locator("#keys")
    for key in ["register.absent", "register.next"]:
        expect(help.locator("[data-key-list]")).to_contain_text(say(page.language, "kit.key." + key))
    expect(help.locator("[data-key-list]")).not_to_contain_text(say(page.language, "kit.key.player.mute"))
    expect(help.locator("[data-key-list]")).not_to_contain_text(say(page.language, "kit.has-news"))
    register = page.url
    with page.expect_navigation():
        help.get_by_role("button", name=say(page.language, "kit.keys-turn-off")).click()
    assert page.url.split("#")[0] == register.split("#")[0]
    row = page.locator("[data-row]")
    row.first.focus()
    page.keyboard.press("a")
    page.keyboard.press("ArrowDown")
    expect(row.nth(1)).to_be_focused()
    page.keyboard.press("?")
    expect(help).to_be_hidden()
    page.locator("[popovertarget=menu-me]").click()
    page.locator("#menu-me [data-keys]").click()
    with page.expect_navigation():
        help.get_by_role("button", name=say(page.language, "kit.keys-turn-on")).click()
    expect(page.locator("html:not([data-keys])")).to_have_count(1)
    page.keyboard.press("?")
    expect(help).to_be_visible()
    assert page.errors == []
