"""The clock that jumps: at the start, and while people work."""
import contextlib, datetime, re, sqlite3, struct, subprocess, time

from faults_load import Ledger, doctor, loaded, made, people, under, until
from faults_adapter import DEEDS, JSON
import contract
from school import OUT, ROOT, Session

ROSTER = "given,family,username\nFaketime,Pupil,faketime.pupil\n"


class Wrong:
    """A clock that is wrong by as much as we say, for the processes that are started with `wrap`."""

    def __init__(self):
        library = OUT / "clock.so"
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", str(library), str(ROOT / "scripts" / "clock.c")], check=True)
        self.file = OUT / "clock"
        self.file.write_bytes(bytes(8))
        self.wrap = ["env", f"LD_PRELOAD={library}", f"WRONG_CLOCK={self.file}"]

    def set(self, jump):
        """+1d, -1h, or a moment."""
        match = re.fullmatch(r"([+-]\d+)([hdy]?)", jump)
        seconds = (int(match.group(1)) * {"": 1, "h": 3600, "d": 86400, "y": 365 * 86400}[match.group(2)] if match
                   else int(datetime.datetime.fromisoformat(jump + "+00:00").timestamp() - time.time()))
        with open(self.file, "r+b") as file:  # in place: it is mapped
            file.write(struct.pack("q", seconds))


def clock(options):
    """R9: the clock jumps, at the start and while people work: no crash, no 5xx, nobody is signed out, jobs go on, promises stand."""
    server = made("clock")
    wrong = Wrong()
    server.wrap = wrong.wrap
    try:
        serving = jumps(server.start(), wrong)
        starting = starts(server, wrong)
        wrong.set("+0")
        server.stop()
        doctor(server)
        return f"while serving {serving}; at the start {starting}"
    finally:
        server.remove()


def jumps(server, wrong):
    kepts, ledgers = [people(server, deed) for deed in DEEDS], [Ledger(deed) for deed in DEEDS]
    office = Session(server, server.account("admin")).sign_in()
    done = []
    for jump in ("+1d", "+0", "-1h", "+0", "-1d", "+1d"):
        loads = loaded(server, ledgers, kepts)
        with under(loads):
            time.sleep(0.7)
            wrong.set(jump)
            time.sleep(0.7)
            assert office.get("/members").status_code == 200, f"{jump}: the session was forgotten"
            job(server, office, jump)
            sign_in(server, jump)
        assert not any(load.errors for load in loads), (jump, [load.errors[:5] for load in loads])
        assert server.is_alive, "it ended:\n" + server.tail()
        for ledger, kept in zip(ledgers, kepts):
            assert not {c for c in ledger.codes if c >= 500}, (jump, ledger.codes)
            ledger.settle(kept[0])
            ledger.judge(kept[0])
        followed(server, jump)
        assert server.tool("doctor", "--data", str(server.data), timeout=20).returncode == 0, f"{jump}: whoever waits by the clock waits"
        done.append(jump)
    doctor(server)  # the chain of the journal: every number once, in order
    return f"{', '.join(done)}: {sum(len(ledger.promised) for ledger in ledgers)} promises kept"


def job(server, office, jump):
    """What is ordered at once is done at once, whatever the clock says."""
    answer = office.post("/exchange/uploads", {"csrf": office.csrf}, files={"file": ("roster.csv", ROSTER, "text/csv")})
    assert answer.status_code == 303, f"{jump}: an upload answers {answer.status_code}"
    path = "/api/v1" + answer.headers["Location"]
    until(lambda: office.get(path, headers=JSON).json()["import"]["state"] != "waiting", 10, f"{jump}: a job waits for the clock")


def sign_in(server, jump):
    """Wrong ones are held up, for a quarter of an hour at most; the right one comes in."""
    guess = Session(server, {**server.account("guardian"), "password": "not this one"})
    guess.get(contract.SIGN_IN)
    for _ in range(12):
        answer = guess.post(contract.SIGN_IN, {"identifier": f"nobody{jump}@rimon.example", "password": "not this one"})
        if answer.status_code == 429:
            assert 0 < int(answer.headers["Retry-After"]) <= 900, answer.headers["Retry-After"]
    assert answer.status_code == 429, f"{jump}: twelve wrong guesses in a row answer {answer.status_code}"
    Session(server, server.account("teacher")).sign_in()


def followed(server, jump):
    """Whoever is to hear of messages has heard of the last one soon; a follower that wants nothing keeps no bookmark."""
    def behind():
        # read only: the books are the server's
        with contextlib.closing(sqlite3.connect(f"file:{server.data}/homeroom.sqlite?mode=ro", uri=True, timeout=5)) as books:
            sent = books.execute("SELECT school, max(seq) FROM journal WHERE command = 'messages.send' GROUP BY school").fetchall()
            heard = dict(books.execute("SELECT school, seq FROM follower WHERE name = 'messages.tell'"))
            assert sent, "nobody has said a word"
            return sum(heard.get(school, 0) < last for school, last in sent)
    until(lambda: behind() == 0, 10, f"{jump}: followers stand still")


def starts(server, wrong):
    """Every start signs people in, writes, and finds what was promised."""
    done, ledger = [], Ledger(DEEDS[0])
    for jump in ("+1d", "-1h", "+10y", "-1d", "2038-01-19 03:14:00", "2028-02-29 23:59:58"):
        server.stop()
        wrong.set(jump)
        server.start()
        kept = people(server, ledger.deed)
        for _ in range(20):
            ledger.send(kept[0], ledger.next())
        assert not {c for c in ledger.codes if c >= 500}, (jump, ledger.codes)
        assert kept[1].get("/").status_code == 200, jump
        ledger.judge(kept[0])
        done.append(jump)
    return f"{', '.join(done)}: {len(ledger.promised)} promises kept"
