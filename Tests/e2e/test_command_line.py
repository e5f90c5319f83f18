"""What scripts rely on: wrong use ends with 2 and one clear sentence, before anything is opened or written."""
import os, subprocess
import pytest

HOMEROOM = os.environ.get("HOMEROOM", ".build/debug/homeroom")
COMMANDS = ["serve", "demo", "import", "export", "backup", "restore", "doctor", "retry-post", "routes", "settings", "token", "migrate"]


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
          "restore": ["there"], "token": ["nobody"]}


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


def test_trouble_with_the_books_ends_with_1_and_a_sentence(tmp_path):
    nothing = str(tmp_path / "books")
    for words, sentence in [
        (["export", str(tmp_path / "out.csv"), "--school", "Nobody's", "--data", nothing], "Nobody's"),
        (["restore", str(tmp_path / "no-backup"), "--data", nothing], "no-backup"),
        (["token", "nobody", "--data", nothing], "nobody"),
    ]:
        said = run(*words)
        assert said.returncode == 1 and not said.stdout, (words, said)
        assert sentence in said.stderr and "Fatal" not in said.stderr, (words, said)


def test_the_settings_show_the_terms_of_ones_own(tmp_path):
    for name in ("terms", "privacy"):
        (tmp_path / f"{name}.en.md").write_text("Ours.")
    said = run("settings", HOMEROOM_LEGAL=str(tmp_path))
    assert said.returncode == 0 and f"legal = {tmp_path}" in said.stdout
    (tmp_path / "privacy.en.md").unlink()
    said = run("settings", HOMEROOM_LEGAL=str(tmp_path))
    assert said.returncode == 2 and "has no privacy.en.md" in said.stderr
