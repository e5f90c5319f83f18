"""What scripts rely on: wrong use ends with 2 and one clear sentence, before anything is opened or written."""
import os, socket, sqlite3, stat, subprocess
import pytest, requests

HOMEROOM = os.environ.get("HOMEROOM", ".build/debug/homeroom")
COMMANDS = ["serve", "demo", "import", "export", "backup", "restore", "doctor", "retry-post", "client", "replica", "routes", "settings", "token",
            "verify-signature", "migrate", "erase"]


def run(*words, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("HOMEROOM")}
    return subprocess.run([HOMEROOM, *words], capture_output=True, text=True, timeout=30, env={**clean, **environment})


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    said = run(command, "--help")
    assert said.returncode == 0 and not said.stderr
    assert said.stdout.startswith("OVERVIEW: ") and f"homeroom {command}" in said.stdout


# What each cannot do without, so that the flag alone is wrong.
NEEDED = {"import": ["people.csv", "--school", "x"], "export": ["people.csv", "--school", "x"], "backup": ["there"],
          "restore": ["there"], "token": ["nobody"], "verify-signature": ["there"], "replica": ["there", "--account", "x", "--school", "x"]}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_flag_is_wrong_use(command):
    said = run(command, *NEEDED.get(command, []), "--no-such-flag")
    assert said.returncode == 2 and not said.stdout
    assert said.stderr.startswith("Error: ") and "--no-such-flag" in said.stderr and "Usage: homeroom" in said.stderr


WRONG = [
    (["dance"], "dance"),
    (["serve", "--port", "many"], "--port"),
    (["serve", "--port", "70000"], "port must be a number from 0 to 65535"),
    (["serve", "--log-level", "loud"], "log-level must be one of"),
    (["serve", "--database-url", "mysql://x"], "database-url must begin with postgres://"),
    (["serve", "--legal", "/nowhere/at/all"], "The directory /nowhere/at/all cannot be read."),
    (["serve", "--config", "/nowhere/at/all.json"], "The settings file /nowhere/at/all.json cannot be read."),
    (["serve", "surplus"], "surplus"),
    (["demo", "--students", "-1"], "--students"),
    (["demo", "--students", "20001"], "--students must be a number from 0 to 20000."),
    (["demo", "--seed", "x"], "--seed"),
    (["import"], "Missing expected argument"),
    (["import", "people.csv"], "--school"),
    (["import", "people.csv", "--school", "x", "--confirm-removals", "all"], "--confirm-removals"),
    (["export", "people.csv"], "--school"),
    (["export", "--school", "x"], "Missing expected argument"),
    (["export", "all.zip", "--school", "x", "--attendance"], "Attendance is written as CSV, not as .zip."),
    (["backup"], "Missing expected argument"),
    (["restore"], "Missing expected argument"),
    (["doctor", "surplus"], "surplus"),
    (["client", "register", "--mark", "1=late"], "--mark takes a --lesson."),
    (["client", "register", "someday"], "A day is written as 2026-03-11."),
    (["client", "sign-in", "https://school.example"], "Missing expected argument"),
    (["replica"], "Missing expected argument"),
    (["replica", "there"], "--account"),
    (["replica", "there", "--account", "x"], "--school"),
    (["routes", "surplus"], "surplus"),
    (["settings", "--port", "-1"], "port"),
    (["token"], "Missing expected argument"),
    (["migrate", "surplus"], "surplus"),
]


