"""A school from a command line, as one of its people: what `homeroom client` says and does, with a line and without."""
import contextlib, os, re, subprocess

import pytest

from line import Line
from school import BINARY, ROOT, Session
from test_day import poll
from test_offline import DANA, MAYA, OMAR, marked
from test_talk_messages import LEILA, talk_of


PULLS = r'homeroom_requests_total\{[^}]*route="/api/v1/sync/pull"[^}]*\}'


class Hand:
    """Somebody at a terminal, with a folder of their own."""

    def __init__(self, server, base, folder, identifier):
        self.base, self.folder, self.account = base, folder, server.known(identifier)

    def run(self, *words, typed=""):
        clean = {key: value for key, value in os.environ.items() if not key.startswith("HOMEROOM_")}
        return subprocess.run([BINARY, "client", *words, "--folder", str(self.folder)], input=typed, capture_output=True,
                              text=True, timeout=120, cwd=ROOT, env=clean)

    @contextlib.contextmanager
    def listening(self):
        """What is said by and by, as a function, while it listens."""
        said = self.folder.with_name("said")
        with open(said, "w") as out, subprocess.Popen([BINARY, "client", "listen", "--folder", str(self.folder)], stdout=out, stderr=out, cwd=ROOT) as process:
            try:
                yield lambda: said.read_text().splitlines()
                assert process.poll() is None, said.read_text()
            finally:
                process.kill()

    def does(self, *words, typed=""):
        said = self.run(*words, typed=typed)
        assert said.returncode == 0 and not said.stderr, said
        return said.stdout

    def fails(self, *words, typed=""):
        """Ended with 1, nothing on the way out, and what is said is for people."""
        said = self.run(*words, typed=typed)
        assert said.returncode == 1 and not said.stdout and "Fatal" not in said.stderr, said
        return said.stderr

    def sign_in(self):
        return self.does("sign-in", self.base, self.account["identifier"], typed=self.account["password"] + "\n")


@pytest.fixture
def hand(own_server, tmp_path):
    line = Line(own_server)
    try:
        yield lambda identifier: (Hand(own_server, line.base, tmp_path / "device", identifier), line)
    finally:
        line.close()


def test_a_register_is_taken_at_a_terminal(hand, own_server):
    """Signed in with a password that is typed; one late without a line; sent when there is one; then nothing is left."""
    omar, line = hand(OMAR)
    assert "Nobody has signed in" in omar.fails("sync")
    assert omar.fails("sign-in", omar.base, OMAR, typed="not-the-password\n")
    assert omar.sign_in() == "0 sent. All that is new is here.\n"
    lessons = omar.does("register").splitlines()
    number = next(place for place, said in enumerate(lessons, 1) if re.fullmatch(rf"{place}\. \d\d:\d\d–\d\d:\d\d  .+, \d+ of \d+ to mark", said))
    students = omar.does("register", "--lesson", str(number)).splitlines()
    assert all(re.fullmatch(rf"{place}\. .+: .+", said) for place, said in enumerate(students, 1)), students
    assert "There is no lesson 99." in omar.fails("register", "--lesson", "99")
    assert "A mark is written as 3=late." in omar.fails("register", "--lesson", str(number), "--mark", "late")
    line.cut()
    said = omar.does("register", "--lesson", str(number), "--mark", "1=late").splitlines()
    assert said[0] == students[0].rsplit(": ", 1)[0] + ": late" and said[-1] == "Saved on this device: homeroom client sync sends it."
    [path] = re.findall(r"Z  (/attendance/\S+)$", omar.does("outbox"), re.M)
    assert "The server does not answer." in omar.fails("sync")
    assert marked(Session(own_server, own_server.known(DANA)).sign_in(), path).count("late") == 0
    line.mend()
    assert omar.does("sync") == "1 sent. All that is new is here.\n"
    assert marked(Session(own_server, own_server.known(DANA)).sign_in(), path).count("late") == 1
    assert omar.does("outbox") == "Nothing waits to be sent.\n"
    line.cut()
    assert omar.does("register", "--lesson", str(number)).startswith(said[0]), "what was seen is there without a line"
    assert "The server does not answer." in omar.fails("forget")
    assert omar.does("forget", "--losing-unsent") == "This device holds nothing any more.\n"
    assert "Nobody has signed in" in omar.fails("outbox")


def test_a_day_of_study_at_a_terminal(hand):
    maya, line = hand(MAYA)
    maya.sign_in()
    line.cut()
    tracks = maya.does("study").splitlines()
    number, name, streak = next((int(found[1]), found[2], int(found[3])) for found in (
        re.fullmatch(r"(\d+)\. (.+): not studied yet, (\d+) days? in a row", said) for said in tracks) if found)
    said = maya.does("study", "--done", str(number)).splitlines()
    assert said[0] == "Saved on this device: homeroom client sync sends it."
    assert said[number].startswith(f"{number}. {name}: studied, {streak + 1} day"), said
    assert re.match(r"1\. .+", maya.does("messages")) and maya.does("messages", "1")
    assert "There is no conversation 99." in maya.fails("messages", "99")
    line.mend()
    assert maya.does("sync").startswith("1 sent. ")


def test_what_changes_is_heard_at_a_terminal(hand, own_server):
    """Rows come by the line, and nothing is asked for; a line that breaks is opened again, and what was missed is fetched."""
    leila = Session(own_server, own_server.known(LEILA)).sign_in()
    talk = talk_of(leila, "Omar Haddad")
    omar, line = hand(OMAR)
    omar.sign_in()

    def counted(pattern):
        return sum(int(count) for count in re.findall(pattern + r" (\d+)$", Session(own_server).get("/metrics").text, re.M))

    signed_in = counted(PULLS)
    with omar.listening() as said:
        poll(lambda: counted("homeroom_live_lines") == 1 and said())
        poll(lambda: counted(PULLS) >= signed_in + 1)  # one behind the opened line
        asked, before = counted(PULLS), len(said())
        assert leila.post(f"/messages/{talk}", {"text": "Heard at once"}).status_code < 400
        poll(lambda: len(said()) > before)
        assert counted(PULLS) == asked
        line.cut()
        poll(lambda: any(words.startswith("The server does not answer.") for words in said()))
        assert leila.post(f"/messages/{talk}", {"text": "Said meanwhile"}).status_code < 400
        line.mend()
        before = len(said())
        poll(lambda: "All that is new is here." in said()[before:])
    line.cut()
    shown = omar.does("messages", "1")
    assert "Heard at once" in shown and "Said meanwhile" in shown
