#pragma once
// A device records what it carries out (sqlite3session_*), so that it can be undone: the library has to be compiled with
// both, as Debian's is and the browser's (scripts/sqlite.sh), and the header shows it only to those who ask.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
