"""The day of an instructor and her trainee: Ruth at her desk, Ben on his phone, Sam in Arabic (days 5.5).

Each step makes what it needs: a template, a trainee of its own, a newcomer who accepts the invitation. Steps 6 and 9 are told of a
tablet without a line: here the line is there, for pages that open without one are tried elsewhere; what is left of them is that a
tick counts although it was made on a page that knew nothing of another one. Where the product does a step elsewhere than the day
tells it: an item of a checklist is ticked by pressing its whole line, hours are entered on the page of hours, and the sign-off
has a page of its own.
"""
import datetime, itertools, re

import pytest
from playwright.sync_api import expect

import contract
from conftest import arrive, dot, visits
from school import Server, Session
from words import say

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
CLUB = "Coast Flying Club"
RUTH, SAM = "ruth@coast.example", "sam@coast.example"
ID = contract.ID.pattern
MEDICAL, STUDENT_PILOT = "training.documents.standard.2", "training.documents.standard.1"
NUMBERS = itertools.count(1)


class Scene:
    """A flying club: what Ruth has made of it so far, and newcomers for her to train."""

    def __init__(self, server):
        self.server = server
        self.ruth, self.sam = self.signed(RUTH), self.signed(SAM)

    def signed(self, identifier):
        return Session(self.server, self.server.known(identifier)).sign_in()

    def done(self, answer):
        assert answer.status_code in (200, 201, 303), answer.text[-800:]
        return answer

    def made(self, answer):
        """The path that a form led to, without what is at its end."""
        assert answer.status_code == 303, answer.text[-800:]
        return re.sub(r"[?#].*", "", answer.headers["Location"])

    def newcomer(self):
        """Somebody with an account, in no school."""
        number = next(NUMBERS)
        account = {"role": "student", "identifier": f"ben{number}@skies.example", "password": "a-long-password-9", "school": CLUB, "language": "en"}
        self.done(Session(self.server).post("/sign-up", {
            "name": f"Ben Newcomer{number}", "email": account["identifier"], "password": account["password"], "birth": "1990-05-01", "terms": "on"}))
        self.server.accounts.append(account)
        return account["identifier"]

    def trainee(self, first="Ben"):
        """A trainee of Ruth's, whom nobody has invited: their path."""
        return self.made(self.ruth.post("/training/trainees", {"firstName": first, "lastName": f"Number {next(NUMBERS)}"}))

    def second(self, trainee):
        """Sam trains them, too."""
        html = self.ruth.get(f"{trainee}/instructors").text
        sam = re.search(rf'<option value="({ID})"[^>]*>[^<]*سامي', html).group(1)
        self.done(self.ruth.post(f"{trainee}/instructors", {"account": sam}))

    def template(self, items):
        """A template of Ruth's with one version: its path and its name."""
        name = f"Pre-solo {next(NUMBERS)}"
        table = "title\n" + "\n".join(items) + "\n"
        path = self.made(self.ruth.post("/training/templates/import", {"text": table, "name": name, "act": "take"}))
        self.publish(path)
        return path, name

    def publish(self, path):
        html = self.ruth.get(f"{path}/publication").text
        version = re.search(r'name="version" value="([^"]*)"', html).group(1)
        self.done(self.ruth.post(f"{path}/publication", {"version": version}))

    def edit(self, path, titles, act="save"):
        """Saves the draft with these titles by their keys; `new` is one more."""
        html = self.ruth.get(f"{path}/edit").text
        known = dict(re.findall(r'name="(name|version|title\.\d+)"[^>]*?value="([^"]*)"', html))
        self.done(self.ruth.post(path, {**known, **{f"title.{key}": title for key, title in titles.items()}, "act": act}))

    def give(self, trainee, *templates):
        """Gives checklists; the paths of all that the trainee has, in the order of their giving."""
        self.done(self.ruth.post(f"{trainee}/checklists", [("template", one.rsplit("/", 1)[1]) for one in templates] + [("csrf", self.ruth.csrf)]))
        html = self.ruth.get(f"{trainee}/checklists").text
        return list(dict.fromkeys(re.findall(rf'href="(/training/checklists/{ID})"', html)))

    def invitation(self, trainee):
        answer = self.ruth.post(f"{trainee}/invitation", {})
        assert answer.status_code == 201, answer.text[-800:]
        return re.search(r'id="invitation-link"[^>]*>([^<]+)<', answer.text).group(1)

    def shared(self, trainee):
        """A newcomer who has accepted, and so reads along."""
        who = self.newcomer()
        assert self.made(self.signed(who).post("/training/join", {"code": self.invitation(trainee)})) == "/training"
        return who

    def tick(self, checklist, item, who=None):
        return self.done((who or self.ruth).post(f"{checklist}/tick", {"item": str(item)}))


