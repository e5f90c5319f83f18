"""What lies in the data folder is not what the server left there: removed, replaced, damaged, or of another school."""
import os, pathlib, random, shutil, signal, socket, sqlite3, subprocess, tempfile, time

import requests

from faults_adapter import DEEDS
from faults_clock import Wrong
from faults_load import Ledger, Load, Skip, doctor, made, people, signed_in, until
from school import PATIENCE, Server, Session


def gone(options):
    """The database is removed, or another put in its place, under load: nothing is acknowledged any more, 503, exit 1, a sentence."""
    done = []
    for name, deed in (("removed", lambda path: path.unlink()), ("replaced", replace), ("moved", lambda path: path.parent.rename(f"{path.parent}-moved"))):
        server = made(f"gone-{name}")
        server.start()
        moved = pathlib.Path(f"{server.data}-moved")
        kept, ledger = people(server, DEEDS[0]), Ledger(DEEDS[0])
        books = server.data / "homeroom.sqlite"
        try:
            with Load(server, ledger, kept):
                time.sleep(0.5)
                held = [open(server.data / part, "rb") for part in ("homeroom.sqlite", "homeroom.sqlite-wal")]  # what is acknowledged must be in what we held
                deed(books)
                until(lambda: not server.is_alive, PATIENCE, f"{name}: it goes on")
            assert server.process.returncode == 1, f"{name}: it ended with {server.process.returncode}"
            assert "was removed, moved or replaced" in server.said() and "homeroom restore" in server.said(), server.tail()
            if moved.exists():
                moved.rename(server.data)
            for part, file in zip(("homeroom.sqlite", "homeroom.sqlite-wal"), held):
                (server.data / part).write_bytes(file.read())
                file.close()
            server.start()
            kept = signed_in(server, kept, DEEDS[0])
            ledger.settle(kept[0])
            ledger.judge(kept[0])
            done.append(f"{name}: {len(ledger.promised)} promises kept")
        finally:
            server.remove()
            shutil.rmtree(moved, ignore_errors=True)
    return "; ".join(done)


def replace(path):
    other = path.with_suffix(".other")
    shutil.copyfile(path, other)
    other.rename(path)


def missing(options):
    """No database, files without one, a folder of other books, a mistyped path: a sentence, and nothing is made."""
    server = made("missing").start()
    nothing = pathlib.Path(tempfile.mkdtemp(prefix="homeroom-nothing-")) / "no" / "such"
    try:
        server.stop()
        said = []
        for words in (["doctor"], ["backup", str(nothing.parent.parent / "copy")]):
            said.append(refused(server, words, nothing, "there is no school"))
        assert not nothing.parent.exists() and not (nothing.parent.parent / "copy").exists(), "it made something"
        books = server.data / "homeroom.sqlite"
        away = books.rename(nothing.parent.parent / "away.sqlite")
        (server.data / "files" / "ab").mkdir(exist_ok=True)
        (server.data / "files" / "ab" / ("c" * 62)).write_bytes(b"work")
        before = sorted(server.data.iterdir())
        for words in (["serve", "--port", "0"], ["serve", "--new", "--port", "0"], ["doctor"]):
            said.append(refused(server, words, server.data, "files is there"))
        assert sorted(server.data.iterdir()) == before, "it made something"
        shutil.move(away, books)
        (server.data / "files" / "belongs-to").write_text("somebody else's\n")
        said.append(refused(server, ["doctor"], server.data, "belongs to other books"))
        return f"{len(said)} refusals, each a sentence; nothing was made"
    finally:
        server.remove()
        shutil.rmtree(nothing.parent.parent, ignore_errors=True)


def refused(server, words, data, part):
    said = server.tool(*words, "--data", str(data), timeout=60)
    assert said.returncode == 1 and part in said.stderr, f"{words}: {said.returncode} {said.stdout[-300:]} {said.stderr[-600:]}"
    assert "Error Domain" not in said.stderr and "Fatal" not in said.stderr, said.stderr[-600:]
    return said.stderr


