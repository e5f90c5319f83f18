"""Looks into the school's book from outside, to see whether something was written that should not have been."""
import sqlite3


def entries(server):
    """How many commands the journal holds; the count a refused request must not change."""
    found = [p for p in server.data.rglob("*") if p.is_file() and p.open("rb").read(15) == b"SQLite format 3"]
    total = 0
    for path in found:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as book:
            if book.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'journal'").fetchone():
                total += book.execute("SELECT count(*) FROM journal").fetchone()[0]
    assert found, f"no SQLite file in {server.data}"
    return total