@pytest.fixture(scope="module")
def scene():
    with Server("training", sign_up="yes") as server:
        yield Scene(server)


@pytest.fixture
def see(browser, scene, opened):
    """see(who, path, language, **context) → somebody's page."""
    visit = visits(browser, scene.server, opened)
    return lambda who, path, language="en", **options: visit(who, language, path, **options)


def press(page, key, *values):
    page.get_by_role("button", name=say(page.language, key, *values), exact=True).locator("visible=true").first.click()


def press_last(page, key):
    page.get_by_role("button", name=say(page.language, key), exact=True).locator("visible=true").last.click()


def follow(page, key, *values):
    page.locator("main").get_by_role("link", name=say(page.language, key, *values), exact=True).locator("visible=true").first.click()


def toast(page, key, *values, plural=None):
    expect(page.locator("#toasts")).to_contain_text(say(page.language, key, *values, plural=plural))


def fill(page, key, text):
    page.get_by_label(say(page.language, key)).first.fill(text)


def face(page, item):
    """The line that is pressed."""
    return page.locator(f"#item-{item} button.checklist-item__face")


def struck(page, item):
    return page.locator(f"#item-{item} .checklist-item__title").evaluate("e => getComputedStyle(e).textDecorationLine")


def percent(page):
    return page.locator("#checklist-progress .ring").inner_text()


# ── 1: the template ──