def rot(options):
    """A bit turns in a file and in the database: never served as whole, found after a crash, and the sentence names restore."""
    server = made("rot")
    server.log.unlink(missing_ok=True)
    server.start()
    try:
        server.kill()
        started = server.data / "homeroom.sqlite"
        server.start()  # looks through everything and finds it whole
        server.kill()
        with open(started, "r+b") as file:  # with the log written into it, as at a clean end
            books = sqlite3.connect(started)
            books.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            books.close()
            size = file.seek(0, 2)
            for page in range(20, size // 4096, 3):
                file.seek(page * 4096 + 8)
                file.write(b"\xee" * 48)
        said = server.tool("serve", "--data", str(server.data), "--port", str(server.port), timeout=120)
        assert said.returncode == 1 and "damaged" in said.stderr and "homeroom restore --data" in said.stderr, said.stderr[-800:]
        again = server.tool("doctor", "--data", str(server.data), timeout=120)
        assert again.returncode == 1 and "damaged" in again.stderr, again.stderr[-800:]
        return "refused at each start, with what to do"
    finally:
        server.remove()


def bomb(options):
    """Pictures that kill what opens them: the server lives, pages answer, and its memory stays what it was."""
    server = made("bomb").start()
    try:
        owner = Session(server, server.account("owner")).sign_in()
        small = bytes([0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        large = small[:5] + bytes([0x75, 0x30, 0x75, 0x30]) + small[9:]
        head = bytes([0xFF, 0xD8, 0xFF, 0x01, 0, 8, 0xFF, 0xFE, 0, 4 + len(small), 0, 0]) + small + large
        before, codes = server.memory(), []
        for picture in (head.ljust(352, b"\0"), b"GIF89a\xff\xff\xff\xff\x80\0\0" + b"\0" * 400, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30\x08\x02\0\0\0" + b"\0" * 300):
            for _ in range(4):
                sent = owner.post("/settings/school/picture", {}, files={"picture": ("a.jpg", picture, "image/jpeg")})
                codes.append(sent.status_code)
        assert set(codes) == {422}, codes
        assert server.is_alive and requests.get(server.base + "/readyz", timeout=10).status_code == 200
        grown = server.memory() - before
        assert grown < 64, f"{grown:.0f} MB more"
        return f"{len(codes)} refused, {grown:.0f} MB more"
    finally:
        server.remove()


def room(options):
    """The disk runs short: /readyz says so before a write fails, and the doctor works without a byte of room."""
    if os.geteuid() != 0:
        raise Skip("needs root to mount a small disk")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="homeroom-room-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)], check=True)
    server = made("room", data=folder / "data", least_free_mb="24")
    try:
        server.data.mkdir()
        server.start()
        kept, ledger = people(server, DEEDS[0]), Ledger(DEEDS[0])
        assert ready(server) == 200
        ballast = folder / "ballast"
        ballast.write_bytes(b"\0" * (shutil.disk_usage(folder).free - (20 << 20)))
        until(lambda: ready(server) == 503, PATIENCE, "it calls itself ready")
        assert ledger.send(kept[0], ledger.next()) in (200, 201), "writing failed already"
        assert "homeroom_free_bytes" in requests.get(server.base + "/metrics", timeout=5).text
        for stopped in (False, True):
            if stopped:
                server.stop()
            with open(folder / "rest", "wb") as rest:
                try:
                    while True:
                        rest.write(b"\0" * 65536)
                except OSError:
                    pass
            said = server.tool("doctor", "--data", str(server.data))
            assert said.returncode == 1 and "disk is full" in said.stdout.lower() and "NSCocoa" not in said.stdout + said.stderr, (stopped, said.stdout[-800:], said.stderr[-800:])
            (folder / "rest").unlink()
        ballast.unlink()
        server.start()
        assert ready(server) == 200
        return "503 with 20 MB left while writes still worked; the doctor answers on a full disk, with and without a server"
    finally:
        server.kill()
        subprocess.run(["umount", "-l", str(folder)], check=False)
        folder.rmdir()


def ready(server):
    return requests.get(server.base + "/readyz", timeout=10).status_code


def ahead(options):
    """One start with the clock 31 days ahead does not erase a school that waits for its deletion."""
    server, wrong = made("ahead"), Wrong()
    server.wrap = wrong.wrap
    try:
        server.start()
        owner = server.account("owner")
        session = Session(server, owner).sign_in()
        name = Session(server, owner).take_token().get("/api/v1/settings/school").json()["name"]
        done = session.post("/settings/school/deletion", data={"name": name, "password": owner["password"]})
        assert done.status_code in (200, 302, 303), done.status_code
        server.stop()
        wrong.set("+31d")
        server.start()
        time.sleep(2)
        server.stop()
        wrong.set("+0")
        server.start()
        back = Session(server, owner).sign_in().post("/settings/school/restoring", data={})
        assert back.status_code in (200, 302, 303), f"it is gone: {back.status_code}"
        return f"{name} came back"
    finally:
        server.remove()


TRUST = (gone, missing, rot, bomb, room, ahead)
