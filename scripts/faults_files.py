"""The fault of files: parsers under damaged ones, for a minute each and from seeds that are said."""
import pathlib, random, re, subprocess, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE, PARSERS = "Parsers under damaged files", 3
ASKED = ROOT / ".build" / "fuzz"


def parsers(options):
    """Damaged files: every parser of rosters and archives, a minute each, neither falls nor lets anything unfit through."""
    until, seeds = time.time() + PARSERS * options.fuzz, []
    try:
        while time.time() < until:
            seeds.append(random.randrange(1 << 32))
            ASKED.write_text(f"20 {seeds[-1]}")  # twenty times the turns of a check
            said = subprocess.run(
                ["swift", "test", "--filter", SUITE, "-debug-info-format", "none"], cwd=ROOT, capture_output=True, text=True)
            words = said.stdout + said.stderr
            count = re.search(r"Test run with (\d+) tests?.* passed", words)
            assert said.returncode == 0 and count and int(count[1]) == PARSERS, f"20 {seeds[-1]} in .build/fuzz: {words[-2000:]}"
    finally:
        ASKED.unlink(missing_ok=True)
    return f"{PARSERS} parsers, {len(seeds)} seeds: {seeds}"