def test_an_instructor_writes_a_template_and_publishes_it(see):
    """1: twenty-five items, one after another in the editor; the version has a hash, and is shown as it was published."""
    page = see(RUTH, "/training/templates/new")
    fill(page, "training.templates.name", "Pre-solo")
    fill(page, "training.templates.phase", "Before the first solo")
    press(page, "training.templates.begin")
    arrive(page, "templates.edit")
    for number in range(1, 26):
        page.locator("input[name='title.new']").fill(f"Exercise {number}")
        press(page, "training.templates.add-item")
        expect(page.locator("#items > li")).to_have_count(number)
        expect(page.locator("input[name='title.new']")).to_have_value("")
    press_last(page, "training.templates.save")  # the first is for the Enter key, and not to be seen
    arrive(page, "templates.template")
    follow(page, "training.templates.publish")
    arrive(page, "templates.publish")
    expect(page.locator("main")).to_contain_text(say("en", "training.templates.publish-first"))
    press(page, "training.templates.publish")
    arrive(page, "templates.template")
    toast(page, "training.templates.published", 1)
    page.locator("main a[href$='/versions/1']").first.click()
    arrive(page, "templates.version")
    expect(page.locator("main")).to_contain_text(say("en", "training.templates.hash"))
    expect(page.locator("main code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(page.locator("main ol.stack > li")).to_have_count(25)
    expect(page.locator("main ol.stack > li").last).to_have_text("Exercise 25")
    assert not page.errors


# ── 2 and 3: the trainee comes ──

def test_a_trainee_is_added_and_accepts_the_invitation(see, scene):
    """2 and 3: three checklists by reference; a foreign link is refused by name, the right one is taken with space around it."""
    names = [scene.template(["Taxi", "Take-off"])[1] for _ in range(3)]
    page = see(RUTH, "/training")
    follow(page, "training.trainees.new")
    arrive(page, "training.trainee-new")
    fill(page, "training.trainees.first-name", "Benjamin")
    fill(page, "training.trainees.ftn", "C7654321")
    fill(page, "training.trainees.address", "4 Harbour Row\nRye")
    press(page, "training.trainees.create")
    arrive(page, "training.trainee")
    trainee = page.url
    expect(page.locator("#profile")).to_contain_text("C7654321")
    expect(page.locator("#profile")).to_contain_text("Harbour Row")
    page.locator("#checklists").get_by_role("link", name=say("en", "training.checklists.give")).click()
    arrive(page, "training.checklists-new")
    for name in names:
        page.get_by_label(name).check()
    press(page, "training.checklists.give")
    arrive(page, "training.checklists")
    toast(page, "training.checklists.given", 3, plural="other")
    for name in names:
        expect(page.locator("main")).to_contain_text(name)

    page.goto(trainee)
    press(page, "training.share.send")
    arrive(page, "training.invited")
    expect(page.locator(".qr__code svg")).to_be_visible()
    link = page.locator("#invitation-link").inner_text()
    assert link.startswith(f"{scene.server.base}/training/join?code="), link

    ben = see(scene.newcomer(), "/training/join", **PHONE)
    arrive(ben, "training.join")
    button, field = ben.get_by_role("button", name=say("en", "training.join.accept")), ben.locator("main input[name=code]")
    expect(button).to_be_disabled()
    field.fill("https://evil.example/x")
    button.click()
    expect(ben.locator("main")).to_contain_text(say("en", "training.join.other"))
    expect(field).to_have_value("https://evil.example/x")  # to be seen, and mended
    field.fill(f"  {link}  ")
    button.click()
    arrive(ben, "training.trainee")
    toast(ben, "training.join.accepted")
    expect(ben.locator("main")).to_contain_text(names[0])
    ben.goto(ben.base + "/training/join")
    expect(ben.locator("main input[name=code]")).to_have_value("")
    page.goto(trainee)
    expect(page.locator("#share")).to_contain_text(say("en", "training.share.reads"))
    assert not page.errors
    assert [e for e in ben.errors if "422" not in e] == []


def test_a_trainee_sees_the_own_training_alone(see, scene):
    """4: the own page at once; another trainee's answers as if it were not, page by page and for programs."""
    mine, foreign = scene.trainee(), scene.trainee("Noa")
    [list_of_foreign] = scene.give(foreign, scene.template(["Taxi"])[0])
    who = scene.shared(mine)
    ben, session = see(who, "/training", **PHONE), scene.signed(who)
    arrive(ben, "training.trainee")
    assert foreign not in ben.content()
    for path in [foreign, *(foreign + rest for rest in ("/edit", "/instructors", "/checklists", "/documents", "/log", "/lessons")), list_of_foreign,
                 list_of_foreign + "/history", list_of_foreign + "/signature"]:
        assert session.get(path).status_code == 404, path
    for path in (foreign, foreign + "/log", list_of_foreign):
        assert session.get("/api/v1" + path, headers={"Accept": "application/json"}).status_code == 404, path
    assert not ben.errors


# ── 5: documents ──

def test_a_medical_certificate_is_handed_in_and_watched(see, scene):
    """5: a photo and its last day; both are told how many days are left, and what is missing still."""
    trainee = scene.trainee()
    ben = see(scene.shared(trainee), f"{trainee}/documents", **PHONE)
    arrive(ben, "training.documents")
    row = ben.locator("main li").filter(has_text=say("en", MEDICAL))
    row.get_by_role("link", name=say("en", "training.documents.upload")).click()
    arrive(ben, "training.document-new")
    ben.locator("input[type=file][name=file]").set_input_files({"name": "medical.png", "mimeType": "image/png", "buffer": dot()})
    ben.locator("input[name=expires]").fill((datetime.date.today() + datetime.timedelta(days=25)).isoformat())
    ben.locator("main").get_by_role("button", name=say("en", "training.documents.upload"), exact=True).click()
    arrive(ben, "training.document")
    toast(ben, "training.documents.added")
    ben.get_by_role("button", name=say("en", "training.documents.check"), exact=True).click()
    expect(ben.locator("main [role=status]").first).to_have_text(say("en", "training.documents.sum-good"))
    ruth = see(RUTH, f"{trainee}/documents")
    row = ruth.locator("main li").filter(has_text=say("en", MEDICAL))
    expect(row).to_contain_text(say("en", "training.documents.status.expiring"))
    expect(row).to_contain_text(say("en", "training.documents.days-left", 25, plural="other"))
    ben.goto(ben.base + f"{trainee}/documents")
    for page in (ruth, ben):
        banner = page.locator("main .banner").first
        expect(banner).to_contain_text(say("en", STUDENT_PILOT))
        expect(banner).not_to_contain_text(say("en", MEDICAL))
    assert not ruth.errors and not ben.errors


# ── 6 and 7: the flight, and what the trainee hears of it ──

def test_a_flight_is_ticked_logged_and_commented_and_the_trainee_sees_it(see, scene):
    """6 and 7: six items by one press each; Ben's open page turns green by itself; the notice opens the comment."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template([f"Exercise {n}" for n in range(1, 9)])[0])
    who = scene.shared(trainee)
    ben, notices = see(who, checklist, **PHONE), see(who, "/notifications", **PHONE)
    expect(ben.locator("button.checklist-item__face")).to_have_count(0)
    ruth = see(RUTH, checklist, **TABLET)
    for item in range(1, 7):
        face(ruth, item).click()
        expect(face(ruth, item)).to_have_attribute("aria-pressed", "true")
    assert percent(ruth).strip().startswith("75"), percent(ruth)
    expect(ben.locator(".checklist-item[data-done]")).to_have_count(6)  # the open page hears of it
    assert struck(ben, 6) == "line-through" and struck(ben, 7) == "none"
    expect(ben.locator("#item-6")).to_contain_text(say("en", "training.checklists.completed", today()))
    expect(ben.locator("#item-6")).to_contain_text("Ruth Adler")

    ruth.goto(ruth.base + f"{trainee}/log/new")
    ruth.locator("input[name=dual]").fill("1.3")
    press(ruth, "training.log.enter")
    arrive(ruth, "training.log")
    toast(ruth, "training.log.added")
    expect(ruth.locator("#sums")).to_contain_text("1:18")

    ruth.goto(ruth.base + checklist)
    ruth.locator("textarea[name=text]").fill("watch the flare")
    press(ruth, "training.checklists.comment-add")
    expect(ruth.locator("#comments")).to_contain_text("watch the flare")

    notice = notices.locator("main").get_by_text(say("en", "notifications.checklist-comment")).first
    expect(notice).to_be_visible()  # by itself
    notice.click()
    arrive(notices, "training.checklist")
    assert checklist in notices.url
    marked = notices.locator(".checklist-comment.is-highlighted")
    expect(marked).to_contain_text("watch the flare")
    press(notices, "training.checklists.acknowledge")
    expect(ruth.locator("#comments")).to_contain_text("Read by")
    assert not ruth.errors and not ben.errors and not notices.errors


def today():
    """As the pages say it."""
    now = datetime.date.today()
    return f"{now:%b} {now.day}, {now.year}"


# ── 8: who reads along, writes nothing ──

def test_a_trainee_ticks_nothing(scene):
    """8: what the trainee sees is refused with a reason; nothing is written."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template(["Taxi", "Take-off"])[0])
    ben = Session(scene.server, scene.server.known(scene.shared(trainee))).take_token()
    for path, body in [
        (f"{checklist}/tick", {"item": "1"}), (f"{checklist}/untick", {"item": "1", "seen": "1"}), (f"{checklist}/comments", {"text": "Well done, me"}),
        (f"{checklist}/note", {"item": "1", "text": "Mine"}), (f"{trainee}/log", {"day": datetime.date.today().isoformat(), "dual": "1.3"}),
    ]:
        answer = ben.request("POST", "/api/v1" + path, json=body, headers={"Accept": "application/json"})
        assert answer.status_code == 403, f"{path}: {answer.status_code} {answer.text[:300]}"
    found = ben.get("/api/v1" + checklist, headers={"Accept": "application/json"}).json()
    assert found["completedItemsCount"] == 0 and found["comments"] == [], found


# ── 9: two instructors ──

def test_two_instructors_tick_the_same_item(see, scene):
    """9: Sam reads in Arabic, and ticks on a page that has not heard of Ruth's tick: both are authors, and it is done once."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template(["Taxi", "Take-off", "Flare"])[0])
    scene.second(trainee)
    page = see(SAM, checklist, "ar", **TABLET)
    assert page.locator("html").get_attribute("dir") == "rtl"
    expect(page.locator("main")).to_contain_text(say("ar", "training.checklists.is-open"))
    page.route(re.compile("/live"), lambda route: route.abort())
    page.reload()
    expect(face(page, 1)).to_have_attribute("aria-pressed", "false")
    scene.tick(checklist, 1)
    face(page, 1).click()
    expect(face(page, 1)).to_have_attribute("aria-pressed", "true")
    toast(page, "training.checklists.was-ticked")
    page.goto(page.base + f"{checklist}/history?item=1")
    arrive(page, "training.checklist-history")
    for name in ("Ruth Adler", "سامي حبيب"):
        expect(page.locator("main")).to_contain_text(name)
    expect(page.locator("main .list > li")).to_have_count(2)
    ruth = see(RUTH, checklist, **TABLET)
    expect(ruth.locator(".checklist-item[data-done]")).to_have_count(1)
    assert percent(ruth).strip().startswith("33"), percent(ruth)
    face(ruth, 1).click()  # what she sees is both: both are taken back
    expect(face(ruth, 1)).to_have_attribute("aria-pressed", "false")
    assert not ruth.errors


def test_a_training_is_read_in_arabic(see, scene):
    """Sam's side: every page of a trainee reads from right to left, and nothing is left in another language's words."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template(["Taxi", "Take-off"])[0])
    scene.second(trainee)
    scene.tick(checklist, 1)
    page = see(SAM, "/training", "ar", **PHONE)
    for path, title in [
        ("/training", "training.title"), (f"{trainee}/checklists", "training.checklists.title"), (f"{trainee}/documents", "training.documents.title"),
        (f"{trainee}/log", "training.log.title"), (f"{trainee}/lessons", "training.log.lessons"), (f"{trainee}/instructors", "training.trainees.instructors"),
        (f"{checklist}/signature", "training.signatures.title"),
    ]:
        page.goto(page.base + path)
        expect(page.locator("h1").first).to_have_text(say("ar", title))
        assert page.locator("html").get_attribute("dir") == "rtl"
        wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1")
        assert not wide, f"{path} scrolls sideways"
    page.goto(page.base + checklist)
    expect(page.locator("#item-1")).to_contain_text(say("ar", "training.checklists.is-done"))
    assert not page.errors


# ── 10: a second version ──

def test_a_new_version_waits_until_it_is_taken(see, scene):
    """10: two new, one reworded, one retired; Ben stays on the first until Ruth takes the second, and what he has done stays his."""
    template, _ = scene.template(["Taxi", "Take-off", "Stalls", "Flare"])
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, template)
    for item in (1, 2, 3):
        scene.tick(checklist, item)
    scene.edit(template, {"2": "Take-off with crosswind", "new": "Go-around"}, act="add")
    scene.edit(template, {"new": "Radio failure"}, act="add")
    scene.edit(template, {}, act="remove.3")
    scene.publish(template)
    ben = see(scene.shared(trainee), checklist, **PHONE)
    expect(ben.locator("#items > li")).to_have_count(4)
    expect(ben.locator("main")).not_to_contain_text("Go-around")
    ruth = see(RUTH, checklist)
    follow(ruth, "training.checklists.version-look")
    arrive(ruth, "training.checklist-version")
    for text in ("Go-around", "Radio failure", "Take-off with crosswind", "Stalls"):
        expect(ruth.locator("main")).to_contain_text(text)
    ruth.locator("main form button").first.click()
    arrive(ruth, "training.checklist")
    expect(ben.locator("#items > li")).to_have_count(5)  # the open page hears of it
    expect(ben.locator("#items")).to_contain_text("Go-around")
    expect(ben.locator("#items")).not_to_contain_text("Stalls")
    earlier = ben.locator("section").filter(has_text=say("en", "training.checklists.earlier"))
    expect(earlier).to_contain_text("Stalls")
    expect(ben.locator("#item-2")).to_contain_text(say("en", "training.checklists.reworded-since"))
    expect(ben.locator("#item-1[data-done]")).to_have_count(1)
    assert not ruth.errors and not ben.errors


# ── 11: signed off ──

def test_a_checklist_is_signed_and_locked(see, scene):
    """11: with the certificate's number and the password again; then nothing changes but by an amendment, and the hours are right."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template(["Taxi", "Take-off"])[0])
    day = datetime.date.today().isoformat()
    for dual in ("1.3", "0:30"):
        scene.done(scene.ruth.post(f"{trainee}/log", {"day": day, "dual": dual, "checklist": checklist.rsplit("/", 1)[1]}))
    page = see(RUTH, f"{checklist}/signature")
    expect(page.locator("#sign")).to_contain_text(say("en", "training.signatures.not-complete"))
    for item in (1, 2):
        scene.tick(checklist, item)
    page.reload()
    page.locator("input[name=certificate]").fill("CFI-2711")
    page.locator("input[name=password]").fill("not hers at all")
    press(page, "training.signatures.sign")
    expect(page.locator("main")).to_contain_text(say("en", "accounts.wrong-current"))
    page.locator("input[name=password]").fill(scene.server.known(RUTH)["password"])
    press(page, "training.signatures.sign")
    toast(page, "training.signatures.done")
    expect(page.locator("main")).to_contain_text("CFI-2711")
    expect(page.locator("main")).to_contain_text(say("en", "training.signatures.verified"))
    expect(page.locator("main")).to_contain_text("1:48")
    page.goto(page.base + checklist)
    expect(page.locator("main")).to_contain_text(say("en", "training.checklists.signed"))
    expect(page.locator("button.checklist-item__face")).to_have_count(0)
    assert scene.ruth.post(f"{checklist}/untick", {"item": "1", "seen": "1"}).status_code == 409
    page.goto(page.base + f"{checklist}/signature")
    page.locator("summary").filter(has_text=say("en", "training.signatures.amend")).click()
    page.locator("textarea[name=reason]").fill("The number of my new certificate")
    page.locator("input[name=certificate]").fill("CFI-9000")
    page.locator("input[name=password]").fill(scene.server.known(RUTH)["password"])
    press_last(page, "training.signatures.amend")
    ben = see(scene.shared(trainee), f"{checklist}/signature", **PHONE)
    for text in ("CFI-2711", "CFI-9000", "The number of my new certificate"):
        expect(ben.locator("main")).to_contain_text(text)
    expect(ben.locator("#sign")).to_have_count(0)
    ben.goto(ben.base + f"{trainee}/log?hours=decimal")
    expect(ben.locator("#sums")).to_contain_text("1.8")
    assert [e for e in page.errors if "422" not in e] == []


# ── 12: the share is revoked ──

def test_a_share_is_revoked_and_the_open_page_closes(see, scene):
    """12: within two seconds nothing of the training is on Ben's screen; links are dead, and what was signed stays his."""
    trainee = scene.trainee()
    [checklist] = scene.give(trainee, scene.template(["Taxi", "Take-off"])[0])
    scene.tick(checklist, 1)
    link = scene.invitation(trainee)
    who = scene.newcomer()
    scene.signed(who).post("/training/join", {"code": link})
    ben = see(who, checklist, **PHONE)
    expect(ben.locator("#items")).to_contain_text("Take-off")
    expect(ben.locator("html")).to_have_attribute("data-live", "on")
    ruth = see(RUTH, trainee)
    follow(ruth, "training.share.revoke")
    arrive(ruth, "training.revoke")
    press(ruth, "training.share.revoke")
    expect(ben.locator("body")).not_to_contain_text("Take-off")
    toast(ruth, "training.share.revoked")
    session = scene.signed(who)
    for path in (trainee, checklist, f"{trainee}/documents"):
        assert session.get(path).status_code == 404, path
    answer = session.post("/training/join", {"code": link})
    assert say("en", "training.join.revoked") in answer.text
    ben.goto(ben.base + "/training")
    expect(ben.locator("main")).to_contain_text(say("en", "training.trainees.not-here"))
    follow(ben, "training.kept.title")
    expect(ben.locator("h1").first).to_have_text(say("en", "training.kept.title"))
    assert not ruth.errors
