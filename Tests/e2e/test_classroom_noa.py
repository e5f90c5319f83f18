"""The day of a guide on a tablet, in Hebrew and English: from the code she was invited with to the conference (days 5.2 Noa, 5.3 step 7).

Each step stands alone and makes what it needs. Steps 3 and 8 are told of a device without a line: here the line is there, for
pages that open without one are still to come; what the capture page keeps by itself without a line is tried without one.
Where the product does a step elsewhere than the day tells it: the classroom step of the wizard belongs to whoever founds a school,
a guide who is invited finds her class; the attendance pill is in the register; the school has no service for speech at all, so
that a recording stays a recording; a child's name in a summary is replaced in the draft already.
"""
import re, zipfile

import pytest
from playwright.sync_api import expect

import contract
from conftest import arrive, open_page, until, visits
from school import Server, Session
from words import say

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
NOA, OFFICE, MOTHER = "anna@hill.example", "grace@hill.example", "mary@hill.example"
# Whom the day is about, in letters of its reader: the one, and the one beside.
CHILDREN = {"en": ("Theo", "Ada"), "he": ("יונתן", "אלי")}
SAID = {
    "en": {"poured": "Theo poured water three times, with Ada.", "gal": "Carried the jug with both hands.", "more": "We look forward to spring.",
           "reply": "He pours for all of us now.", "home": "Poured tea for his grandmother.", "habit": "Lays the table", "material": "Pouring"},
    "he": {"poured": "יונתן מזג מים שלוש פעמים, עם אלי.", "gal": "נשא את הכד בשתי ידיים.", "more": "אנחנו מחכים לאביב.",
           "reply": "עכשיו הוא מוזג לכולנו.", "home": "מזג תה לסבתא.", "habit": "עורך את השולחן", "material": "מזיגה"},
}


class Scene:
    """A school in the reader's language: its class, its children, and everybody's browsers."""

    def __init__(self, server, language):
        self.server, self.language, self.words = server, language, SAID[language]
        self.noa, self.office = self.signed(NOA), self.signed(OFFICE)
        html = self.office.get("/students").text
        names = [re.search(rf'href="/students/({contract.ID.pattern})"[^>]*>(?:<[^>]*>)*{given} ([^<]+)', html) for given in CHILDREN[language]]
        self.tomer, self.lia = (found.group(1) for found in names)
        self.given = CHILDREN[language]
        self.tomer_name, self.lia_name = (f"{given} {found.group(2)}" for given, found in zip(self.given, names))
        self.room = re.search(rf'href="(/classes/{contract.ID.pattern})"', self.office.get("/classes").text).group(1)
        self.family()
        self.done(self.noa.post("/observations/tags", {"taxonomy": "material", "name": self.words["material"]}))

    def signed(self, identifier):
        return Session(self.server, self.server.known(identifier)).sign_in()

    def done(self, answer):
        assert answer.status_code in (200, 201, 303), answer.text[-800:]
        return answer

    def family(self):
        """Both have a mother, who allows photos and voice of them."""
        members = self.signed_token().get(contract.MEMBERS, headers={"Accept": "application/json"}).json()["members"]
        self.mother = next(m["account"] for m in members if m["identifier"] == MOTHER)
        for child in (self.tomer, self.lia):
            self.office.post(f"/students/{child}/guardians", {"account": self.mother, "relation": ""})  # or is theirs already
            for scope in ("photos", "voice"):
                self.done(self.signed(MOTHER).post(f"/students/{child}/consents", {"scope": scope, "answer": "yes"}))

    def signed_token(self):
        return Session(self.server, self.server.known(OFFICE)).take_token()

    def of(self, child, rest=""):
        return f"/students/{child}{rest}"

    def today(self):
        """By the school's clock, as its forms have it."""
        return re.search(r'name="day" value="([^"]+)"', self.noa.get(self.of(self.tomer, "/habits")).text).group(1)

    def say(self, key, *values, plural=None):
        return say(self.language, key, *values, plural=plural)


@pytest.fixture(scope="module", params=["en", "he"])
def scene(request):
    with Server(f"noa-{request.param}", sign_up="yes") as server:
        yield Scene(server, request.param)