@pytest.mark.parametrize("words, sentence", WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_wrong_use_ends_with_2_and_a_sentence(words, sentence, tmp_path):
    data = tmp_path / "data"
    said = run(*words, HOMEROOM_DATA=str(data))
    assert said.returncode == 2, said
    assert sentence in said.stderr and not said.stdout
    assert "Fatal" not in said.stderr
    assert not data.exists(), "nothing was opened"


def test_a_variable_that_is_no_setting_is_wrong_use():
    said = run("settings", HOMEROOM_PROT="8080")
    assert said.returncode == 2 and said.stderr == "HOMEROOM_PROT is not a setting. `homeroom settings` lists them all.\n"


def sentence(said, words, *parts):
    """Ended with 1, nothing on the way out, and what is said is for people."""
    assert said.returncode == 1 and not said.stdout, (words, said)
    for raw in ("Fatal", "Error Domain", "NSCocoa", "ExitCode", "rawValue", "grdb", "errno:"):
        assert raw not in said.stderr, (words, said)
    assert all(part in said.stderr for part in parts), (words, said)


def test_whoever_mistypes_the_folder_makes_no_new_school_in_it(tmp_path):
    nothing = tmp_path / "books"
    for words in [["doctor"], ["backup", str(tmp_path / "copy")], ["export", str(tmp_path / "out.csv"), "--school", "x"],
                  ["import", str(tmp_path / "in.csv"), "--school", "x"], ["token", "nobody"], ["migrate"], ["erase"], ["retry-post"],
                  ["replica", str(tmp_path / "out.sqlite"), "--account", "x", "--school", "x"]]:
        sentence(run(*words, "--data", str(nothing)), words, "there is no school. Check --data", str(nothing))
    assert list(tmp_path.iterdir()) == [], "not a file was made"


def test_trouble_with_the_books_ends_with_1_and_a_sentence(tmp_path):
    data = tmp_path / "data"
    sentence(run("restore", str(tmp_path / "no-backup"), "--data", str(data)), "restore", "no-backup")
    data.mkdir()
    (data / "homeroom.sqlite").write_bytes(b"no database" * 1000)
    for words in (["doctor"], ["serve", "--port", "0"]):
        sentence(run(*words, "--data", str(data)), words, "damaged", "homeroom restore")
    (data / "homeroom.sqlite").unlink()
    (data / "homeroom.lock").unlink()
    (data / "files" / "ab").mkdir(parents=True)
    (data / "files" / "ab" / ("c" * 62)).write_bytes(b"a child's work")
    for words in (["doctor"], ["serve", "--port", "0"], ["serve", "--new", "--port", "0"]):
        sentence(run(*words, "--data", str(data)), words, "files is there", "homeroom restore")
    assert [p.name for p in data.iterdir()] == ["files"]


def test_the_doctor_says_what_is_wrong_and_nothing_of_itself(tmp_path):
    data = tmp_path / "new"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["serve", "--data", str(data), "--port", str(taken.getsockname()[1])]
        sentence(run(*words), words, "Another program listens on that port")
    assert data.stat().st_mode & 0o777 == 0o700 and (data / "homeroom.sqlite").stat().st_mode & 0o777 == 0o600
    books = sqlite3.connect(data / "homeroom.sqlite")
    books.execute("INSERT INTO job (id, school, kind, payload, state, runAt, tries, createdAt) VALUES (?, zeroblob(16), 'mail', '{}', 'parked', 0, 8, 0)",
                  (b"j" * 16,))
    books.commit()
    books.close()
    said = run("doctor", "--data", str(data))
    assert said.returncode == 1 and "1 jobs of the kind mail are parked." in said.stdout and not said.stderr, said
    words = ["backup", "--data", str(data), "/proc/no/such/place"]
    sentence(run(*words), words, "/proc/no")


def ask(path, request):
    """What a server answers at its Unix socket."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(path)
        caller.sendall(f"{request} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: caller.recv(65536), b"")).decode()


def test_a_running_server_is_asked_by_its_socket_and_by_nobody_on_the_network(own_server, tmp_path):
    data, address = ["--data", str(own_server.data)], str(own_server.data / "control.sock")
    said = own_server.tool("backup", str(tmp_path / "copy"), *data)
    assert said.returncode == 0 and (tmp_path / "copy" / "homeroom.sqlite").exists(), said.stderr
    again = own_server.tool("backup", str(tmp_path / "copy"), *data)
    assert again.returncode == 1 and str(tmp_path / "copy") in again.stderr
    assert own_server.tool("doctor", *data).returncode == 0
    mode = os.stat(address).st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
    assert ask(address, "POST /control/doctor").startswith("HTTP/1.1 200")
    assert ask(address, "GET /sign-in").startswith("HTTP/1.1 404"), "the school is not served there"
    for name in ("backup", "doctor", "erase", "replica", "retry-post"):
        got, nothing = (requests.post(f"{own_server.base}/control/{word}", headers={"Accept": "application/json"})
                        for word in (name, "nothing"))
        assert (got.status_code, got.text) == (404, nothing.text)
    own_server.kill()
    assert os.path.exists(address), "what died leaves its socket behind"
    own_server.start()
    assert own_server.tool("doctor", *data).returncode == 0
    own_server.stop()
    assert not os.path.exists(address)
    assert own_server.tool("doctor", *data).returncode == 0, "without a server the command does it itself"


def test_the_settings_show_the_terms_of_ones_own(tmp_path):
    for name in ("terms", "privacy"):
        (tmp_path / f"{name}.en.md").write_text("Ours.")
    said = run("settings", HOMEROOM_LEGAL=str(tmp_path))
    assert said.returncode == 0 and f"legal = {tmp_path}" in said.stdout
    (tmp_path / "privacy.en.md").unlink()
    said = run("settings", HOMEROOM_LEGAL=str(tmp_path))
    assert said.returncode == 2 and "has no privacy.en.md" in said.stderr
