"""Fixtures: the server, the browsers, and people who have signed in."""
import os, re, shutil, struct, time, zlib

import pytest
from playwright.sync_api import Error as PlaywrightError, expect, sync_playwright

import contract
from school import OUT, PATIENCE, ROOT, Server, Session, crawl

ROSTER = ROOT / "fixtures/rosters/pupils.csv"
os.environ.setdefault("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
expect.set_options(timeout=PATIENCE * 1000)
# Chromium without windows: the same engine at half the processor time. It has nobody to ask about notifications, and ends a page that
# asks for a recogniser of speech on the device.
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--disable-dev-shm-usage",
         "--disable-blink-features=OnDeviceWebSpeechAvailable"]


def pytest_generate_tests(metafunc):
    if "browser" in metafunc.fixturenames:
        kinds = ["chromium"] + (["firefox"] if metafunc.definition.get_closest_marker("firefox") else [])
        metafunc.parametrize("browser", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def server():
    """The demo school, freshly made, shared by the tests that leave it as it was or do not mind."""
    with Server("demo", sign_up="yes") as made:
        furnish(made)
        yield made


def dot():
    """The smallest picture: one grey pixel as PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


def furnish(server):
    """What no demo school begins with, so that every page is full in some place: guests, an invite, an upload, pictures."""
    owner = Session(server, server.account("owner")).sign_in()
    owner.post("/exchange/uploads", {"removes": ""}, files={"file": (ROSTER.name, ROSTER.read_bytes(), "text/csv")})
    student = re.search(rf'href="(/students/{contract.ID.pattern})"', owner.get("/students").text).group(1)
    answer = owner.post(student + "/photo", {}, files={"photo": ("face.png", dot(), "image/png")})
    assert answer.status_code == 303, answer.text[:500]
    room = re.search(rf'href="(/classes/{contract.ID.pattern})"', owner.get("/classes").text).group(1)
    answer = owner.post(room + "/cover", {}, files={"cover": ("room.png", dot(), "image/png")})
    assert answer.status_code == 303, answer.text[:500]
    answer = owner.post("/settings/school/picture", {}, files={"picture": ("school.png", dot(), "image/png")})
    assert answer.status_code == 303, answer.text[:500]
    for name in contract.GUESTS:
        account = {"role": name, "identifier": f"{name}@guests.example", "password": "a-long-password-9",
                   "school": server.schools[0], "language": "en"}
        answer = Session(server).post("/sign-up", {
            "name": name.title(), "email": account["identifier"], "password": account["password"], "birth": "1980-02-29", "terms": "on"})
        assert answer.status_code == 303, answer.text[:500]
        server.accounts.append(account)
    both = Session(server, server.account("both")).sign_in()
    for school in (0, 1):
        host = Session(server, server.account("owner", school=school)).take_token()
        both.join(host.invite("teacher", "Both"))
    owner.post("/members/invites", {"role": "guardian", "label": "A family", "days": "30"})
    owner.post("/settings/terms", {"name": "Autumn", "from": "2026-09-01", "until": "2026-12-20"})


@pytest.fixture
def own_server(request):
    """A school for one test alone, to stop, kill and start again."""
    with Server(request.node.name[:40].replace("[", "-").replace("]", "")) as made:
        yield made


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as p:
        yield p


@pytest.fixture(scope="session")
def browser(playwright, request):
    if request.param == "firefox":
        made = playwright.firefox.launch(channel="moz-firefox", executable_path="/usr/bin/firefox-esr")
    else:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    made.kind = request.param
    yield made
    made.close()


class People:
    """Signs each person in once; every caller gets a copy of the cookies."""

    def __init__(self, server):
        self.server, self.kept = server, {}

    def session(self, role, language=None, school=0):
        if role == "anonymous":
            return Session(self.server)
        role, _, which = role.partition(" of the ")
        school = {"second school": 1, "third school": 2}.get(which, school)
        account = self.server.account(role, language, school)
        key = account["identifier"], account["school"]
        if key not in self.kept:
            self.kept[key] = Session(self.server, account).sign_in()
        made = Session(self.server, account)
        made.cookies, made._csrf = dict(self.kept[key].cookies), self.kept[key]._csrf
        return made

    def token(self, role, school=0):
        made = self.session(role, school=school)
        key = made.account["identifier"], made.account["school"], "token"
        if key not in self.kept:
            self.kept[key] = Session(self.server, made.account).take_token()
        return Session(self.server, made.account, bearer=self.kept[key].bearer)


@pytest.fixture(scope="session")
def people(server):
    return People(server)


def is_skipped_turn(error):
    return "ViewTransition" in error or "Transition was aborted" in error


def collect(page):
    """Lists what the page complains about, as long as it is open."""
    page.errors = []
    # the turn of a page is an ornament: a browser with much to do leaves it out, and Chromium says so in either of two ways
    page.on("pageerror", lambda error: is_skipped_turn(str(error)) or page.errors.append(f"error: {error}"))
    # with its address: "Failed to load resource" alone does not say which
    page.on("console", lambda message: message.type in ("error", "warning") and page.errors.append(
        f"{message.type}: {message.text} ({message.location.get('url', '')})"))
    return page


def open_page(browser, session=None, **options):
    """A page in a context of its own, signed in as the session is.

    Without motion: drawing the turns of pages took a fifth of a test's processor time, and what is pressed amid one is lost.
    """
    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE * 1000)
    context.set_default_navigation_timeout(3 * PATIENCE * 1000)  # the first page of a browser that has just started
    if session and session.cookies:
        context.add_cookies([
            {"name": name, "value": value, "url": session.server.base, "httpOnly": True, "sameSite": "Lax"}
            for name, value in session.cookies.items()])
    page = collect(context.new_page())
    page.base = session.server.base if session else None
    return page


def shut(page):
    """Ends somebody's browser, from an empty page: Chromium closed amid the turn from one page to the next never answers."""
    if not page.is_closed():
        try:
            page.goto("about:blank")
        except PlaywrightError:
            pass  # it was on its way elsewhere, or without a network
    page.context.close()


def leave(pages, request):
    """Ends everybody's browsers; of a test that failed a picture of each page stays."""
    for number, page in enumerate(pages):
        try:
            if getattr(request.node, "failed", False) and not page.is_closed():
                page.screenshot(path=OUT / f"{request.node.name[:60]}-{number}.png".replace("/", "_"), full_page=True)
        except PlaywrightError:
            pass  # what cannot be photographed is ended all the same
        finally:
            shut(page)


def arrive(page, name):
    """Waits until somebody is at this page: read to its end, and its scripts have run."""
    expect(page.locator("main")).to_have_attribute("data-page", name)
    page.wait_for_load_state()


def replaced(page):
    """Lets the page put a fresh <main> in place of its own, as after a minute in another tab."""
    page.evaluate("""document.querySelector('main').firstElementChild.dataset.before = ''
      document.dispatchEvent(new CustomEvent('stream:refresh'))""")
    expect(page.locator("[data-before]")).to_have_count(0)


@pytest.fixture
def opened(request):
    """The pages a test opens, until it ends."""
    pages = []
    yield pages
    leave(pages, request)


def visits(browser, server, opened):
    """visit(who, language, path, **context) → the page of somebody, by the identifier."""
    def visit(identifier, language, path="/", **options):
        session = Session(server, server.known(identifier)).sign_in().speak(language)
        page = open_page(browser, session, locale=language, **options)
        page.language = language
        opened.append(page)
        page.goto(page.base + path)
        return page

    return visit


@pytest.fixture
def sign_in(browser, people, opened):
    """sign_in(role, language, school, **context options) → a page at the role's home, with `errors`."""
    def open_home(role, language=None, school=0, **options):
        session = people.session(role, language, school)
        if language:
            session.speak(language)
        page = open_page(browser, session, **{"locale": language or "en", **options})
        opened.append(page)
        page.goto(page.base + contract.HOME)
        return page

    return open_home


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call":
        item.failed = report.failed


class Held:
    """The first sending of a page to an address that matches, held until it is let go; what is sent after it passes."""

    def __init__(self, page, pattern):
        self.page, self.route = page, None
        page.route(re.compile(pattern), self.take)

    def take(self, route):
        if is_post(route.request) and not self.route:
            self.route = route
        else:
            route.continue_()

    def wait(self):
        end = time.time() + PATIENCE
        while not self.route:
            assert time.time() < end, "nothing was sent"
            self.page.wait_for_timeout(20)
        return self

    def go(self):
        self.route.continue_()


class Cut:
    """What a page sends to an address that matches does not get through until the line is mended.

    The route stays where it is: taking it away while something is on its way lets Playwright pass that on by itself, and the
    handler's own word then comes too late ("Route is already handled!")."""

    def __init__(self, page, pattern, stops=lambda request: True):
        self.is_cut, self.stops = True, stops
        page.route(re.compile(pattern), self.take)

    def take(self, route):
        route.abort() if self.is_cut and self.stops(route.request) else route.continue_()

    def mend(self):
        self.is_cut = False


def is_post(request):
    return request.method == "POST"


# What waits on the device, sealed for its writer, as its writer's own page reads it.
SHELF = "import(document.querySelector('script[type=module]').src.replace('app.js', 'shelf.js'))"


def kept(page, words):
    """Waits until the device has kept all these words together."""
    has = " && ".join(f"text.includes('{word}')" for word in words)
    until(page, f"{SHELF}.then(({{ shelf }}) => Object.keys(localStorage).map(name => shelf.getItem(name) ?? '').some(text => {has}))")


def stall(page):
    """From now on nothing leaves the page but what it sends on its way out."""
    page.evaluate("() => { globalThis.fetch = (real => (to, options) => options?.keepalive ? real(to, options) : new Promise(() => {}))(fetch) }")


def until(page, script, limit=PATIENCE):
    """Polls: `wait_for_function` evaluates a string, which our policy forbids."""
    end = time.time() + limit
    while not page.evaluate(script):
        assert time.time() < end, f"never came true: {script}"
        page.wait_for_timeout(50)


@pytest.fixture(scope="session")
def reachable(server, people):
    """role → {path: Seen}: everything each role's links lead to, in the three schools."""
    return everywhere(people, alike=5, alike_in_the_small=12)


@pytest.fixture(scope="session")
def looked_at(server, people):
    """The same with fewer pages of a kind: a browser looks at one of each, and asking for pages took it a quarter of its time."""
    return everywhere(people, alike=3, alike_in_the_small=3)


def everywhere(people, alike, alike_in_the_small):
    found = {}
    for role in ["anonymous", *contract.ROLES, *contract.GUESTS]:
        starts = [contract.HOME, *contract.UNLINKED.get(role, [])]
        found[role] = crawl(people.session(role), starts, alike)
    # What a Montessori school alone has, its own people reach.
    for role in ["owner", "teacher", "guardian"]:
        found[role + " of the second school"] = crawl(people.session(role, school=1), [contract.HOME], alike)
    # And what a school that trains people alone has; it is small, and few of its checklists are signed.
    for role in ["owner", "teacher", "student"]:
        found[role + " of the third school"] = crawl(people.session(role, school=2), [contract.HOME], alike_in_the_small)
    return found


@pytest.fixture(scope="session")
def screens():
    folder = ROOT / "screens"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder
