"""What the tests take for granted about the server, in one place (issue 2: "a contract that scripts can rely on").

Change it here when the server's words change; the tests name no path themselves.
"""
import re

SIGN_IN = "/sign-in"
TOKENS = "/api/v1/tokens"
HOME = "/"
ROLES = ["owner", "admin", "teacher", "student", "guardian"]
# People the demo has not: `stranger` is in no school, `both` in two. conftest makes them in the shared server.
GUESTS = ["stranger", "both"]
LANGUAGES = ["en", "fr", "ar", "he"]
RIGHT_TO_LEFT = {"ar", "he"}
SIZES = [320, 390, 768, 1440]
# Pages that no link leads to on purpose, or that nobody signed in sees; each must be right all the same.
UNLINKED = {"admin": ["/kit"], "anonymous": [SIGN_IN], "stranger": ["/welcome"], "teacher": ["/there/is/no/such/page"]}
# Pages that a person comes to by pressing a button, or that only lead on to another page.
LED_BY_A_FORM = {
    "/first",  # what a new server prints; test_first goes there
    "/courses/:course/grade-settings/periods/:period",  # no course of the demo's has parts of the year; test_learning_grades goes there
    "/welcome/pictures/:picture",  # what was chosen in the three steps to a school; test_day goes there
    "/observations/:observation/files/:file",  # no observation of the demo has a file; test_capture gives it one
    "/study/decks/:deck/media/:media",  # no deck of the demo has a picture; FlashcardsMediaTests gives it one
    "/study/decks/:deck/import/runs/:run",  # where a package goes when it is put in; test_anki goes there
    "/training/join",  # what an invitation leads to; test_training goes there
    "/training/kept", "/training/kept/:trainee",  # who reads a training along no more; DocumentsKeptTests goes there
    "/training/checklists/:checklist/seal",  # no signature of the demo is sealed, for no server signed it; SignaturesSealTests goes there
    "/settings/device/edit",  # the form of what a device keeps in its tray; test_offline goes there
    "/study/files/:file/strokes",  # what the canvas asks for; test_tools draws on
    "/question-pictures/:picture",  # no question of the demo has a picture; test_learning_quizzes gives it one
    "/quizzes/:quiz/attempts/:attempt/review",  # “Look over”, in the form of the attempt
    "/courses/:course/seats/leaving",  # where a course may be left; test_learning_courses goes there
    "/notifications/:notification", "/unsubscribe",  # what letters and devices lead to; test_talk_notifications goes there
    "/schedule/events/:event/occurrence", "/feeds/:secret",  # one time of what comes again; what other programs read
    "/schedule/feeds/:feed/rotation", "/schedule/feeds/:feed/revocation",  # asked of a feed; test_talk_calendar goes there
    "/assignments/:assignment/grading", "/courses/:course/grades",  # short ways on, for what is typed or written in a letter
}
# Links a crawler must not follow: they end the session, or are files.
SKIP = re.compile(r"^/(sign-out|live|assets/|openapi\.json|metrics|healthz|readyz|favicon\.svg|manifest\.webmanifest|sw\.js)|[.](csv|zip|ics)(\?|$)|[?&](format|download|on)=")
# A part of a path that names one thing.
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.I)
NOBODY = "01900000-0000-7000-8000-000000000000"  # an id that names nothing

# What may differ between two answers that must otherwise be equal byte for byte.
VARIES = [
    re.compile(rb'name="csrf" (?:content|value)="[^"]*"'), re.compile(rb'name="command" value="[^"]*"'),
    re.compile(rb'"instance":"[^"]*"'), re.compile(rb'next=[^"&]*'),
]
# Headers that may differ, for the same comparison.
VARYING_HEADERS = {"date", "x-request-id", "set-cookie"}


def roles_of(access):
    """Who a route is for: `anyone`, `signed-in`, or roles with commas, as `homeroom routes` prints it."""
    if access in ("anyone", "signed-in"):
        return access
    roles = set(access.split(","))
    assert roles <= set(ROLES), f"an access this test does not know: {access}"
    return roles


def matches(template, path):
    """Whether a concrete path is one of the template's: `/students/:student`."""
    parts, own = template.strip("/").split("/"), path.split("?")[0].strip("/").split("/")
    return len(parts) == len(own) and all(p.startswith((":", "{")) or p == o for p, o in zip(parts, own))


def shape(path):
    """A path without what differs between pages of one kind: ids, dates and numbers in it, and the values of its query."""
    return re.sub(r"=[^&]*", "=", re.sub(r"/[\d-]+(?=[/?]|$)", "/-", ID.sub("-", path)))


def filled(template, value=NOBODY):
    return re.sub(r":[A-Za-z]\w*|\{\w+\}", value, template)


# ── deeds the matrix needs; each finds its route in the table, so that only the words are fixed here ──

def find_route(routes, method, pattern):
    found = [r for r in routes if r["method"] == method and re.search(pattern, r["path"])]
    assert found, f"no {method} route like {pattern}; see Tests/e2e/contract.py"
    return min(found, key=lambda r: len(r["path"]))["path"]


REMOVE_MEMBER = ("POST", r"^/api/v1/members/[:{]\w+\}?/remove$")
INVITE = ("POST", r"^/api/v1/members/invites$")
MEMBERS = "/api/v1/members"
INVITE_BODY = {"role": "teacher", "label": "For the test", "days": "7"}
# Acts on what is one's own, and has no fields; what it does is asked for by its path alone.
FIELDLESS = {"/api/v1/account/sessions/others/revoke", "/api/v1/notifications/read", "/api/v1/sign-out", TOKENS}
