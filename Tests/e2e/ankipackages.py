"""Packages as Anki itself makes them, one of each generation, for the browser tests and for fixtures/anki.

    python3 Tests/e2e/ankipackages.py fixtures/anki
"""
import json
import pathlib
import shutil
import sys
import tempfile
import zipfile
import zlib

GENERATIONS = ("first", "second", "latest")
DECK = "Voyage::Mots"
# 5 January 2026, 09:00 UTC.
START = 1_767_603_600_000
DAY = 86_400_000
GOOD, AGAIN = 3, 1


def png():
    """A picture of one point."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = (1).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
            + chunk(b"IEND", b""))


def wav():
    """A hundredth of a second of silence."""
    data = bytes([128] * 80)
    head = b"WAVEfmt " + (16).to_bytes(4, "little") + bytes([1, 0, 1, 0]) + (8000).to_bytes(4, "little") * 2
    return (b"RIFF" + (36 + len(data)).to_bytes(4, "little") + head + bytes([1, 0, 8, 0]) + b"data"
            + len(data).to_bytes(4, "little") + data)


def collection(folder):
    """A collection with every kind of note that is read, a kind that is not, media and a history."""
    from anki.collection import Collection

    col = Collection(str(folder / "collection.anki2"))
    deck = col.decks.id(DECK)
    for name, data in [("pomme 1.png", png()), ("pain.wav", wav())]:
        (folder / name).write_bytes(data)
        assert col.media.add_file(str(folder / name)) == name

    def note(number, model, *fields, tags=()):
        made = col.new_note(col.models.by_name(model))
        made.guid = f"homeroom-{number}"
        made.fields, made.tags = list(fields), list(tags)
        col.add_note(made, deck)
        return made.card_ids()

    apple = note(1, "Basic", "pomme <b>rouge</b>", 'apple<br><img src="pomme 1.png">', tags=["fruit"])
    bread = note(2, "Basic (and reversed card)", "pain", "bread[sound:pain.wav]")
    gaps = note(3, "Cloze", "In {{c1::1492::year}} {{c2::he}} sailed", "History")
    note(4, "Image Occlusion", "{{c1::image-occlusion:rect:left=.1:top=.1:width=.2:height=.2}}",
         '<img src="pomme 1.png">', "", "", "")
    milk = note(5, "Basic (optional reversed card)", "lait", "milk", "")
    col.sched.suspend_cards([bread[1]])
    # id, card, ease, type, factor: 0 learn, 1 review, 2 relearn, 3 filtered, 4 by hand.
    history = [
        (0, apple[0], GOOD, 0, 0), (600_000, apple[0], GOOD, 0, 0), (2 * DAY, apple[0], GOOD, 1, 2500),
        (13 * DAY, apple[0], AGAIN, 1, 2300),
        # Looked at without consequences; and set by hand to a date: neither is a review.
        (14 * DAY, apple[0], GOOD, 3, 0), (15 * DAY, apple[0], 0, 4, 2500),
        (1000, gaps[0], GOOD, 0, 0),
        # Forgotten on purpose.
        (2000, milk[0], GOOD, 0, 0), (3 * DAY, milk[0], 0, 4, 0),
    ]
    for at, card, ease, kind, factor in history:
        col.db.execute("insert into revlog values (?, ?, -1, ?, 1, 0, ?, 1500, ?)", START + at, card, ease, factor, kind)
    return col, deck


def packed(entries, target):
    """The same files, packed: small enough to be kept with the sources."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in entries:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return target


def entries(path):
    with zipfile.ZipFile(path) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def make(target):
    """Writes one package of each generation into a folder and gives their paths by generation."""
    from anki.collection import DeckIdLimit, ExportAnkiPackageOptions

    target = pathlib.Path(target)
    target.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        col, deck = collection(work)
        made = {}
        for generation, legacy in [("second", True), ("latest", False)]:
            options = ExportAnkiPackageOptions(
                with_scheduling=True, with_deck_configs=False, with_media=True, legacy=legacy)
            path = work / f"{generation}.apkg"
            col.export_anki_package(out_path=str(path), options=options, limit=DeckIdLimit(deck))
            made[generation] = packed(entries(path), target / f"{generation}.apkg")
        col.close()
        # What was written before 2018 is the same collection under the name that is the decoy's since.
        old = dict(entries(made["second"]))
        old["collection.anki2"] = old.pop("collection.anki21")
        old.pop("meta", None)
        made["first"] = packed(sorted(old.items()), target / "first.apkg")
        return made
    finally:
        shutil.rmtree(work)


def read_text(text):
    """What Anki makes of notes exported as plain text, brought in twice: its notes as (guid, kind, fields, tags)."""
    from anki.collection import Collection
    from anki.import_export_pb2 import ImportCsvRequest

    work = pathlib.Path(tempfile.mkdtemp())
    try:
        col = Collection(str(work / "collection.anki2"))
        path = work / "notes.txt"
        path.write_text(text, encoding="utf-8")
        for _ in range(2):
            metadata = col.get_csv_metadata(path=str(path), delimiter=None)
            col.import_csv(ImportCsvRequest(path=str(path), metadata=metadata))
        notes = [col.get_note(id) for id in col.find_notes("")]
        found = sorted((note.guid, note.note_type()["name"], note.fields, note.tags) for note in notes)
        col.close()
        return found
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    for generation, path in sorted(make(sys.argv[1]).items()):
        print(generation, path, path.stat().st_size, json.dumps([name for name, _ in entries(path)]))