@pytest.fixture
def see(browser, scene, opened):
    """see(path, who) → somebody's tablet, at a page."""
    visit = visits(browser, scene.server, opened)
    return lambda path, who=NOA: visit(who, scene.language, path, **TABLET)


def press(page, scene, key, *values):
    page.get_by_role("button", name=scene.say(key, *values), exact=True).locator("visible=true").first.click()


def toast(page, scene, key, *values):
    expect(page.locator("#toasts")).to_contain_text(scene.say(key, *values))


def photo(page):
    """What a camera gives, drawn by the browser so that nothing has to lie here."""
    made = page.evaluate("""async () => {
      const canvas = new OffscreenCanvas(1600, 1200), pen = canvas.getContext('2d')
      pen.fillStyle = 'teal'; pen.fillRect(0, 0, 1600, 1200)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
    }""")
    return {"name": "camera.jpg", "mimeType": "image/jpeg", "buffer": bytes(made)}


def capture(page, scene):
    """From My day to the form: the first tap."""
    arrive(page, "myday.today")
    page.get_by_role("link", name=scene.say("capture.title")).locator("visible=true").last.click()
    arrive(page, "capture.capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)


def tap(page, child):
    page.locator(f"input[name=child][value='{child}']").check()


# ── 1: who comes ──

def test_a_guide_comes_with_her_code_and_finds_her_class(browser, scene, opened):
    """1: the address in the QR code has the code in it; once the office has put her into the class, her day has its children."""
    visit = visits(browser, scene.server, opened)
    code = scene.signed_token().invite("teacher", "Gal")
    scene.server.accounts.append(gal := {
        "role": "teacher", "identifier": f"gal-{scene.language}", "password": "a-long-password-9", "school": scene.server.schools[1], "language": scene.language})
    page = open_page(browser, Session(scene.server).speak(scene.language), locale=scene.language, **TABLET)
    opened.append(page)
    page.goto(f"{scene.server.base}/join?code={code}")
    page.get_by_label(scene.say("members.your-name")).first.fill({"en": "Gal Levy", "he": "גל לוי"}[scene.language])
    page.get_by_label(scene.say("accounts.identifier")).first.fill(gal["identifier"])
    page.get_by_label(scene.say("accounts.password")).first.fill(gal["password"])
    page.get_by_label(scene.say("accounts.agree")).check()
    press(page, scene, "members.make-account")
    arrive(page, "home.today")
    page.goto(scene.server.base + "/my-day")
    arrive(page, "myday.today")
    expect(page.locator("main")).to_contain_text(scene.say("myday.no-class"))
    assign(scene, gal)
    expect(page.locator("main")).to_contain_text(scene.say("myday.plans"))  # her open page hears of it
    assert not page.errors


def assign(scene, account):
    members = scene.signed_token().get(contract.MEMBERS, headers={"Accept": "application/json"}).json()["members"]
    found = next(m["account"] for m in members if m["identifier"] == account["identifier"])
    scene.done(scene.office.post(scene.room + "/teachers", {"teacher": found}))


def test_three_children_one_after_another(browser, scene, opened):
    """1: who founds a school names the class and adds three children with “Add another”; the class has them."""
    language, account = scene.language, {"identifier": f"founder@{scene.language}.example", "password": "a-long-password-9"}
    answer = Session(scene.server).post("/sign-up", {
        "name": "Noa", "email": account["identifier"], "password": account["password"], "birth": "1980-02-29", "terms": "on"})
    assert answer.status_code == 303, answer.text[-500:]
    session = Session(scene.server, account).sign_in()
    page = open_page(browser, session.speak(language), locale=language, **TABLET)
    opened.append(page)
    page.goto(page.base + "/welcome/school")
    page.get_by_label(scene.say("home.wizard.school.name")).first.fill({"en": "The Olive Tree", "he": "עץ הזית"}[language])
    page.get_by_role("radio", name=scene.say("home.kind.montessori.text")).check()
    press(page, scene, "home.wizard.next")
    page.get_by_label(scene.say("home.wizard.classroom.name")).first.fill({"en": "Children’s House", "he": "בית הילדים"}[language])
    press(page, scene, "home.wizard.next")
    children = {"en": [("Tomer", "Levy"), ("Lia", "Shapira"), ("Dan", "Adler")], "he": [("תומר", "לוי"), ("ליה", "שפירא"), ("דן", "אדלר")]}[language]
    for place, (given, family) in enumerate(children):
        if place:
            press(page, scene, "home.wizard.add")
            expect(page.get_by_label(scene.say("home.wizard.given"))).to_have_count(place + 1)
        page.get_by_label(scene.say("home.wizard.given")).nth(place).fill(given)
        page.get_by_label(scene.say("home.wizard.family")).nth(place).fill(family)
    press(page, scene, "home.wizard.finish")
    arrive(page, "classrooms.classroom")
    for given, family in children:
        expect(page.locator("main")).to_contain_text(f"{given} {family}")
    assert not page.errors


# ── 2: the register ──

def test_away_with_one_tap_and_back_with_another(see, scene):
    """2 and 9: the button says whom it marks and how; the toast takes it back; who is away stands on My day."""
    page = see("/attendance")
    page.locator("main a[href^='/attendance/0']").first.click()
    arrive(page, "attendance.register")
    absent = page.get_by_role("button", name=scene.say("attendance.mark-as.absent", scene.tomer_name), exact=True)
    absent.click()
    expect(absent).to_have_attribute("aria-pressed", "true")
    page.locator("#toasts").get_by_role("button", name=scene.say("kit.undo")).click()
    expect(absent).to_have_attribute("aria-pressed", "false")
    absent.click()
    expect(absent).to_have_attribute("aria-pressed", "true")
    page.goto(page.base + "/my-day")
    expect(page.locator("main section").filter(has_text=scene.say("myday.absent")).first).to_contain_text(scene.tomer_name)
    page.go_back()
    arrive(page, "attendance.register")
    present = page.get_by_role("button", name=scene.say("attendance.mark-as.present", scene.tomer_name), exact=True)
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    assert not page.errors


def test_the_list_of_students_marks_with_one_tap(see, scene):
    """2: beside the name stands the word of today; one tap marks absent, the toast takes it back, another tap marks present."""
    page = see("/students")
    pill = page.locator(f"#list-mark-{scene.tomer}")
    absent, present = (
        page.get_by_role("button", name=scene.say(f"attendance.mark-as.{status}", scene.tomer_name), exact=True) for status in ("absent", "present"))
    absent.click()
    expect(present).to_be_visible()
    expect(pill).to_contain_text(scene.say("attendance.status.absent"))
    page.locator("#toasts").get_by_role("button", name=scene.say("kit.undo")).click()
    expect(absent).to_be_visible()
    absent.click()
    present.click()
    expect(pill).to_contain_text(scene.say("attendance.status.present"))
    expect(absent).to_be_visible()
    arrive(page, "students.list")
    assert not page.errors


# ── 3 and 4: at the mat ──

def test_two_children_a_material_and_a_photo(see, scene):
    """3: the way in, two children, a material, a photo of two whose family allows it; nobody else can be on it."""
    page = see("/my-day")
    capture(page, scene)
    for child in (scene.tomer, scene.lia):
        tap(page, child)
    page.locator("label", has=page.locator("input[name=tag]")).filter(has_text=scene.words["material"]).first.wait_for(state="attached")
    material = page.locator("label", has=page.locator("input[name=tag]")).filter(has_text=scene.words["material"]).first
    if not material.is_visible():
        page.get_by_text(scene.say("capture.more-tags")).click()
    material.locator("input").check()
    page.locator("textarea[name=text]").fill(scene.words["poured"])
    page.locator("[data-photos]").first.set_input_files(photo(page))
    expect(page.locator("[data-shown] img")).to_have_count(1)
    page.locator("input[name=others][value=nobody]").check()
    press(page, scene, "capture.save")
    arrive(page, "observations.observation")
    toast(page, scene, "capture.saved.observation")
    expect(page.locator("main img").first).to_be_visible()
    for shown in (scene.tomer_name, scene.lia_name, scene.words["material"]):
        expect(page.locator("main")).to_contain_text(shown)
    assert not page.errors


def test_a_child_without_consent_is_not_on_a_photo(see, scene):
    """3: the lock is on whoever's family has not allowed photos; the page names the child and sends nothing."""
    page = see("/capture")
    expect(page.locator("[data-capture][data-ready]")).to_have_count(1)
    locked = page.locator("input[name=child][data-locked]").first
    locked.check()
    name = page.locator("label:has(input[name=child]:checked) [data-name]").inner_text()
    page.locator("[data-photos]").first.set_input_files(photo(page))
    expect(page.locator("[data-consent]")).to_contain_text(name)
    page.locator("textarea[name=text]").fill("x")
    press(page, scene, "capture.save")
    expect(page.locator("[data-said]")).to_contain_text(name)
    assert page.url.endswith("/capture")


def test_a_spoken_note_stays_a_recording_and_says_so(see, scene):
    """4: no service turns speech into text here; what was said is kept, and the page tells it."""
    page = see("/my-day")
    capture(page, scene)
    tap(page, scene.tomer)
    hint = page.get_by_text(scene.say("capture.sound-hint"))
    expect(hint).to_be_visible()
    press(page, scene, "capture.record")
    stop = page.get_by_role("button", name=scene.say("capture.stop")).first
    expect(stop).to_be_visible()
    page.wait_for_timeout(1200)
    stop.click()
    expect(page.get_by_role("button", name=scene.say("capture.remove-sound"))).to_be_visible()
    press(page, scene, "capture.save")
    arrive(page, "observations.observation")
    expect(page.locator("main audio")).to_have_count(1)
    assert not page.errors


# ── 5 and 6: what is practised ──

def test_planned_presented_practised(see, scene):
    """5: each step with its day and who did it."""
    page = see(scene.of(scene.tomer, "/presentations"))
    row = page.locator("#next li").first
    title, way = row.locator("a").first.inner_text(), row.locator("a").first.get_attribute("href")
    row.get_by_role("button", name=scene.say("presentations.plan"), exact=True).click()
    planned = page.locator("#plans li").filter(has_text=title)
    expect(planned).to_have_count(1)
    planned.get_by_role("button", name=scene.say("presentations.presented-today"), exact=True).click()
    expect(page.locator("#plans li").filter(has_text=title)).to_have_count(0)
    page.goto(page.base + way)
    arrive(page, "presentations.one")
    page.locator("#act select[name=kind]").select_option("practised")
    press(page, scene, "presentations.write")
    acts = page.locator("#acts li")
    expect(acts).to_have_count(2)
    expect(acts.first).to_contain_text(scene.say("presentations.kind.practised"))
    expect(acts.last).to_contain_text(scene.say("presentations.kind.presented"))
    for act in (acts.first, acts.last):
        expect(act).to_contain_text("Anna Rossi")
        expect(act.locator("time")).to_have_count(1)
    assert not page.errors


def test_a_habit_tapped_twice_is_as_it_was(see, scene):
    """6: on and off again is nothing; the same tap of two tablets is one day."""
    page = see(scene.of(scene.tomer, "/habits"))
    page.locator("#habit input[name=name]").fill(scene.words["habit"])
    press(page, scene, "habits.add")
    row = page.locator("#habits li").filter(has_text=scene.words["habit"])
    zero, one = scene.say("habits.days-of", 0, plural="other"), scene.say("habits.days-of", 1, plural="one")
    expect(row).to_contain_text(zero)
    row.get_by_role("button", name=scene.say("habits.do-today"), exact=True).click()
    expect(row).to_contain_text(one)
    row.get_by_role("button", name=scene.say("habits.done-today"), exact=True).click()
    expect(row).to_contain_text(zero)
    form = row.locator("form[action$='/marks']")
    path, day = form.get_attribute("action"), form.locator("input[name=day]").get_attribute("value")
    for _ in range(2):
        scene.done(scene.noa.post(path, {"day": day, "done": "on"}))
    page.reload()
    expect(row).to_contain_text(one)
    assert not page.errors


# ── 7: the sheet ──

def test_a_child_opens_over_the_list_and_the_list_stays(see, scene):
    """7: nine tenths of the screen; closed, the list is where it was."""
    page = see("/students")
    row = page.locator("#students .cell--link a").last
    row.scroll_into_view_if_needed()
    page.wait_for_timeout(600)  # the rows have come in
    before = page.evaluate("scrollY")
    assert before > 0
    row.click()
    sheet = page.locator("dialog#sheet")
    expect(sheet.locator("[data-page='students.student'], .dialog__title").first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/students/{contract.ID.pattern}$"))
    until(page, "document.querySelector('dialog#sheet').getBoundingClientRect().height / innerHeight > 0.8")  # what it holds is there
    share = sheet.evaluate("it => it.getBoundingClientRect().height / innerHeight")
    assert 0.85 <= share <= 0.95, share
    sheet.get_by_role("button", name=scene.say("kit.close")).click()
    expect(sheet).to_be_hidden()
    arrive(page, "students.list")
    until(page, f"Math.abs(scrollY - {before}) < 2")
    assert not page.errors


# ── 8: two who write ──

def test_what_waited_without_a_line_stands_beside_what_another_wrote(see, scene):
    """8: kept on the tablet while the line is gone; both are there afterwards, each with its author."""
    gal = scene.server.known("karim@hill.example")
    if gal["identifier"] not in scene.noa.get(scene.room).text:
        assign(scene, gal)
    page = see("/my-day")
    capture(page, scene)
    tap(page, scene.lia)
    page.locator("textarea[name=text]").fill(scene.words["poured"])
    page.context.set_offline(True)
    press(page, scene, "capture.save")
    expect(page.locator("[data-said]")).to_have_text(scene.say("capture.kept-here"))
    other = scene.signed(gal["identifier"])
    scene.done(other.post("/observations", {"child": scene.lia, "text": scene.words["gal"], "state": "complete"}))
    page.context.set_offline(False)
    arrive(page, "observations.observation")
    page.goto(page.base + scene.of(scene.lia, "/observations"))
    for said, author in ((scene.words["poured"], "Anna Rossi"), (scene.words["gal"], gal_name(gal))):
        expect(page.locator("main article").filter(has_text=said).first).to_contain_text(author)


def gal_name(account):
    return {"karim@hill.example": "كريم عزيز"}[account["identifier"]]


# ── 9 and 10: what is to be done ──

def test_my_day_has_plans_tasks_and_each_is_one_tap(see, scene):
    """9: what was planned, what is to be done; a tap does it and the row goes."""
    task = {"en": "Mend the jug", "he": "לתקן את הכד"}[scene.language]
    scene.done(scene.noa.post(scene.of(scene.tomer, "/tasks"), {"title": task, "details": "", "day": scene.today()}))
    page = see("/my-day")
    expect(page.locator("#plans li").first).to_contain_text(scene.say("presentations.kind.planned"))
    row = page.locator("#tasks li").filter(has_text=task)
    expect(row).to_contain_text(scene.tomer_name)
    row.get_by_role("button", name=scene.say("tasks.complete"), exact=True).click()
    expect(row).to_have_count(0)
    assert not page.errors


def test_a_suggestion_that_is_accepted_is_planned(see, scene):
    """10: rules alone propose, with a reason; one yes makes one plan, the others stay proposals."""
    page = see(scene.of(scene.lia, "/insights"))
    plan = scene.say("insights.accept-plan")
    cards = page.locator("main article").filter(has=page.get_by_role("button", name=plan, exact=True))
    assert cards.count() >= 3
    title = cards.first.locator("h2").inner_text()
    cards.first.get_by_role("button", name=plan, exact=True).click()
    expect(cards.filter(has=page.get_by_role("heading", name=title, exact=True))).to_have_count(0)
    page.goto(page.base + scene.of(scene.lia, "/presentations"))
    expect(page.locator("#plans li").filter(has_text=title)).to_have_count(1)
    assert not page.errors


# ── 11 and 5.3 step 7: what the family is told, and what it answers ──

def test_a_summary_is_edited_sent_answered_and_the_family_tells_of_home(see, scene):
    """11 and 5.3.7: the other child is “another child”; one sentence is changed; the mother reads, answers, and sends a photo from home."""
    told = {"child": [scene.tomer, scene.lia], "primary": scene.tomer, "text": scene.words["poured"], "state": "complete"}
    scene.done(scene.noa.post("/observations", told))
    page = see(scene.of(scene.tomer, "/summaries"))
    page.locator("#summary select[name=period]").select_option("week")
    page.locator("#summary select[name=language]").select_option(scene.language)
    press(page, scene, "summaries.start")
    arrive(page, "summaries.summary")
    text = page.locator("#summary textarea[name=text]")
    draft = text.input_value()
    assert scene.given[0] in draft and scene.given[1] not in draft, draft
    assert scene.say("observations.another-child").lower() in draft.lower(), draft
    text.fill(draft + "\n" + scene.words["more"])
    press(page, scene, "summaries.save")
    toast(page, scene, "summaries.saved")
    page.get_by_role("link", name=scene.say("summaries.look")).click()
    arrive(page, "summaries.confirmation")
    expect(page.locator("main")).to_contain_text(scene.words["more"])
    press(page, scene, "summaries.send")
    arrive(page, "summaries.summary")
    toast(page, scene, "summaries.sent")
    path = page.url.removeprefix(page.base)

    mother = see(scene.of(scene.tomer), MOTHER)
    mother.locator(f"main a[href='{path}']").first.click()
    arrive(mother, "summaries.summary")
    expect(mother.locator("main")).to_contain_text(scene.words["more"])
    expect(mother.locator("main article").first).not_to_contain_text(scene.given[1])
    mother.locator("#replies textarea[name=text]").fill(scene.words["reply"])
    press(mother, scene, "summaries.reply-send")
    expect(mother.locator("#replies article")).to_contain_text(scene.words["reply"])

    mother.goto(mother.base + scene.of(scene.tomer, "/shared"))
    arrive(mother, "observations.shared")
    mother.get_by_text(scene.say("observations.home-new")).click()
    mother.locator("textarea[name=text]").fill(scene.words["home"])
    mother.locator("input[name=file]").set_input_files(photo(mother))
    expect(mother.locator(".uploads li")).to_have_count(1)
    mother.locator("select[name=others]").select_option("nobody")
    press(mother, scene, "observations.home-send")
    toast(mother, scene, "observations.home-sent")

    page.reload()
    expect(page.locator("#replies")).to_contain_text(scene.words["reply"])
    page.goto(page.base + scene.of(scene.tomer, "/observations"))
    card = page.locator("main article").filter(has_text=scene.words["home"])
    expect(card).to_contain_text(scene.say("observations.state.home"))
    card.get_by_role("link").first.click()
    arrive(page, "observations.observation")
    press(page, scene, "observations.home-accept")
    toast(page, scene, "observations.home-accepted")
    expect(page.locator("main")).to_contain_text(scene.say("observations.from-parent"))
    expect(page.locator("main img").first).to_be_visible()
    assert not page.errors and not mother.errors


# ── 12: the conference ──

def test_the_last_thirty_days_of_an_area_and_the_conference(see, scene):
    """12: thirty days, Practical life, newest first; what is found goes out as a table, and the conference as an archive."""
    area = {"en": "Practical life", "he": "Practical life"}[scene.language]
    html = scene.noa.get("/observations/new").text
    tag = re.search(rf'name="tag" value="({contract.ID.pattern})"[^>]*>(?:<[^>]*>)*{area}', html).group(1)
    for said in (scene.words["gal"], scene.words["home"]):
        scene.done(scene.noa.post("/observations", {"child": scene.tomer, "text": said, "state": "complete", "tag": tag}))
    page = see("/observations")
    page.get_by_text(scene.say("observations.filters")).click()
    page.locator("select[name=range]").select_option("30")
    page.locator(f"input[name=tag][value='{tag}']").check()
    press(page, scene, "observations.filter")
    page.wait_for_load_state()
    cards = page.locator("main article")
    expect(cards.nth(1)).to_contain_text(scene.words["gal"])
    expect(cards.first).to_contain_text(scene.words["home"])
    assert all(area in text for text in cards.all_inner_texts())
    with page.expect_download() as table:
        page.get_by_role("link", name=scene.say("observations.export")).click()
    rows = open(table.value.path(), encoding="utf-8-sig").read()
    assert scene.words["home"] in rows and scene.words["gal"] in rows

    page.goto(page.base + scene.of(scene.tomer, "/conference"))
    expect(page.locator("main")).to_contain_text(scene.words["home"])
    with page.expect_download() as archive:
        page.get_by_role("link", name=scene.say("records.download")).click()
    with zipfile.ZipFile(archive.value.path()) as package:
        inside = "".join(package.read(name).decode() for name in package.namelist() if name.endswith(".json"))
    assert scene.words["home"] in inside
    assert not page.errors
