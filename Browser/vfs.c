// The files of SQLite in a browser: none. The replica lies in memory (`sqlite3_deserialize`), and the worker keeps it.
#include "sqlite3.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_none(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) { return SQLITE_CANTOPEN; }
static int delete_none(sqlite3_vfs *vfs, const char *name, int sync) { return SQLITE_OK; }
static int access_none(sqlite3_vfs *vfs, const char *name, int flags, int *result) { *result = 0; return SQLITE_OK; }
static int full_name(sqlite3_vfs *vfs, const char *name, int most, char *out) {
  if (strlen(name) >= (size_t)most) return SQLITE_CANTOPEN;
  strcpy(out, name);
  return SQLITE_OK;
}
static int randomness(sqlite3_vfs *vfs, int count, char *out) { return getentropy(out, (size_t)count) == 0 ? count : 0; }
static int no_sleep(sqlite3_vfs *vfs, int microseconds) { return microseconds; }
// SQL of ours asks no clock: moments are values of the transaction.
static int no_time(sqlite3_vfs *vfs, double *days) { *days = 2461000.5; return SQLITE_OK; }
static int no_time_64(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) { *milliseconds = (sqlite3_int64)2461000 * 86400000; return SQLITE_OK; }
static int no_error(sqlite3_vfs *vfs, int count, char *out) { return 0; }

static sqlite3_vfs none = {
  2, sizeof(sqlite3_file), 512, 0, "none", 0, open_none, delete_none, access_none, full_name, 0, 0, 0, 0,
  randomness, no_sleep, no_time, no_error, no_time_64,
};

int sqlite3_os_init(void) { return sqlite3_vfs_register(&none, 1); }
int sqlite3_os_end(void) { return SQLITE_OK; }
