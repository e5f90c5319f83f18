"""Looks into the school's book from outside, to see whether something was written that should not have been."""
import contextlib, sqlite3

# What the server writes by itself, after the fact or by the clock: it comes when it comes, and nobody's request asks for it.
OWN = ["follower.%", "announcements.tell", "announcements.publish-due", "calendar.close-days", "classrooms.turn-day",
       "notifications.remind", "quizzes.close-attempt", "quizzes.release-results",
       "messages.refused"]  # the office wants to know who tried to write to whom


def entries(server):
    """How many commands of people the journal holds; the count a refused request must not change."""
    found = [p for p in server.data.rglob("*") if p.is_file() and p.open("rb").read(15) == b"SQLite format 3"]
    count = "SELECT count(*) FROM journal WHERE " + " AND ".join("command NOT LIKE ?" for _ in OWN)
    total = 0
    for path in found:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as book:
            if book.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'journal'").fetchone():
                total += book.execute(count, OWN).fetchone()[0]
    assert found, f"no SQLite file in {server.data}"
    return total
