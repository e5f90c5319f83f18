-- SQLite

CREATE TABLE "absence" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "reason" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "withdrawnAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "absence_school_student_from" ON "absence" ("school", "student", "from");
CREATE INDEX "absence_school_until" ON "absence" ("school", "until");

CREATE TABLE "account" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "username" TEXT,
  "email" TEXT,
  "name" TEXT NOT NULL,
  "password" TEXT,
  "language" TEXT,
  "theme" TEXT,
  "scheme" TEXT,
  "terms" TEXT,
  "termsAt" INTEGER,
  "lastSchool" BLOB CHECK (length("lastSchool") = 16),
  "createdAt" INTEGER NOT NULL,
  "closedAt" INTEGER,
  "zone" TEXT,
  "shelf" TEXT,
  "keys" TEXT,
  PRIMARY KEY ("id"),
  UNIQUE ("username"),
  UNIQUE ("email")
) STRICT, WITHOUT ROWID;

CREATE TABLE "announcement" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "audience" TEXT NOT NULL CHECK ("audience" IN ('school', 'role', 'classroom', 'course')),
  "role" TEXT,
  "target" BLOB CHECK (length("target") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "language" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "pinned" INTEGER NOT NULL CHECK ("pinned" IN (0, 1)),
  "state" TEXT NOT NULL CHECK ("state" IN ('draft', 'scheduled', 'published')),
  "publishAt" INTEGER,
  "publishedAt" INTEGER,
  "editedAt" INTEGER,
  "retractedAt" INTEGER,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "search" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "announcement_school_pinned_publishedAt_id" ON "announcement" ("school", "pinned", "publishedAt", "id");
CREATE INDEX "announcement_school_state_publishAt" ON "announcement" ("school", "state", "publishAt");
CREATE INDEX "announcement_publishAt" ON "announcement" ("publishAt");

CREATE TABLE "announcement_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "announcement" BLOB NOT NULL CHECK (length("announcement") = 16),
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "removedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "announcement_file_school_announcement" ON "announcement_file" ("school", "announcement");

CREATE TABLE "announcement_read" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "announcement" BLOB NOT NULL CHECK (length("announcement") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "announcement", "account"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "announcement_read_school_account" ON "announcement_read" ("school", "account");

CREATE TABLE "announcement_version" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "announcement" BLOB NOT NULL CHECK (length("announcement") = 16),
  "language" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "announcement", "language"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "answer_score" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "version" INTEGER NOT NULL,
  "state" TEXT NOT NULL CHECK ("state" IN ('unanswered', 'pending', 'scored')),
  "points" INTEGER,
  "isManual" INTEGER NOT NULL CHECK ("isManual" IN (0, 1)),
  "comment" TEXT,
  "by" BLOB CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "arrival" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "name" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "received" INTEGER NOT NULL,
  "hash" BLOB,
  "type" TEXT,
  "createdAt" INTEGER NOT NULL,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "arrival_school_account" ON "arrival" ("school", "account");
CREATE INDEX "arrival_createdAt" ON "arrival" ("createdAt");

CREATE TABLE "arrival_piece" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "arrival" BLOB NOT NULL CHECK (length("arrival") = 16),
  "place" INTEGER NOT NULL,
  "hash" BLOB NOT NULL,
  PRIMARY KEY ("school", "arrival", "place"),
  FOREIGN KEY ("school", "arrival") REFERENCES "arrival" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "arrival_piece_hash" ON "arrival_piece" ("hash");

CREATE TABLE "assignment" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "about" TEXT NOT NULL,
  "accepts" TEXT NOT NULL,
  "opensAt" INTEGER,
  "closesAt" INTEGER,
  "attempts" INTEGER CHECK (attempts > 0),
  "lateAllowed" INTEGER NOT NULL CHECK ("lateAllowed" IN (0, 1)),
  "rubric" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "trash" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "assignment_school_course" ON "assignment" ("school", "course");

CREATE TABLE "assignment_sheet" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "copied" INTEGER NOT NULL CHECK ("copied" IN (0, 1)),
  "addedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "file"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "file") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "assignment_sheet_school_file" ON "assignment_sheet" ("school", "file");

CREATE TABLE "attempt_answer" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "answer" TEXT,
  "isFlagged" INTEGER NOT NULL CHECK ("isFlagged" IN (0, 1)),
  "savedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "attempt_chance" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "chance" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "attempt_question" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "version" INTEGER NOT NULL,
  "place" INTEGER NOT NULL,
  "points" INTEGER NOT NULL,
  "isDropped" INTEGER NOT NULL CHECK ("isDropped" IN (0, 1)),
  "partial" TEXT CHECK ("partial" IN ('all-or-nothing', 'right-minus-wrong', 'balanced')),
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id"),
  FOREIGN KEY ("school", "question", "version") REFERENCES "question_version" ("school", "question", "number")
) STRICT, WITHOUT ROWID;
CREATE INDEX "attempt_question_school_question" ON "attempt_question" ("school", "question");

CREATE TABLE "attempt_result" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "points" INTEGER NOT NULL,
  "possible" INTEGER NOT NULL,
  "isPending" INTEGER NOT NULL CHECK ("isPending" IN (0, 1)),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "attempt_result_school_isPending" ON "attempt_result" ("school", "isPending");

CREATE TABLE "bucket" (
  "num" INTEGER NOT NULL,
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "kind" TEXT NOT NULL,
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "head" INTEGER NOT NULL DEFAULT 0,
  "floor" INTEGER NOT NULL DEFAULT 0,
  "count" INTEGER NOT NULL DEFAULT 0,
  "sum" INTEGER,
  PRIMARY KEY ("num"),
  UNIQUE ("school", "kind", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "bucket_row" (
  "bucket" INTEGER NOT NULL,
  "tbl" INTEGER NOT NULL,
  "row" BLOB NOT NULL,
  "seq" INTEGER NOT NULL,
  "op" INTEGER NOT NULL CHECK ("op" IN (0, 1)),
  PRIMARY KEY ("bucket", "tbl", "row")
) STRICT, WITHOUT ROWID;

CREATE TABLE "calendar_choice" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "hebrew" INTEGER NOT NULL CHECK ("hebrew" IN (0, 1)),
  "hijri" INTEGER NOT NULL CHECK ("hijri" IN (0, 1)),
  "shift" INTEGER NOT NULL CHECK ("shift" BETWEEN -1 AND 1),
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "checklist" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "template" BLOB NOT NULL CHECK (length("template") = 16),
  "version" INTEGER NOT NULL,
  "progress" TEXT NOT NULL,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "signedAt" INTEGER,
  "deletedAt" INTEGER,
  "versionBefore" INTEGER,
  "versionAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id"),
  FOREIGN KEY ("school", "template", "version") REFERENCES "checklist_version" ("school", "template", "number")
) STRICT, WITHOUT ROWID;
CREATE INDEX "checklist_school_trainee" ON "checklist" ("school", "trainee");
CREATE INDEX "checklist_school_template" ON "checklist" ("school", "template");

CREATE TABLE "checklist_comment" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "checklist" BLOB NOT NULL CHECK (length("checklist") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "text" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "acknowledgedBy" BLOB CHECK (length("acknowledgedBy") = 16),
  "acknowledgedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "checklist_comment_school_checklist" ON "checklist_comment" ("school", "checklist");

CREATE TABLE "checklist_note" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "checklist" BLOB NOT NULL CHECK (length("checklist") = 16),
  "item" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "text" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "checklist", "item", "by"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "checklist_template" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "draft" TEXT NOT NULL,
  "nextKey" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "retiredAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "checklist_version" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "template" BLOB NOT NULL CHECK (length("template") = 16),
  "number" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "hash" BLOB NOT NULL,
  "publishedAt" INTEGER NOT NULL,
  "publishedBy" BLOB NOT NULL CHECK (length("publishedBy") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "template", "number"),
  FOREIGN KEY ("school", "template") REFERENCES "checklist_template" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "child_task" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "title" TEXT NOT NULL,
  "details" TEXT NOT NULL,
  "day" INTEGER,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "doneAt" INTEGER,
  "doneBy" BLOB CHECK (length("doneBy") = 16),
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "child_task_school_student_day" ON "child_task" ("school", "student", "day");

CREATE TABLE "class_size" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "day" INTEGER NOT NULL,
  "change" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "classroom", "day")
) STRICT, WITHOUT ROWID;

CREATE TABLE "class_teacher" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "createdAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "classroom", "account"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "class_teacher_school_account" ON "class_teacher" ("school", "account");

CREATE TABLE "classroom" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "external" TEXT,
  "createdAt" INTEGER NOT NULL,
  "archivedAt" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "external"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "classroom_cover" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("school", "classroom"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "comment_phrase" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "text" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "comment_phrase_school_account" ON "comment_phrase" ("school", "account");

CREATE TABLE "consent" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "scope" TEXT NOT NULL CHECK ("scope" IN ('photos', 'voice', 'sharing', 'services')),
  "answer" TEXT NOT NULL CHECK ("answer" IN ('yes', 'no', 'withdrawn')),
  "source" TEXT NOT NULL CHECK ("source" IN ('guardian', 'paper', 'order')),
  "guardian" BLOB CHECK (length("guardian") = 16),
  "day" INTEGER NOT NULL,
  "note" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "consent_school_student_scope_at" ON "consent" ("school", "student", "scope", "at");

CREATE TABLE "consent_state" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "scope" TEXT NOT NULL CHECK ("scope" IN ('photos', 'voice', 'sharing', 'services')),
  "allowed" INTEGER NOT NULL CHECK ("allowed" IN (0, 1)),
  "since" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "student", "scope"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "conversation" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('direct', 'course', 'class', 'staff')),
  "about" BLOB CHECK (length("about") = 16),
  "title" TEXT NOT NULL,
  "pair" TEXT,
  "last" INTEGER NOT NULL,
  "lastAt" INTEGER NOT NULL,
  "lastBy" BLOB CHECK (length("lastBy") = 16),
  "preview" TEXT NOT NULL,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "pair"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "course" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "sort" TEXT NOT NULL,
  "find" TEXT NOT NULL,
  "subject" TEXT,
  "grade" TEXT,
  "about" TEXT NOT NULL,
  "room" TEXT,
  "level" TEXT NOT NULL CHECK ("level" IN ('regular', 'honors', 'advanced')),
  "credits" INTEGER,
  "capacity" INTEGER,
  "entry" TEXT NOT NULL CHECK ("entry" IN ('open', 'approval', 'closed')),
  "from" INTEGER,
  "until" INTEGER,
  "dropUntil" INTEGER,
  "promoteUntil" INTEGER,
  "refusesClash" INTEGER NOT NULL CHECK ("refusesClash" IN (0, 1)),
  "term" TEXT,
  "publishedAt" INTEGER,
  "archivedAt" INTEGER,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "course_school_sort" ON "course" ("school", "sort");
CREATE INDEX "course_school_archivedAt_sort" ON "course" ("school", "archivedAt", "sort");

CREATE TABLE "course_item" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "module" BLOB CHECK (length("module") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('lesson', 'assignment', 'quiz')),
  "title" TEXT NOT NULL,
  "place" INTEGER NOT NULL,
  "dueAt" INTEGER,
  "publishedAt" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "module") REFERENCES "course_module" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "course_item_school_course" ON "course_item" ("school", "course");
CREATE INDEX "course_item_school_module" ON "course_item" ("school", "module");
CREATE INDEX "course_item_school_dueAt" ON "course_item" ("school", "dueAt");

CREATE TABLE "course_item_withdrawn" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('lesson', 'assignment', 'quiz')),
  "dueAt" INTEGER,
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "course_item_withdrawn_school_course_at" ON "course_item_withdrawn" ("school", "course", "at");

CREATE TABLE "course_meeting" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "weekday" INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "weekday", "start"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "course_module" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "title" TEXT NOT NULL,
  "place" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "course_module_school_course" ON "course_module" ("school", "course");

CREATE TABLE "course_teacher" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "createdAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "account"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "course_teacher_school_account" ON "course_teacher" ("school", "account");

CREATE TABLE "curriculum_node" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "parent" BLOB CHECK (length("parent") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('area', 'group', 'material', 'presentation')),
  "key" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "fromMonths" INTEGER,
  "untilMonths" INTEGER,
  "aims" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "archivedAt" INTEGER,
  "mergedInto" BLOB CHECK (length("mergedInto") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "key"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "curriculum_node_school_parent_position" ON "curriculum_node" ("school", "parent", "position");

CREATE TABLE "deck" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "audience" TEXT NOT NULL CHECK ("audience" IN ('school', 'classroom', 'person')),
  "target" BLOB CHECK (length("target") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "name" TEXT NOT NULL,
  "about" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "newPerDay" INTEGER NOT NULL,
  "reviewsPerDay" INTEGER NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "deck_school_audience_target" ON "deck" ("school", "audience", "target");
CREATE INDEX "deck_school_author" ON "deck" ("school", "author");

CREATE TABLE "deck_setting" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "deck" BLOB NOT NULL CHECK (length("deck") = 16),
  "from" INTEGER NOT NULL,
  "scheduler" TEXT NOT NULL,
  "retention" INTEGER NOT NULL,
  "learningSteps" TEXT NOT NULL,
  "relearningSteps" TEXT NOT NULL,
  "maxInterval" INTEGER NOT NULL,
  "parameters" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("by") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "deck_setting_school_deck" ON "deck_setting" ("school", "deck");

CREATE TABLE "delivery" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "notification" BLOB NOT NULL CHECK (length("notification") = 16),
  "channel" TEXT NOT NULL CHECK ("channel" IN ('new', 'letter', 'push', 'mail', 'digest')),
  "target" BLOB NOT NULL CHECK (length("target") = 16),
  "account" BLOB CHECK (length("account") = 16),
  "about" BLOB CHECK (length("about") = 16),
  "state" TEXT NOT NULL CHECK ("state" IN ('waiting', 'sent', 'dropped', 'parked')),
  "dueAt" INTEGER NOT NULL,
  "until" INTEGER,
  "tries" INTEGER NOT NULL,
  "leaseUntil" INTEGER,
  "why" TEXT,
  "sentAt" INTEGER,
  "content" TEXT,
  PRIMARY KEY ("school", "notification", "channel", "target")
) STRICT, WITHOUT ROWID;
CREATE INDEX "delivery_state_channel_dueAt" ON "delivery" ("state", "channel", "dueAt");
CREATE INDEX "delivery_school_account" ON "delivery" ("school", "account");

CREATE TABLE "document_endorsement" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "number" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "name" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "hash" BLOB NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "training_document" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "document_endorsement_school_trainee" ON "document_endorsement" ("school", "trainee");

CREATE TABLE "document_kind" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "isRequired" INTEGER NOT NULL CHECK ("isRequired" IN (0, 1)),
  "needsFile" INTEGER NOT NULL CHECK ("needsFile" IN (0, 1)),
  "needsDate" INTEGER NOT NULL CHECK ("needsDate" IN (0, 1)),
  "warningDays" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "isIdentity" INTEGER NOT NULL DEFAULT FALSE CHECK ("isIdentity" IN (0, 1)),
  "isEndorsed" INTEGER NOT NULL DEFAULT FALSE CHECK ("isEndorsed" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "draft_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "addedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student", "file"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "draft_file_school_student" ON "draft_file" ("school", "student");
CREATE INDEX "draft_file_school_file" ON "draft_file" ("school", "file");

CREATE TABLE "due_extension" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "item" BLOB NOT NULL CHECK (length("item") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "dueAt" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "due_extension_school_student" ON "due_extension" ("school", "student");

CREATE TABLE "enrolment" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "from" INTEGER NOT NULL,
  "until" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "classroom", "student", "from"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "enrolment_school_student" ON "enrolment" ("school", "student");

CREATE TABLE "epoch_cut" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "epoch" INTEGER NOT NULL,
  "head" INTEGER NOT NULL,
  PRIMARY KEY ("school", "epoch")
) STRICT, WITHOUT ROWID;

CREATE TABLE "event" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "audience" TEXT NOT NULL CHECK ("audience" IN ('school', 'class', 'course', 'person')),
  "target" BLOB NOT NULL CHECK (length("target") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('event', 'holiday', 'exam')),
  "title" TEXT NOT NULL,
  "place" TEXT,
  "note" TEXT,
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "start" INTEGER,
  "end" INTEGER,
  "zone" TEXT NOT NULL,
  "rule" TEXT,
  "first" INTEGER NOT NULL,
  "last" INTEGER NOT NULL,
  "uid" TEXT NOT NULL,
  "sequence" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "isImported" INTEGER NOT NULL CHECK ("isImported" IN (0, 1)),
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "cancelledAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "uid"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "event_school_audience_target_last" ON "event" ("school", "audience", "target", "last");

CREATE TABLE "event_change" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "event" BLOB NOT NULL CHECK (length("event") = 16),
  "day" INTEGER NOT NULL,
  "isSkipped" INTEGER NOT NULL CHECK ("isSkipped" IN (0, 1)),
  "title" TEXT,
  "place" TEXT,
  "from" INTEGER,
  "until" INTEGER,
  "start" INTEGER,
  "end" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "event", "day"),
  FOREIGN KEY ("school", "event") REFERENCES "event" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "event_left" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "event" BLOB NOT NULL CHECK (length("event") = 16),
  "audience" TEXT NOT NULL CHECK ("audience" IN ('school', 'class', 'course', 'person')),
  "target" BLOB NOT NULL CHECK (length("target") = 16),
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "start" INTEGER,
  "end" INTEGER,
  "zone" TEXT NOT NULL,
  "rule" TEXT,
  "first" INTEGER NOT NULL,
  "last" INTEGER NOT NULL,
  "uid" TEXT NOT NULL,
  "sequence" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("school", "event", "audience", "target"),
  FOREIGN KEY ("school", "event") REFERENCES "event" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "event_left_school_audience_target_last" ON "event_left" ("school", "audience", "target", "last");

CREATE TABLE "familiar" (
  "key" BLOB NOT NULL,
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "seenAt" INTEGER NOT NULL,
  PRIMARY KEY ("key"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "familiar_account_seenAt" ON "familiar" ("account", "seenAt");
CREATE INDEX "familiar_seenAt" ON "familiar" ("seenAt");

CREATE TABLE "feed" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "scope" TEXT NOT NULL CHECK ("scope" IN ('person', 'child', 'class', 'course')),
  "target" BLOB NOT NULL CHECK (length("target") = 16),
  "hash" BLOB NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "rotatedAt" INTEGER NOT NULL,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "feed_school_account" ON "feed" ("school", "account");

CREATE TABLE "feedback" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "comment" TEXT NOT NULL,
  "levels" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student")
) STRICT, WITHOUT ROWID;

CREATE TABLE "feedback_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "addedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student", "file")
) STRICT, WITHOUT ROWID;
CREATE INDEX "feedback_file_school_file" ON "feedback_file" ("school", "file");

CREATE TABLE "feedback_posted" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "comment" TEXT NOT NULL,
  "levels" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student")
) STRICT, WITHOUT ROWID;
CREATE INDEX "feedback_posted_school_student" ON "feedback_posted" ("school", "student");

CREATE TABLE "file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "hash" BLOB NOT NULL,
  "size" INTEGER NOT NULL,
  "type" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "account" BLOB CHECK (length("account") = 16),
  "createdAt" INTEGER NOT NULL,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "file_hash" ON "file" ("hash");
CREATE INDEX "file_school_account" ON "file" ("school", "account");

CREATE TABLE "flashcard_event" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "deck" BLOB NOT NULL CHECK (length("deck") = 16),
  "note" BLOB NOT NULL CHECK (length("note") = 16),
  "ordinal" INTEGER NOT NULL,
  "act" TEXT NOT NULL CHECK ("act" IN ('answer', 'undo', 'bury', 'suspend', 'resume', 'reset')),
  "grade" INTEGER,
  "milliseconds" INTEGER,
  "undoes" BLOB CHECK (length("undoes") = 16),
  "at" INTEGER NOT NULL,
  "day" INTEGER NOT NULL,
  "device" TEXT NOT NULL,
  "sequence" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "flashcard_event_school_account_note_ordinal" ON "flashcard_event" ("school", "account", "note", "ordinal");
CREATE INDEX "flashcard_event_school_account_deck_day" ON "flashcard_event" ("school", "account", "deck", "day");

CREATE TABLE "flashcard_media" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "deck" BLOB NOT NULL CHECK (length("deck") = 16),
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "flashcard_media_school_deck_name" ON "flashcard_media" ("school", "deck", "name");

CREATE TABLE "flashcard_note" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "deck" BLOB NOT NULL CHECK (length("deck") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('basic', 'both-ways', 'cloze')),
  "front" TEXT NOT NULL,
  "back" TEXT NOT NULL,
  "tags" TEXT NOT NULL,
  "guid" TEXT NOT NULL,
  "position" INTEGER NOT NULL,
  "cards" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "flashcard_note_school_deck_position_cards_deletedAt" ON "flashcard_note" ("school", "deck", "position", "cards", "deletedAt");
CREATE INDEX "flashcard_note_school_deck_guid" ON "flashcard_note" ("school", "deck", "guid");

CREATE TABLE "flashcard_state" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "deck" BLOB NOT NULL CHECK (length("deck") = 16),
  "note" BLOB NOT NULL CHECK (length("note") = 16),
  "ordinal" INTEGER NOT NULL,
  "phase" TEXT,
  "stability" INTEGER NOT NULL,
  "difficulty" INTEGER NOT NULL,
  "reviewed" INTEGER,
  "interval" INTEGER,
  "due" INTEGER NOT NULL,
  "dueAt" INTEGER,
  "suspended" INTEGER NOT NULL CHECK ("suspended" IN (0, 1)),
  "buriedUntil" INTEGER,
  "reviews" INTEGER NOT NULL,
  "lapses" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "account", "note", "ordinal"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "flashcard_state_school_account_deck_due" ON "flashcard_state" ("school", "account", "deck", "due");
CREATE INDEX "flashcard_state_school_deck_account" ON "flashcard_state" ("school", "deck", "account");

CREATE TABLE "follower" (
  "name" TEXT NOT NULL,
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "seq" INTEGER NOT NULL,
  "tries" INTEGER NOT NULL,
  "parked" INTEGER NOT NULL,
  PRIMARY KEY ("name", "school")
) STRICT, WITHOUT ROWID;

CREATE TABLE "founding" (
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "body" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  PRIMARY KEY ("account"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "founding_updatedAt" ON "founding" ("updatedAt");

CREATE TABLE "frozen_grade" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "period" BLOB NOT NULL CHECK (length("period") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "percent" INTEGER,
  "letter" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "frozen_grade_school_student" ON "frozen_grade" ("school", "student");

CREATE TABLE "grade_category" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('assignments', 'quizzes', 'participation', 'midterm', 'final', 'own')),
  "name" TEXT,
  "weight" INTEGER NOT NULL,
  "dropLowest" INTEGER NOT NULL,
  "dropHighest" INTEGER NOT NULL,
  "capped" INTEGER NOT NULL CHECK ("capped" IN (0, 1)),
  "place" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "grade_category_school_course" ON "grade_category" ("school", "course");

CREATE TABLE "grade_item" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "category" BLOB CHECK (length("category") = 16),
  "source" TEXT NOT NULL CHECK ("source" IN ('assignment', 'quiz', 'manual')),
  "title" TEXT NOT NULL,
  "possible" INTEGER NOT NULL,
  "place" INTEGER NOT NULL,
  "dueAt" INTEGER,
  "counts" INTEGER NOT NULL CHECK ("counts" IN (0, 1)),
  "neverDrop" INTEGER NOT NULL CHECK ("neverDrop" IN (0, 1)),
  "postsItself" INTEGER NOT NULL CHECK ("postsItself" IN (0, 1)),
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "grade_item_school_course" ON "grade_item" ("school", "course");

CREATE TABLE "grade_item_statistics" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "item" BLOB NOT NULL CHECK (length("item") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "count" INTEGER NOT NULL,
  "mean" INTEGER NOT NULL,
  "low" INTEGER NOT NULL,
  "high" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "item"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "grade_item_statistics_school_course" ON "grade_item_statistics" ("school", "course");

CREATE TABLE "grade_override" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "percent" INTEGER NOT NULL,
  "reason" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "grade_settings" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "scheme" TEXT NOT NULL CHECK ("scheme" IN ('weighted', 'points')),
  "within" TEXT NOT NULL CHECK ("within" IN ('points', 'equal-items')),
  "rounding" TEXT NOT NULL CHECK ("rounding" IN ('hundredth', 'tenth', 'whole')),
  "capped" INTEGER NOT NULL CHECK ("capped" IN (0, 1)),
  "latePercent" INTEGER NOT NULL,
  "lateInterval" TEXT NOT NULL CHECK ("lateInterval" IN ('hour', 'day')),
  "lateFloor" INTEGER NOT NULL,
  "lateGrace" INTEGER NOT NULL,
  "missing" INTEGER NOT NULL CHECK ("missing" IN (0, 1)),
  "missingPercent" INTEGER NOT NULL,
  "scale" TEXT NOT NULL,
  "postsItself" INTEGER NOT NULL CHECK ("postsItself" IN (0, 1)),
  "statistics" INTEGER NOT NULL CHECK ("statistics" IN (0, 1)),
  "updatedAt" INTEGER NOT NULL,
  "before" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "course"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "grade_standing" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "standing" TEXT NOT NULL CHECK ("standing" IN ('audit', 'withdrawn')),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "grading_period" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "name" TEXT NOT NULL,
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "weight" INTEGER,
  "closedAt" INTEGER,
  "removedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "grading_period_school_course" ON "grading_period" ("school", "course");

CREATE TABLE "guardian" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "relation" TEXT,
  "createdAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "student", "account"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "guardian_school_account" ON "guardian" ("school", "account");

CREATE TABLE "habit" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "name" TEXT NOT NULL,
  "cadence" TEXT NOT NULL CHECK ("cadence" IN ('daily', 'weekly', 'monthly')),
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "endedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "habit_school_student" ON "habit" ("school", "student");

CREATE TABLE "habit_log" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "habit" BLOB NOT NULL CHECK (length("habit") = 16),
  "day" INTEGER NOT NULL,
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "done" INTEGER NOT NULL CHECK ("done" IN (0, 1)),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "habit", "day"),
  FOREIGN KEY ("school", "habit") REFERENCES "habit" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "habit_log_school_student_day" ON "habit_log" ("school", "student", "day");

CREATE TABLE "holiday" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "day" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "event" BLOB CHECK (length("event") = 16),
  "until" INTEGER NOT NULL DEFAULT 0,
  "seen" TEXT,
  PRIMARY KEY ("school", "day")
) STRICT, WITHOUT ROWID;

CREATE TABLE "home_call" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "day" INTEGER NOT NULL,
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "day", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "identity_consent" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "giver" TEXT NOT NULL CHECK ("giver" IN ('guardian', 'office')),
  "name" TEXT NOT NULL,
  "words" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "withdrawnAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "identity_consent_school_trainee" ON "identity_consent" ("school", "trainee");

CREATE TABLE "insight_answer" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "proposal" TEXT NOT NULL,
  "accepted" INTEGER NOT NULL CHECK ("accepted" IN (0, 1)),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "student", "proposal"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "invite" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "hash" BLOB NOT NULL,
  "role" TEXT NOT NULL CHECK ("role" IN ('admin', 'teacher', 'student', 'guardian')),
  "label" TEXT NOT NULL,
  "student" BLOB CHECK (length("student") = 16),
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "expiresAt" INTEGER NOT NULL,
  "revokedAt" INTEGER,
  "redeemedAt" INTEGER,
  "redeemedBy" BLOB CHECK (length("redeemedBy") = 16),
  "account" BLOB CHECK (length("account") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "invite_school_createdAt" ON "invite" ("school", "createdAt");
CREATE INDEX "invite_school_account" ON "invite" ("school", "account");
CREATE INDEX "invite_school_student" ON "invite" ("school", "student");
CREATE INDEX "invite_school_redeemedAt_revokedAt" ON "invite" ("school", "redeemedAt", "revokedAt");

CREATE TABLE "job" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "kind" TEXT NOT NULL,
  "payload" TEXT NOT NULL,
  "state" TEXT NOT NULL CHECK ("state" IN ('waiting', 'running', 'done', 'parked')),
  "runAt" INTEGER NOT NULL,
  "tries" INTEGER NOT NULL,
  "leaseUntil" INTEGER,
  "progress" TEXT,
  "why" TEXT,
  "account" BLOB CHECK (length("account") = 16),
  "createdAt" INTEGER NOT NULL,
  "deaths" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "job_state_runAt" ON "job" ("state", "runAt");
CREATE INDEX "job_school_createdAt" ON "job" ("school", "createdAt");

CREATE TABLE "journal" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "seq" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "account" BLOB CHECK (length("account") = 16),
  "command" TEXT NOT NULL,
  "sending" BLOB NOT NULL CHECK (length("sending") = 16),
  "rows" TEXT NOT NULL,
  "detailHash" BLOB NOT NULL,
  "hash" BLOB NOT NULL,
  PRIMARY KEY ("school", "seq")
) STRICT, WITHOUT ROWID;
CREATE INDEX "journal_school_account_seq" ON "journal" ("school", "account", "seq");
CREATE INDEX "journal_school_at_seq" ON "journal" ("school", "at", "seq");

CREATE TABLE "journal_detail" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "seq" INTEGER NOT NULL,
  "body" TEXT NOT NULL,
  PRIMARY KEY ("school", "seq"),
  FOREIGN KEY ("school", "seq") REFERENCES "journal" ("school", "seq")
) STRICT, WITHOUT ROWID;

CREATE TABLE "late_answer" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "answer" TEXT,
  "typedAt" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "leftAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "leaderboard_runner" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "joinedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "leaderboard_runner_school_student" ON "leaderboard_runner" ("school", "student");

CREATE TABLE "lease" (
  "name" TEXT NOT NULL,
  "holder" BLOB NOT NULL CHECK (length("holder") = 16),
  "until" INTEGER NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "lesson" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "text" TEXT NOT NULL,
  "minutes" INTEGER CHECK (minutes > 0),
  "video" TEXT,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "trash" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "lesson_school_course" ON "lesson" ("school", "course");

CREATE TABLE "lesson_done" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "lesson" BLOB NOT NULL CHECK (length("lesson") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "at" INTEGER NOT NULL,
  "day" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "lesson", "student"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "lesson_done_school_student" ON "lesson_done" ("school", "student");
CREATE INDEX "lesson_done_school_course" ON "lesson_done" ("school", "course");

CREATE TABLE "lesson_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "lesson" BLOB NOT NULL CHECK (length("lesson") = 16),
  "use" TEXT NOT NULL CHECK ("use" IN ('picture', 'attachment', 'video', 'captions')),
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "about" TEXT NOT NULL,
  "language" TEXT,
  "createdAt" INTEGER NOT NULL,
  "removedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "lesson_file_school_lesson" ON "lesson_file" ("school", "lesson");

CREATE TABLE "lesson_note" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "lesson" BLOB NOT NULL CHECK (length("lesson") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "text" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "lesson", "account"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "lesson_note_school_account" ON "lesson_note" ("school", "account");

CREATE TABLE "letter_scale" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "steps" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "retiredAt" INTEGER,
  "repeats" TEXT,
  "honors" INTEGER,
  "advanced" INTEGER,
  "statistics" INTEGER CHECK ("statistics" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "log_entry" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "checklist" BLOB CHECK (length("checklist") = 16),
  "lesson" BLOB CHECK (length("lesson") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "day" INTEGER NOT NULL,
  "aircraft" TEXT NOT NULL,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  "note" TEXT NOT NULL,
  "total" INTEGER NOT NULL,
  "dual" INTEGER NOT NULL,
  "solo" INTEGER NOT NULL,
  "night" INTEGER NOT NULL,
  "instrument" INTEGER NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "own1" INTEGER NOT NULL DEFAULT 0,
  "own2" INTEGER NOT NULL DEFAULT 0,
  "own3" INTEGER NOT NULL DEFAULT 0,
  "own4" INTEGER NOT NULL DEFAULT 0,
  "own5" INTEGER NOT NULL DEFAULT 0,
  "own6" INTEGER NOT NULL DEFAULT 0,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "log_entry_school_trainee_day" ON "log_entry" ("school", "trainee", "day");
CREATE INDEX "log_entry_school_checklist" ON "log_entry" ("school", "checklist");
CREATE INDEX "log_entry_school_lesson" ON "log_entry" ("school", "lesson");

CREATE TABLE "log_scheme" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "style" TEXT NOT NULL CHECK ("style" IN ('clock', 'decimal')),
  "names" TEXT NOT NULL,
  "hidden" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "mark" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "sitting" BLOB NOT NULL CHECK (length("sitting") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "status" TEXT NOT NULL CHECK ("status" IN ('present', 'late', 'absent', 'excused')),
  "note" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "sitting", "student"),
  FOREIGN KEY ("school", "sitting") REFERENCES "sitting" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "mark_school_student_sitting_status" ON "mark" ("school", "student", "sitting", "status");

CREATE TABLE "mark_before" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "sitting" BLOB NOT NULL CHECK (length("sitting") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "at" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "status" TEXT,
  "note" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "sitting", "student", "at", "by")
) STRICT, WITHOUT ROWID;

CREATE TABLE "member" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "kind" TEXT NOT NULL,
  "bucket" BLOB NOT NULL CHECK (length("bucket") = 16),
  "granted" INTEGER NOT NULL,
  "revoked" INTEGER,
  PRIMARY KEY ("school", "account", "kind", "bucket", "granted")
) STRICT, WITHOUT ROWID;

CREATE TABLE "membership" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'teacher', 'student', 'guardian')),
  "joinedAt" INTEGER NOT NULL,
  "sort" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "membership_account" ON "membership" ("account");
CREATE INDEX "membership_school_sort" ON "membership" ("school", "sort");
CREATE INDEX "membership_school_role_account" ON "membership" ("school", "role", "account");

CREATE TABLE "message" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "conversation" BLOB NOT NULL CHECK (length("conversation") = 16),
  "number" INTEGER NOT NULL,
  "sender" BLOB NOT NULL CHECK (length("sender") = 16),
  "text" TEXT NOT NULL,
  "find" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "editedAt" INTEGER,
  "deletedAt" INTEGER,
  "deletedBy" BLOB CHECK (length("deletedBy") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "conversation", "number"),
  FOREIGN KEY ("school", "conversation") REFERENCES "conversation" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "message_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "message" BLOB NOT NULL CHECK (length("message") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "place" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "message", "file"),
  FOREIGN KEY ("school", "message") REFERENCES "message" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "message_policy" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "studentsTalk" INTEGER NOT NULL CHECK ("studentsTalk" IN (0, 1)),
  "includesGuardians" INTEGER NOT NULL CHECK ("includesGuardians" IN (0, 1)),
  "updatedAt" INTEGER NOT NULL,
  "groupsIncludeGuardians" INTEGER NOT NULL DEFAULT FALSE CHECK ("groupsIncludeGuardians" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "message_report" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "message" BLOB NOT NULL CHECK (length("message") = 16),
  "conversation" BLOB NOT NULL CHECK (length("conversation") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "sender" BLOB NOT NULL CHECK (length("sender") = 16),
  "reason" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "settledAt" INTEGER,
  "settledBy" BLOB CHECK (length("settledBy") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "message") REFERENCES "message" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "message_report_school_at" ON "message_report" ("school", "at");
CREATE INDEX "message_report_school_settledAt" ON "message_report" ("school", "settledAt");

CREATE TABLE "notice_mute" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "subject" BLOB NOT NULL CHECK (length("subject") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "account", "subject"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "notice_preference" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "digestAt" INTEGER NOT NULL,
  "quietFrom" INTEGER,
  "quietUntil" INTEGER,
  "restsOnWeekends" INTEGER NOT NULL CHECK ("restsOnWeekends" IN (0, 1)),
  "leads" TEXT NOT NULL,
  "refused" TEXT,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "notice_way" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "kind" TEXT NOT NULL,
  "push" INTEGER NOT NULL CHECK ("push" IN (0, 1)),
  "mail" TEXT NOT NULL CHECK ("mail" IN ('off', 'once', 'digest')),
  "seen" TEXT,
  PRIMARY KEY ("school", "account", "kind"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "notification" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "kind" TEXT NOT NULL,
  "phrase" TEXT NOT NULL,
  "path" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "readAt" INTEGER,
  "student" BLOB CHECK (length("student") = 16),
  "thing" BLOB CHECK (length("thing") = 16),
  "moment" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "notification_school_account_createdAt" ON "notification" ("school", "account", "createdAt");
CREATE INDEX "notification_school_kind_moment" ON "notification" ("school", "kind", "moment");
CREATE INDEX "notification_school_thing" ON "notification" ("school", "thing");

CREATE TABLE "observation" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "state" TEXT NOT NULL CHECK ("state" IN ('draft', 'complete', 'home')),
  "text" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "happenedAt" INTEGER NOT NULL,
  "writtenAt" INTEGER NOT NULL,
  "primary" BLOB NOT NULL CHECK (length("primary") = 16),
  "children" TEXT NOT NULL,
  "tags" TEXT NOT NULL,
  "acceptedBy" BLOB CHECK (length("acceptedBy") = 16),
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "primary") REFERENCES "student" ("school", "id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "observation_school_author_happenedAt" ON "observation" ("school", "author", "happenedAt");
CREATE INDEX "observation_school_happenedAt" ON "observation" ("school", "happenedAt");

CREATE TABLE "observation_before" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "observation" BLOB NOT NULL CHECK (length("observation") = 16),
  "at" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "text" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "observation", "at"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "observation_child" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "observation" BLOB NOT NULL CHECK (length("observation") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "happenedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "observation", "student"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "observation_child_school_student_happenedAt" ON "observation_child" ("school", "student", "happenedAt");

CREATE TABLE "observation_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "observation" BLOB NOT NULL CHECK (length("observation") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('picture', 'sound', 'other')),
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "children" TEXT NOT NULL,
  "onlyThese" INTEGER CHECK ("onlyThese" IN (0, 1)),
  "hidden" INTEGER NOT NULL CHECK ("hidden" IN (0, 1)),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "observation_file_school_observation_at" ON "observation_file" ("school", "observation", "at");

CREATE TABLE "observation_share" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "observation" BLOB NOT NULL CHECK (length("observation") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "text" TEXT NOT NULL,
  "happenedAt" INTEGER NOT NULL,
  "files" TEXT NOT NULL,
  "kinds" TEXT NOT NULL,
  "hidden" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "withdrawnAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "observation", "student"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "observation_share_school_student_happenedAt" ON "observation_share" ("school", "student", "happenedAt");

CREATE TABLE "outside_request" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "use" TEXT NOT NULL CHECK ("use" IN ('summary', 'insights', 'transcript')),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "size" INTEGER NOT NULL,
  "outcome" TEXT NOT NULL CHECK ("outcome" IN ('answered', 'missing', 'timed-out', 'refused', 'unreachable', 'large', 'malformed', 'busy')),
  "seen" TEXT,
  PRIMARY KEY ("school", "student", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "outside_request_school_at" ON "outside_request" ("school", "at");

CREATE TABLE "own_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL CHECK ("kind" IN ('picture', 'drawing', 'document', 'sound', 'text', 'other')),
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "hasSmallCopy" INTEGER NOT NULL CHECK ("hasSmallCopy" IN (0, 1)),
  "createdAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "hasStrokes" INTEGER NOT NULL DEFAULT FALSE CHECK ("hasStrokes" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "own_file_school_account_createdAt" ON "own_file" ("school", "account", "createdAt");
CREATE INDEX "own_file_deletedAt" ON "own_file" ("deletedAt");

CREATE TABLE "parked" (
  "follower" TEXT NOT NULL,
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "seq" INTEGER NOT NULL,
  "why" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("follower", "school", "seq")
) STRICT, WITHOUT ROWID;

CREATE TABLE "period_override" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "period" BLOB NOT NULL CHECK (length("period") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "percent" INTEGER NOT NULL,
  "reason" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "period_override_school_course" ON "period_override" ("school", "course");

CREATE TABLE "person" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "role" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("id") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "person_id" ON "person" ("id");
CREATE INDEX "person_school_role" ON "person" ("school", "role");

CREATE TABLE "place_mark" (
  "name" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "post_secret" (
  "name" TEXT NOT NULL,
  "value" BLOB NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "posted_override" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "percent" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "posted_override_school_student" ON "posted_override" ("school", "student");

CREATE TABLE "posted_period_override" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "period" BLOB NOT NULL CHECK (length("period") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "percent" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "posted_period_override_school_course" ON "posted_period_override" ("school", "course");
CREATE INDEX "posted_period_override_school_student" ON "posted_period_override" ("school", "student");

CREATE TABLE "posted_score" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "item" BLOB NOT NULL CHECK (length("item") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "raw" INTEGER,
  "excused" INTEGER NOT NULL CHECK ("excused" IN (0, 1)),
  "lateSeconds" INTEGER NOT NULL,
  "pending" INTEGER NOT NULL CHECK ("pending" IN (0, 1)),
  "comment" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "postedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "posted_score_school_student_course" ON "posted_score" ("school", "student", "course");
CREATE INDEX "posted_score_school_course" ON "posted_score" ("school", "course");

CREATE TABLE "prerequisite" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "presentation" BLOB NOT NULL CHECK (length("presentation") = 16),
  "needs" BLOB NOT NULL CHECK (length("needs") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "presentation", "needs"),
  FOREIGN KEY ("school", "presentation") REFERENCES "curriculum_node" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "prerequisite_school_needs" ON "prerequisite" ("school", "needs");

CREATE TABLE "presentation_act" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "presentation" BLOB NOT NULL CHECK (length("presentation") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('presented', 'practised', 'mastered', 'needs-attention', 'set-back')),
  "day" INTEGER NOT NULL,
  "note" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "withdrawnAt" INTEGER,
  "withdrawnBy" BLOB CHECK (length("withdrawnBy") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "presentation_act_school_student_presentation_day" ON "presentation_act" ("school", "student", "presentation", "day");
CREATE INDEX "presentation_act_school_presentation_day" ON "presentation_act" ("school", "presentation", "day");

CREATE TABLE "presentation_plan" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "presentation" BLOB CHECK (length("presentation") = 16),
  "title" TEXT NOT NULL,
  "details" TEXT NOT NULL,
  "day" INTEGER,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "doneAt" INTEGER,
  "doneBy" BLOB CHECK (length("doneBy") = 16),
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "presentation_plan_school_student_day" ON "presentation_plan" ("school", "student", "day");

CREATE TABLE "progress_settings" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "streaks" INTEGER NOT NULL CHECK ("streaks" IN (0, 1)),
  "leaderboard" INTEGER NOT NULL CHECK ("leaderboard" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "course"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "push_device" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "kind" TEXT NOT NULL CHECK ("kind" IN ('web', 'apple')),
  "endpoint" TEXT NOT NULL,
  "key" BLOB NOT NULL,
  "secret" BLOB NOT NULL,
  "session" BLOB CHECK (length("session") = 16),
  "agent" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  PRIMARY KEY ("id"),
  UNIQUE ("endpoint"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "push_device_account" ON "push_device" ("account");

CREATE TABLE "question" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "quiz" BLOB CHECK (length("quiz") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "place" INTEGER NOT NULL,
  "points" INTEGER,
  "tags" TEXT NOT NULL,
  "sort" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "removedAt" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "question_school_quiz_place" ON "question" ("school", "quiz", "place");
CREATE INDEX "question_school_course" ON "question" ("school", "course");
CREATE INDEX "question_school_author" ON "question" ("school", "author");
CREATE INDEX "question_school_quiz_id" ON "question" ("school", "quiz", "id");

CREATE TABLE "question_key" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "number" INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "question", "number"),
  FOREIGN KEY ("school", "question", "number") REFERENCES "question_version" ("school", "question", "number")
) STRICT, WITHOUT ROWID;

CREATE TABLE "question_picture" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "question_picture_school_question" ON "question_picture" ("school", "question");
CREATE INDEX "question_picture_school_course" ON "question_picture" ("school", "course");
CREATE INDEX "question_picture_school_author" ON "question_picture" ("school", "author");

CREATE TABLE "question_version" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "number" INTEGER NOT NULL,
  "kind" TEXT NOT NULL CHECK ("kind" IN ('single', 'multiple', 'true-false', 'short', 'blanks', 'numeric', 'matching', 'essay')),
  "face" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "question", "number"),
  FOREIGN KEY ("school", "question") REFERENCES "question" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "quiz" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "about" TEXT NOT NULL,
  "minutes" INTEGER,
  "points" INTEGER NOT NULL,
  "passing" INTEGER,
  "attempts" INTEGER,
  "counting" TEXT NOT NULL CHECK ("counting" IN ('highest', 'latest', 'first', 'average')),
  "partial" TEXT NOT NULL CHECK ("partial" IN ('all-or-nothing', 'right-minus-wrong', 'balanced')),
  "shufflesQuestions" INTEGER NOT NULL CHECK ("shufflesQuestions" IN (0, 1)),
  "shufflesOptions" INTEGER NOT NULL CHECK ("shufflesOptions" IN (0, 1)),
  "showing" TEXT NOT NULL CHECK ("showing" IN ('at-once', 'after-due')),
  "layout" TEXT NOT NULL CHECK ("layout" IN ('one', 'all')),
  "language" TEXT NOT NULL,
  "opensAt" INTEGER,
  "closesAt" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "showsMarks" INTEGER NOT NULL DEFAULT TRUE CHECK ("showsMarks" IN (0, 1)),
  "asks" INTEGER NOT NULL DEFAULT FALSE CHECK ("asks" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "course_item" ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "quiz_school_course" ON "quiz" ("school", "course");

CREATE TABLE "quiz_attempt" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "quiz" BLOB NOT NULL CHECK (length("quiz") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "number" INTEGER NOT NULL,
  "startedAt" INTEGER NOT NULL,
  "deadline" INTEGER,
  "submittedAt" INTEGER,
  "end" TEXT CHECK ("end" IN ('student', 'deadline', 'teacher')),
  "skew" INTEGER,
  "savedAt" INTEGER NOT NULL,
  "day" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "quiz", "id"),
  UNIQUE ("school", "id"),
  UNIQUE ("school", "quiz", "student", "number"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "quiz_attempt_school_student" ON "quiz_attempt" ("school", "student");

CREATE TABLE "quiz_time" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "quiz" BLOB NOT NULL CHECK (length("quiz") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "hundredths" INTEGER NOT NULL CHECK (hundredths BETWEEN 100 AND 500),
  "extraMinutes" INTEGER NOT NULL,
  "closesAt" INTEGER,
  "extraAttempts" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "quiz", "student"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "quiz_trash" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "trash" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "quiz_trash_school_course" ON "quiz_trash" ("school", "course");

CREATE TABLE "receipt" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "sending" BLOB NOT NULL CHECK (length("sending") = 16),
  "account" BLOB CHECK (length("account") = 16),
  "command" TEXT NOT NULL,
  "answer" TEXT NOT NULL,
  "seq" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "digest" BLOB,
  PRIMARY KEY ("school", "sending")
) STRICT, WITHOUT ROWID;
CREATE INDEX "receipt_at" ON "receipt" ("at");

CREATE TABLE "record" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "openedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "record_tag" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "taxonomy" TEXT NOT NULL CHECK ("taxonomy" IN ('area', 'material', 'work')),
  "name" TEXT NOT NULL,
  "archivedAt" INTEGER,
  "mergedInto" BLOB CHECK (length("mergedInto") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "taxonomy", "name"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "regrade" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "quiz" BLOB NOT NULL CHECK (length("quiz") = 16),
  "question" BLOB NOT NULL CHECK (length("question") = 16),
  "option" TEXT NOT NULL CHECK ("option" IN ('current-and-previous', 'current-only', 'full-credit', 'drop', 'none')),
  "includesManual" INTEGER NOT NULL CHECK ("includesManual" IN (0, 1)),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "undoneAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "regrade_school_quiz" ON "regrade" ("school", "quiz");

CREATE TABLE "regrade_step" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "regrade" BLOB NOT NULL CHECK (length("regrade") = 16),
  "attempt" BLOB NOT NULL CHECK (length("attempt") = 16),
  "before" TEXT NOT NULL,
  "after" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "regrade", "attempt"),
  FOREIGN KEY ("school", "regrade") REFERENCES "regrade" ("school", "id"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "roster_class" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "key" TEXT NOT NULL,
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "code" TEXT NOT NULL,
  "course" TEXT NOT NULL,
  "courseTitle" TEXT NOT NULL,
  "grades" TEXT NOT NULL,
  "terms" TEXT NOT NULL,
  "org" TEXT NOT NULL,
  PRIMARY KEY ("school", "key")
) STRICT, WITHOUT ROWID;
CREATE INDEX "roster_class_school_classroom" ON "roster_class" ("school", "classroom");

CREATE TABLE "roster_enrolment" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "key" TEXT NOT NULL,
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "student" BLOB CHECK (length("student") = 16),
  "account" BLOB CHECK (length("account") = 16),
  "role" TEXT NOT NULL CHECK ("role" IN ('student', 'teacher', 'guardian', 'admin')),
  "isPrimary" INTEGER NOT NULL CHECK ("isPrimary" IN (0, 1)),
  "begin" TEXT NOT NULL,
  "end" TEXT NOT NULL,
  PRIMARY KEY ("school", "key")
) STRICT, WITHOUT ROWID;
CREATE INDEX "roster_enrolment_school_classroom_student" ON "roster_enrolment" ("school", "classroom", "student");
CREATE INDEX "roster_enrolment_school_classroom_account" ON "roster_enrolment" ("school", "classroom", "account");

CREATE TABLE "roster_import" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "hash" BLOB NOT NULL,
  "name" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "removes" INTEGER NOT NULL CHECK ("removes" IN (0, 1)),
  "state" TEXT NOT NULL CHECK ("state" IN ('waiting', 'ready', 'refused', 'applying', 'done', 'failed')),
  "confirmed" INTEGER,
  "report" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "createdAt" INTEGER NOT NULL,
  "appliedAt" INTEGER,
  "answers" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "roster_import_school_createdAt" ON "roster_import" ("school", "createdAt");

CREATE TABLE "roster_organisation" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "key" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "parent" TEXT NOT NULL,
  PRIMARY KEY ("school", "key")
) STRICT, WITHOUT ROWID;

CREATE TABLE "roster_person" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "key" TEXT NOT NULL,
  "student" BLOB CHECK (length("student") = 16),
  "account" BLOB CHECK (length("account") = 16),
  "role" TEXT NOT NULL CHECK ("role" IN ('student', 'teacher', 'guardian', 'admin')),
  "given" TEXT NOT NULL,
  "family" TEXT NOT NULL,
  "username" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "number" TEXT NOT NULL,
  "cohorts" TEXT NOT NULL,
  PRIMARY KEY ("school", "key")
) STRICT, WITHOUT ROWID;
CREATE INDEX "roster_person_school_student" ON "roster_person" ("school", "student");
CREATE INDEX "roster_person_school_account" ON "roster_person" ("school", "account");
CREATE INDEX "roster_person_school_username" ON "roster_person" ("school", "username");
CREATE INDEX "roster_person_school_email" ON "roster_person" ("school", "email");
CREATE INDEX "roster_person_school_number" ON "roster_person" ("school", "number");

CREATE TABLE "roster_term" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "key" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "begin" TEXT NOT NULL,
  "end" TEXT NOT NULL,
  "parent" TEXT NOT NULL,
  "year" TEXT NOT NULL,
  PRIMARY KEY ("school", "key")
) STRICT, WITHOUT ROWID;

CREATE TABLE "rubric_before" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "at" INTEGER NOT NULL,
  "rubric" TEXT NOT NULL,
  "possible" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "at"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "school" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL CHECK ("kind" IN ('k12', 'montessori', 'training', 'study')),
  "zone" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "theme" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "correctionDays" INTEGER,
  "rate" TEXT,
  "lockedAt" INTEGER,
  "picture" BLOB CHECK (length("picture") = 16),
  "fileSize" INTEGER,
  "personSize" INTEGER,
  "dayStart" INTEGER,
  "trains" INTEGER CHECK ("trains" IN (0, 1)),
  "outside" TEXT,
  PRIMARY KEY ("id"),
  FOREIGN KEY ("id") REFERENCES "tenant" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "school_term" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "name" TEXT NOT NULL,
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "score" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "item" BLOB NOT NULL CHECK (length("item") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "raw" INTEGER,
  "excused" INTEGER NOT NULL CHECK ("excused" IN (0, 1)),
  "lateSeconds" INTEGER NOT NULL,
  "pending" INTEGER NOT NULL CHECK ("pending" IN (0, 1)),
  "comment" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "score_school_student" ON "score" ("school", "student");

CREATE TABLE "score_before" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "item" BLOB NOT NULL CHECK (length("item") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "at" INTEGER NOT NULL,
  "raw" INTEGER,
  "excused" INTEGER NOT NULL CHECK ("excused" IN (0, 1)),
  "lateSeconds" INTEGER NOT NULL,
  "pending" INTEGER NOT NULL CHECK ("pending" IN (0, 1)),
  "comment" TEXT,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "item", "student", "at"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "seat" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "course" BLOB NOT NULL CHECK (length("course") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "state" TEXT NOT NULL CHECK ("state" IN ('pending', 'enrolled', 'waitlisted', 'drop-requested', 'dropped', 'denied', 'removed', 'completed', 'left')),
  "requestedAt" INTEGER NOT NULL,
  "changedAt" INTEGER NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "seat_school_student" ON "seat" ("school", "student");
CREATE INDEX "seat_school_course_state_requestedAt" ON "seat" ("school", "course", "state", "requestedAt");
CREATE INDEX "seat_school_state" ON "seat" ("school", "state");

CREATE TABLE "session" (
  "hash" BLOB NOT NULL,
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "csrf" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "seenAt" INTEGER NOT NULL,
  "agent" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "lastSchool" BLOB CHECK (length("lastSchool") = 16),
  PRIMARY KEY ("hash"),
  UNIQUE ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "session_account" ON "session" ("account");

CREATE TABLE "signature_key" (
  "name" TEXT NOT NULL,
  "value" BLOB NOT NULL,
  PRIMARY KEY ("name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "signature_seal" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "checklist" BLOB NOT NULL CHECK (length("checklist") = 16),
  "hash" BLOB NOT NULL,
  "key" BLOB NOT NULL,
  "seal" BLOB NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "training_signature" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "signature_seal_school_checklist" ON "signature_seal" ("school", "checklist");

CREATE TABLE "sitting" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "slot" BLOB NOT NULL CHECK (length("slot") = 16),
  "day" INTEGER NOT NULL,
  "title" TEXT NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "sitting_school_classroom_day" ON "sitting" ("school", "classroom", "day");
CREATE INDEX "sitting_school_day" ON "sitting" ("school", "day");

CREATE TABLE "sitting_count" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "sitting" BLOB NOT NULL CHECK (length("sitting") = 16),
  "present" INTEGER NOT NULL,
  "late" INTEGER NOT NULL,
  "absent" INTEGER NOT NULL,
  "excused" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "sitting"),
  FOREIGN KEY ("school", "sitting") REFERENCES "sitting" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "slot" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "classroom" BLOB NOT NULL CHECK (length("classroom") = 16),
  "title" TEXT NOT NULL,
  "weekday" INTEGER NOT NULL CHECK ("weekday" BETWEEN 1 AND 7),
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  "from" INTEGER NOT NULL,
  "until" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "slot_school_classroom" ON "slot" ("school", "classroom");
CREATE INDEX "slot_school_weekday" ON "slot" ("school", "weekday");

CREATE TABLE "student" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "given" TEXT NOT NULL,
  "family" TEXT NOT NULL,
  "called" TEXT,
  "number" TEXT,
  "account" BLOB CHECK (length("account") = 16),
  "sort" TEXT NOT NULL,
  "external" TEXT,
  "createdAt" INTEGER NOT NULL,
  "leftAt" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "number"),
  UNIQUE ("school", "external"),
  UNIQUE ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "student_school_sort" ON "student" ("school", "sort");

CREATE TABLE "student_birthday" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "day" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "student_note" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "text" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "student_photo" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "at" INTEGER NOT NULL,
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "study_log" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "track" BLOB NOT NULL CHECK (length("track") = 16),
  "day" INTEGER NOT NULL,
  "items" TEXT NOT NULL,
  "ticks" TEXT NOT NULL,
  "tappedAt" INTEGER NOT NULL,
  "zone" TEXT NOT NULL,
  "late" INTEGER NOT NULL CHECK ("late" IN (0, 1)),
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "account", "track", "day"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "study_pause" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "study_pause_school_account" ON "study_pause" ("school", "account");

CREATE TABLE "study_reminder" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "minute" INTEGER NOT NULL,
  "track" BLOB CHECK (length("track") = 16),
  "isOn" INTEGER NOT NULL CHECK ("isOn" IN (0, 1)),
  "inCalendar" INTEGER NOT NULL CHECK ("inCalendar" IN (0, 1)),
  "toldOn" INTEGER,
  "updatedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "submission" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "attempt" INTEGER NOT NULL CHECK (attempt > 0),
  "text" TEXT NOT NULL,
  "link" TEXT NOT NULL,
  "submittedAt" INTEGER NOT NULL,
  "pressedAt" INTEGER,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "day" INTEGER,
  "claim" TEXT,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student", "attempt"),
  UNIQUE ("school", "id"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "submission_school_student" ON "submission" ("school", "student");

CREATE TABLE "submission_file" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "submission" BLOB NOT NULL CHECK (length("submission") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "place" INTEGER NOT NULL,
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "submission", "file"),
  FOREIGN KEY ("school", "submission") REFERENCES "submission" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "submission_file_school_student" ON "submission_file" ("school", "student");
CREATE INDEX "submission_file_school_file" ON "submission_file" ("school", "file");

CREATE TABLE "summary" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "from" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "language" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "updatedAt" INTEGER NOT NULL,
  "sentAt" INTEGER,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "summary_school_student_until" ON "summary" ("school", "student", "until");

CREATE TABLE "summary_reply" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "summary" BLOB NOT NULL CHECK (length("summary") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "guardian" BLOB NOT NULL CHECK (length("guardian") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "text" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "summary") REFERENCES "summary" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "summary_reply_school_summary_at" ON "summary_reply" ("school", "summary", "at");
CREATE INDEX "summary_reply_school_student_at" ON "summary_reply" ("school", "student", "at");

CREATE TABLE "talker" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "conversation" BLOB NOT NULL CHECK (length("conversation") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "joinedAt" INTEGER NOT NULL,
  "leftAt" INTEGER,
  "read" INTEGER NOT NULL,
  "readAt" INTEGER,
  "muted" INTEGER NOT NULL CHECK ("muted" IN (0, 1)),
  "guest" INTEGER NOT NULL CHECK ("guest" IN (0, 1)),
  "since" INTEGER NOT NULL,
  "told" BLOB CHECK (length("told") = 16),
  "here" INTEGER NOT NULL DEFAULT TRUE CHECK ("here" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "conversation", "account"),
  FOREIGN KEY ("school", "conversation") REFERENCES "conversation" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "talker_school_account" ON "talker" ("school", "account");

CREATE TABLE "tally" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "name" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  PRIMARY KEY ("school", "name")
) STRICT, WITHOUT ROWID;

CREATE TABLE "tenant" (
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "head" INTEGER NOT NULL,
  "chain" BLOB NOT NULL,
  "epoch" INTEGER NOT NULL,
  "memberFloor" INTEGER NOT NULL DEFAULT 0,
  "compaction" INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "throttle" (
  "key" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  "since" INTEGER NOT NULL,
  PRIMARY KEY ("key")
) STRICT, WITHOUT ROWID;
CREATE INDEX "throttle_since" ON "throttle" ("since");

CREATE TABLE "token" (
  "hash" BLOB NOT NULL,
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "label" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "seenAt" INTEGER,
  "expiresAt" INTEGER,
  "scope" TEXT,
  "area" TEXT,
  PRIMARY KEY ("hash"),
  UNIQUE ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "token_account" ON "token" ("account");

CREATE TABLE "tool_result" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "tool" TEXT NOT NULL CHECK ("tool" IN ('arithmetic', 'spelling', 'typing')),
  "day" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "right" INTEGER NOT NULL,
  "total" INTEGER NOT NULL,
  "seconds" INTEGER NOT NULL,
  "details" TEXT NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "tool_result_school_account_tool_at" ON "tool_result" ("school", "account", "tool", "at");

CREATE TABLE "track" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "audience" TEXT NOT NULL CHECK ("audience" IN ('school', 'classroom', 'person')),
  "target" BLOB CHECK (length("target") = 16),
  "author" BLOB NOT NULL CHECK (length("author") = 16),
  "name" TEXT NOT NULL,
  "about" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "public" INTEGER NOT NULL CHECK ("public" IN (0, 1)),
  "weekdays" INTEGER NOT NULL,
  "freezes" INTEGER NOT NULL CHECK ("freezes" IN (0, 1)),
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "track_school_audience_target" ON "track" ("school", "audience", "target");
CREATE INDEX "track_school_author" ON "track" ("school", "author");
CREATE INDEX "track_public" ON "track" ("public");

CREATE TABLE "track_cycle" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "track" BLOB NOT NULL CHECK (length("track") = 16),
  "from" INTEGER NOT NULL,
  "first" BLOB CHECK (length("first") = 16),
  "perDay" INTEGER NOT NULL,
  "weekdays" INTEGER NOT NULL,
  "skips" TEXT NOT NULL,
  "merged" TEXT NOT NULL,
  "end" TEXT NOT NULL CHECK ("end" IN ('restart', 'stop')),
  "seen" TEXT,
  PRIMARY KEY ("school", "track"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "track_day" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "track" BLOB NOT NULL CHECK (length("track") = 16),
  "day" INTEGER NOT NULL,
  "items" TEXT NOT NULL,
  "edited" INTEGER NOT NULL CHECK ("edited" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "track", "day"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "track_item" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "track" BLOB NOT NULL CHECK (length("track") = 16),
  "position" INTEGER NOT NULL,
  "label" TEXT NOT NULL,
  "reference" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "language" TEXT,
  "commentary" TEXT NOT NULL,
  "commentaryLanguage" TEXT,
  "questions" TEXT,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "track_item_school_track_position" ON "track_item" ("school", "track", "position");

CREATE TABLE "track_member" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "track" BLOB NOT NULL CHECK (length("track") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "joinedOn" INTEGER NOT NULL,
  "leftAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "track", "account"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "track_member_school_account" ON "track_member" ("school", "account");

CREATE TABLE "trainee" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "firstName" TEXT NOT NULL,
  "lastName" TEXT NOT NULL,
  "account" BLOB CHECK (length("account") = 16),
  "sharedSince" INTEGER,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "endedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "trainee_school_account" ON "trainee" ("school", "account");

CREATE TABLE "trainee_instructor" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "since" INTEGER NOT NULL,
  "addedBy" BLOB NOT NULL CHECK (length("addedBy") = 16),
  "seen" TEXT,
  PRIMARY KEY ("school", "trainee", "account"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "trainee_instructor_school_account" ON "trainee_instructor" ("school", "account");

CREATE TABLE "trainee_profile" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "email" TEXT NOT NULL,
  "telephone" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "ftn" TEXT NOT NULL,
  "biography" TEXT NOT NULL,
  "background" TEXT NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "isMinor" INTEGER NOT NULL DEFAULT FALSE CHECK ("isMinor" IN (0, 1)),
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "trainee" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "trainee_share" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "hash" BLOB NOT NULL,
  "createdBy" BLOB NOT NULL CHECK (length("createdBy") = 16),
  "createdAt" INTEGER NOT NULL,
  "expiresAt" INTEGER NOT NULL,
  "acceptedAt" INTEGER,
  "acceptedBy" BLOB CHECK (length("acceptedBy") = 16),
  "revokedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "trainee_share_school_trainee" ON "trainee_share" ("school", "trainee");
CREATE INDEX "trainee_share_school_acceptedBy" ON "trainee_share" ("school", "acceptedBy");
CREATE INDEX "trainee_share_acceptedBy" ON "trainee_share" ("acceptedBy");

CREATE TABLE "training_document" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "kind" BLOB NOT NULL CHECK (length("kind") = 16),
  "expires" INTEGER,
  "notes" TEXT NOT NULL,
  "uploadedBy" BLOB NOT NULL CHECK (length("uploadedBy") = 16),
  "uploadedAt" INTEGER NOT NULL,
  "rejectedAt" INTEGER,
  "rejectedBy" BLOB CHECK (length("rejectedBy") = 16),
  "reason" TEXT NOT NULL,
  "replacedAt" INTEGER,
  "deletedAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "training_document_school_trainee_kind" ON "training_document" ("school", "trainee", "kind");
CREATE INDEX "training_document_school_expires" ON "training_document" ("school", "expires");
CREATE INDEX "training_document_deletedAt" ON "training_document" ("deletedAt");

CREATE TABLE "training_document_page" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "document" BLOB NOT NULL CHECK (length("document") = 16),
  "place" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "hash" BLOB NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "document") REFERENCES "training_document" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "training_document_page_school_document" ON "training_document_page" ("school", "document");
CREATE INDEX "training_document_page_school_trainee" ON "training_document_page" ("school", "trainee");

CREATE TABLE "training_lesson" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "trainee" BLOB NOT NULL CHECK (length("trainee") = 16),
  "instructor" BLOB NOT NULL CHECK (length("instructor") = 16),
  "startsAt" INTEGER NOT NULL,
  "endsAt" INTEGER NOT NULL,
  "place" TEXT NOT NULL,
  "note" TEXT NOT NULL,
  "createdAt" INTEGER NOT NULL,
  "updatedAt" INTEGER NOT NULL,
  "cancelledAt" INTEGER,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "training_lesson_school_trainee_startsAt" ON "training_lesson" ("school", "trainee", "startsAt");
CREATE INDEX "training_lesson_school_instructor_startsAt" ON "training_lesson" ("school", "instructor", "startsAt");

CREATE TABLE "training_signature" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "id" BLOB NOT NULL CHECK (length("id") = 16),
  "checklist" BLOB NOT NULL CHECK (length("checklist") = 16),
  "number" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "hash" BLOB NOT NULL,
  "by" BLOB NOT NULL CHECK (length("by") = 16),
  "signedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "checklist", "number"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
) STRICT, WITHOUT ROWID;

CREATE TABLE "video_place" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "lesson" BLOB NOT NULL CHECK (length("lesson") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "second" INTEGER NOT NULL,
  "at" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "lesson", "account"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "video_place_school_account" ON "video_place" ("school", "account");

CREATE TABLE "waiting_picture" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "file" BLOB NOT NULL CHECK (length("file") = 16),
  "account" BLOB NOT NULL CHECK (length("account") = 16),
  "until" INTEGER NOT NULL,
  PRIMARY KEY ("school", "file"),
  FOREIGN KEY ("school") REFERENCES "tenant" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "waiting_picture_school_account" ON "waiting_picture" ("school", "account");
CREATE INDEX "waiting_picture_until" ON "waiting_picture" ("until");

CREATE TABLE "work_draft" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "text" TEXT NOT NULL,
  "link" TEXT NOT NULL,
  "savedAt" INTEGER NOT NULL,
  "seen" TEXT,
  PRIMARY KEY ("school", "assignment", "student"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "work_draft_school_student" ON "work_draft" ("school", "student");

CREATE TABLE "work_seen" (
  "school" BLOB NOT NULL CHECK (length("school") = 16),
  "assignment" BLOB NOT NULL CHECK (length("assignment") = 16),
  "student" BLOB NOT NULL CHECK (length("student") = 16),
  "at" INTEGER NOT NULL,
  "before" INTEGER,
  PRIMARY KEY ("school", "assignment", "student"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
) STRICT, WITHOUT ROWID;
CREATE INDEX "work_seen_school_student" ON "work_seen" ("school", "student");

CREATE INDEX member_school_kind_bucket ON member (school, kind, bucket);
CREATE INDEX student_search ON student (school, "leftAt", sort, id, number);

-- PostgreSQL

CREATE TABLE "absence" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "reason" text COLLATE "C",
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "withdrawnat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "absence_school_student_from" ON "absence" ("school", "student", "from");
CREATE INDEX "absence_school_until" ON "absence" ("school", "until");

CREATE TABLE "account" (
  "id" uuid NOT NULL,
  "username" text COLLATE "C",
  "email" text COLLATE "C",
  "name" text COLLATE "C" NOT NULL,
  "password" text COLLATE "C",
  "language" text COLLATE "C",
  "theme" text COLLATE "C",
  "scheme" text COLLATE "C",
  "terms" text COLLATE "C",
  "termsat" bigint,
  "lastschool" uuid,
  "createdat" bigint NOT NULL,
  "closedat" bigint,
  "zone" text COLLATE "C",
  "shelf" text COLLATE "C",
  "keys" text COLLATE "C",
  PRIMARY KEY ("id"),
  UNIQUE ("username"),
  UNIQUE ("email")
);

CREATE TABLE "announcement" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "audience" text COLLATE "C" NOT NULL CHECK ("audience" IN ('school', 'role', 'classroom', 'course')),
  "role" text COLLATE "C",
  "target" uuid,
  "author" uuid NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "pinned" boolean NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('draft', 'scheduled', 'published')),
  "publishat" bigint,
  "publishedat" bigint,
  "editedat" bigint,
  "retractedat" bigint,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "search" text COLLATE "C" NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
);
CREATE INDEX "announcement_school_pinned_publishedat_id" ON "announcement" ("school", "pinned", "publishedat", "id");
CREATE INDEX "announcement_school_state_publishat" ON "announcement" ("school", "state", "publishat");
CREATE INDEX "announcement_publishat" ON "announcement" ("publishat");

CREATE TABLE "announcement_file" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "announcement" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "createdat" bigint NOT NULL,
  "removedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "announcement_file_school_announcement" ON "announcement_file" ("school", "announcement");

CREATE TABLE "announcement_read" (
  "school" uuid NOT NULL,
  "announcement" uuid NOT NULL,
  "account" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "announcement", "account"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "announcement_read_school_account" ON "announcement_read" ("school", "account");

CREATE TABLE "announcement_version" (
  "school" uuid NOT NULL,
  "announcement" uuid NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "announcement", "language"),
  FOREIGN KEY ("school", "announcement") REFERENCES "announcement" ("school", "id")
);

CREATE TABLE "answer_score" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "question" uuid NOT NULL,
  "version" bigint NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('unanswered', 'pending', 'scored')),
  "points" bigint,
  "ismanual" boolean NOT NULL,
  "comment" text COLLATE "C",
  "by" uuid,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);

CREATE TABLE "arrival" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "received" bigint NOT NULL,
  "hash" bytea,
  "type" text COLLATE "C",
  "createdat" bigint NOT NULL,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "arrival_school_account" ON "arrival" ("school", "account");
CREATE INDEX "arrival_createdat" ON "arrival" ("createdat");

CREATE TABLE "arrival_piece" (
  "school" uuid NOT NULL,
  "arrival" uuid NOT NULL,
  "place" bigint NOT NULL,
  "hash" bytea NOT NULL,
  PRIMARY KEY ("school", "arrival", "place"),
  FOREIGN KEY ("school", "arrival") REFERENCES "arrival" ("school", "id")
);
CREATE INDEX "arrival_piece_hash" ON "arrival_piece" ("hash");

CREATE TABLE "assignment" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "about" text COLLATE "C" NOT NULL,
  "accepts" text COLLATE "C" NOT NULL,
  "opensat" bigint,
  "closesat" bigint,
  "attempts" bigint CHECK (attempts > 0),
  "lateallowed" boolean NOT NULL,
  "rubric" text NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "trash" text,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "assignment_school_course" ON "assignment" ("school", "course");

CREATE TABLE "assignment_sheet" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "file" uuid NOT NULL,
  "copied" boolean NOT NULL,
  "addedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "file"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "file") REFERENCES "file" ("school", "id")
);
CREATE INDEX "assignment_sheet_school_file" ON "assignment_sheet" ("school", "file");

CREATE TABLE "attempt_answer" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "question" uuid NOT NULL,
  "answer" text,
  "isflagged" boolean NOT NULL,
  "savedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);

CREATE TABLE "attempt_chance" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "chance" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);

CREATE TABLE "attempt_question" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "question" uuid NOT NULL,
  "version" bigint NOT NULL,
  "place" bigint NOT NULL,
  "points" bigint NOT NULL,
  "isdropped" boolean NOT NULL,
  "partial" text COLLATE "C" CHECK ("partial" IN ('all-or-nothing', 'right-minus-wrong', 'balanced')),
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id"),
  FOREIGN KEY ("school", "question", "version") REFERENCES "question_version" ("school", "question", "number")
);
CREATE INDEX "attempt_question_school_question" ON "attempt_question" ("school", "question");

CREATE TABLE "attempt_result" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "points" bigint NOT NULL,
  "possible" bigint NOT NULL,
  "ispending" boolean NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);
CREATE INDEX "attempt_result_school_ispending" ON "attempt_result" ("school", "ispending");

CREATE TABLE "bucket" (
  "num" bigint NOT NULL,
  "school" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "id" uuid NOT NULL,
  "head" bigint NOT NULL DEFAULT 0,
  "floor" bigint NOT NULL DEFAULT 0,
  "count" bigint NOT NULL DEFAULT 0,
  "sum" bigint,
  PRIMARY KEY ("num"),
  UNIQUE ("school", "kind", "id")
);

CREATE TABLE "bucket_row" (
  "bucket" bigint NOT NULL,
  "tbl" bigint NOT NULL,
  "row" bytea NOT NULL,
  "seq" bigint NOT NULL,
  "op" bigint NOT NULL CHECK ("op" IN (0, 1)),
  PRIMARY KEY ("bucket", "tbl", "row")
);

CREATE TABLE "calendar_choice" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "hebrew" boolean NOT NULL,
  "hijri" boolean NOT NULL,
  "shift" bigint NOT NULL CHECK ("shift" BETWEEN -1 AND 1),
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "checklist" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "template" uuid NOT NULL,
  "version" bigint NOT NULL,
  "progress" text COLLATE "C" NOT NULL,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "signedat" bigint,
  "deletedat" bigint,
  "versionbefore" bigint,
  "versionat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id"),
  FOREIGN KEY ("school", "template", "version") REFERENCES "checklist_version" ("school", "template", "number")
);
CREATE INDEX "checklist_school_trainee" ON "checklist" ("school", "trainee");
CREATE INDEX "checklist_school_template" ON "checklist" ("school", "template");

CREATE TABLE "checklist_comment" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "checklist" uuid NOT NULL,
  "by" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "acknowledgedby" uuid,
  "acknowledgedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
);
CREATE INDEX "checklist_comment_school_checklist" ON "checklist_comment" ("school", "checklist");

CREATE TABLE "checklist_note" (
  "school" uuid NOT NULL,
  "checklist" uuid NOT NULL,
  "item" bigint NOT NULL,
  "by" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "checklist", "item", "by"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
);

CREATE TABLE "checklist_template" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "draft" text COLLATE "C" NOT NULL,
  "nextkey" bigint NOT NULL,
  "version" bigint NOT NULL,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "retiredat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);

CREATE TABLE "checklist_version" (
  "school" uuid NOT NULL,
  "template" uuid NOT NULL,
  "number" bigint NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "hash" bytea NOT NULL,
  "publishedat" bigint NOT NULL,
  "publishedby" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "template", "number"),
  FOREIGN KEY ("school", "template") REFERENCES "checklist_template" ("school", "id")
);

CREATE TABLE "child_task" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "details" text COLLATE "C" NOT NULL,
  "day" bigint,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "doneat" bigint,
  "doneby" uuid,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "child_task_school_student_day" ON "child_task" ("school", "student", "day");

CREATE TABLE "class_size" (
  "school" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "day" bigint NOT NULL,
  "change" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "classroom", "day")
);

CREATE TABLE "class_teacher" (
  "school" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "account" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "classroom", "account"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "class_teacher_school_account" ON "class_teacher" ("school", "account");

CREATE TABLE "classroom" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "external" text COLLATE "C",
  "createdat" bigint NOT NULL,
  "archivedat" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "external"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "classroom_cover" (
  "school" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "file" uuid NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  PRIMARY KEY ("school", "classroom"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id")
);

CREATE TABLE "comment_phrase" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);
CREATE INDEX "comment_phrase_school_account" ON "comment_phrase" ("school", "account");

CREATE TABLE "consent" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "scope" text COLLATE "C" NOT NULL CHECK ("scope" IN ('photos', 'voice', 'sharing', 'services')),
  "answer" text COLLATE "C" NOT NULL CHECK ("answer" IN ('yes', 'no', 'withdrawn')),
  "source" text COLLATE "C" NOT NULL CHECK ("source" IN ('guardian', 'paper', 'order')),
  "guardian" uuid,
  "day" bigint NOT NULL,
  "note" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "consent_school_student_scope_at" ON "consent" ("school", "student", "scope", "at");

CREATE TABLE "consent_state" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "scope" text COLLATE "C" NOT NULL CHECK ("scope" IN ('photos', 'voice', 'sharing', 'services')),
  "allowed" boolean NOT NULL,
  "since" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "student", "scope"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "conversation" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('direct', 'course', 'class', 'staff')),
  "about" uuid,
  "title" text COLLATE "C" NOT NULL,
  "pair" text COLLATE "C",
  "last" bigint NOT NULL,
  "lastat" bigint NOT NULL,
  "lastby" uuid,
  "preview" text COLLATE "C" NOT NULL,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "pair"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "course" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "sort" text COLLATE "C" NOT NULL,
  "find" text COLLATE "C" NOT NULL,
  "subject" text COLLATE "C",
  "grade" text COLLATE "C",
  "about" text COLLATE "C" NOT NULL,
  "room" text COLLATE "C",
  "level" text COLLATE "C" NOT NULL CHECK ("level" IN ('regular', 'honors', 'advanced')),
  "credits" bigint,
  "capacity" bigint,
  "entry" text COLLATE "C" NOT NULL CHECK ("entry" IN ('open', 'approval', 'closed')),
  "from" bigint,
  "until" bigint,
  "dropuntil" bigint,
  "promoteuntil" bigint,
  "refusesclash" boolean NOT NULL,
  "term" text COLLATE "C",
  "publishedat" bigint,
  "archivedat" bigint,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "course_school_sort" ON "course" ("school", "sort");
CREATE INDEX "course_school_archivedat_sort" ON "course" ("school", "archivedat", "sort");

CREATE TABLE "course_item" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "module" uuid,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('lesson', 'assignment', 'quiz')),
  "title" text COLLATE "C" NOT NULL,
  "place" bigint NOT NULL,
  "dueat" bigint,
  "publishedat" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "module") REFERENCES "course_module" ("school", "id")
);
CREATE INDEX "course_item_school_course" ON "course_item" ("school", "course");
CREATE INDEX "course_item_school_module" ON "course_item" ("school", "module");
CREATE INDEX "course_item_school_dueat" ON "course_item" ("school", "dueat");

CREATE TABLE "course_item_withdrawn" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('lesson', 'assignment', 'quiz')),
  "dueat" bigint,
  "at" bigint NOT NULL,
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "course_item_withdrawn_school_course_at" ON "course_item_withdrawn" ("school", "course", "at");

CREATE TABLE "course_meeting" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "weekday" bigint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  "start" bigint NOT NULL,
  "end" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "weekday", "start"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);

CREATE TABLE "course_module" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "place" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "course_module_school_course" ON "course_module" ("school", "course");

CREATE TABLE "course_teacher" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "account" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "account"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "course_teacher_school_account" ON "course_teacher" ("school", "account");

CREATE TABLE "curriculum_node" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "parent" uuid,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('area', 'group', 'material', 'presentation')),
  "key" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  "frommonths" bigint,
  "untilmonths" bigint,
  "aims" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  "archivedat" bigint,
  "mergedinto" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "key"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "curriculum_node_school_parent_position" ON "curriculum_node" ("school", "parent", "position");

CREATE TABLE "deck" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "audience" text COLLATE "C" NOT NULL CHECK ("audience" IN ('school', 'classroom', 'person')),
  "target" uuid,
  "author" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "about" text COLLATE "C" NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "newperday" bigint NOT NULL,
  "reviewsperday" bigint NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
);
CREATE INDEX "deck_school_audience_target" ON "deck" ("school", "audience", "target");
CREATE INDEX "deck_school_author" ON "deck" ("school", "author");

CREATE TABLE "deck_setting" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "deck" uuid NOT NULL,
  "from" bigint NOT NULL,
  "scheduler" text COLLATE "C" NOT NULL,
  "retention" bigint NOT NULL,
  "learningsteps" text COLLATE "C" NOT NULL,
  "relearningsteps" text COLLATE "C" NOT NULL,
  "maxinterval" bigint NOT NULL,
  "parameters" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("by") REFERENCES "account" ("id")
);
CREATE INDEX "deck_setting_school_deck" ON "deck_setting" ("school", "deck");

CREATE TABLE "delivery" (
  "school" uuid NOT NULL,
  "notification" uuid NOT NULL,
  "channel" text COLLATE "C" NOT NULL CHECK ("channel" IN ('new', 'letter', 'push', 'mail', 'digest')),
  "target" uuid NOT NULL,
  "account" uuid,
  "about" uuid,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('waiting', 'sent', 'dropped', 'parked')),
  "dueat" bigint NOT NULL,
  "until" bigint,
  "tries" bigint NOT NULL,
  "leaseuntil" bigint,
  "why" text COLLATE "C",
  "sentat" bigint,
  "content" text,
  PRIMARY KEY ("school", "notification", "channel", "target")
);
CREATE INDEX "delivery_state_channel_dueat" ON "delivery" ("state", "channel", "dueat");
CREATE INDEX "delivery_school_account" ON "delivery" ("school", "account");

CREATE TABLE "document_endorsement" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "number" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "at" bigint NOT NULL,
  "hash" bytea NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "training_document" ("school", "id")
);
CREATE INDEX "document_endorsement_school_trainee" ON "document_endorsement" ("school", "trainee");

CREATE TABLE "document_kind" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "isrequired" boolean NOT NULL,
  "needsfile" boolean NOT NULL,
  "needsdate" boolean NOT NULL,
  "warningdays" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "isidentity" boolean NOT NULL DEFAULT FALSE,
  "isendorsed" boolean NOT NULL DEFAULT FALSE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "draft_file" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "file" uuid NOT NULL,
  "addedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student", "file"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "draft_file_school_student" ON "draft_file" ("school", "student");
CREATE INDEX "draft_file_school_file" ON "draft_file" ("school", "file");

CREATE TABLE "due_extension" (
  "school" uuid NOT NULL,
  "item" uuid NOT NULL,
  "student" uuid NOT NULL,
  "dueat" bigint NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "due_extension_school_student" ON "due_extension" ("school", "student");

CREATE TABLE "enrolment" (
  "school" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "student" uuid NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "classroom", "student", "from"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "enrolment_school_student" ON "enrolment" ("school", "student");

CREATE TABLE "epoch_cut" (
  "school" uuid NOT NULL,
  "epoch" bigint NOT NULL,
  "head" bigint NOT NULL,
  PRIMARY KEY ("school", "epoch")
);

CREATE TABLE "event" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "audience" text COLLATE "C" NOT NULL CHECK ("audience" IN ('school', 'class', 'course', 'person')),
  "target" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('event', 'holiday', 'exam')),
  "title" text COLLATE "C" NOT NULL,
  "place" text COLLATE "C",
  "note" text COLLATE "C",
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "start" bigint,
  "end" bigint,
  "zone" text COLLATE "C" NOT NULL,
  "rule" text COLLATE "C",
  "first" bigint NOT NULL,
  "last" bigint NOT NULL,
  "uid" text COLLATE "C" NOT NULL,
  "sequence" bigint NOT NULL,
  "by" uuid NOT NULL,
  "isimported" boolean NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "cancelledat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "uid"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "event_school_audience_target_last" ON "event" ("school", "audience", "target", "last");

CREATE TABLE "event_change" (
  "school" uuid NOT NULL,
  "event" uuid NOT NULL,
  "day" bigint NOT NULL,
  "isskipped" boolean NOT NULL,
  "title" text COLLATE "C",
  "place" text COLLATE "C",
  "from" bigint,
  "until" bigint,
  "start" bigint,
  "end" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "event", "day"),
  FOREIGN KEY ("school", "event") REFERENCES "event" ("school", "id")
);

CREATE TABLE "event_left" (
  "school" uuid NOT NULL,
  "event" uuid NOT NULL,
  "audience" text COLLATE "C" NOT NULL CHECK ("audience" IN ('school', 'class', 'course', 'person')),
  "target" uuid NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "start" bigint,
  "end" bigint,
  "zone" text COLLATE "C" NOT NULL,
  "rule" text COLLATE "C",
  "first" bigint NOT NULL,
  "last" bigint NOT NULL,
  "uid" text COLLATE "C" NOT NULL,
  "sequence" bigint NOT NULL,
  "at" bigint NOT NULL,
  PRIMARY KEY ("school", "event", "audience", "target"),
  FOREIGN KEY ("school", "event") REFERENCES "event" ("school", "id")
);
CREATE INDEX "event_left_school_audience_target_last" ON "event_left" ("school", "audience", "target", "last");

CREATE TABLE "familiar" (
  "key" bytea NOT NULL,
  "account" uuid NOT NULL,
  "seenat" bigint NOT NULL,
  PRIMARY KEY ("key"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "familiar_account_seenat" ON "familiar" ("account", "seenat");
CREATE INDEX "familiar_seenat" ON "familiar" ("seenat");

CREATE TABLE "feed" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "scope" text COLLATE "C" NOT NULL CHECK ("scope" IN ('person', 'child', 'class', 'course')),
  "target" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "createdat" bigint NOT NULL,
  "rotatedat" bigint NOT NULL,
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "feed_school_account" ON "feed" ("school", "account");

CREATE TABLE "feedback" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "comment" text COLLATE "C" NOT NULL,
  "levels" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student")
);

CREATE TABLE "feedback_file" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "file" uuid NOT NULL,
  "addedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student", "file")
);
CREATE INDEX "feedback_file_school_file" ON "feedback_file" ("school", "file");

CREATE TABLE "feedback_posted" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "comment" text COLLATE "C" NOT NULL,
  "levels" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student")
);
CREATE INDEX "feedback_posted_school_student" ON "feedback_posted" ("school", "student");

CREATE TABLE "file" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "size" bigint NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "account" uuid,
  "createdat" bigint NOT NULL,
  PRIMARY KEY ("school", "id")
);
CREATE INDEX "file_hash" ON "file" ("hash");
CREATE INDEX "file_school_account" ON "file" ("school", "account");

CREATE TABLE "flashcard_event" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "deck" uuid NOT NULL,
  "note" uuid NOT NULL,
  "ordinal" bigint NOT NULL,
  "act" text COLLATE "C" NOT NULL CHECK ("act" IN ('answer', 'undo', 'bury', 'suspend', 'resume', 'reset')),
  "grade" bigint,
  "milliseconds" bigint,
  "undoes" uuid,
  "at" bigint NOT NULL,
  "day" bigint NOT NULL,
  "device" text COLLATE "C" NOT NULL,
  "sequence" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "flashcard_event_school_account_note_ordinal" ON "flashcard_event" ("school", "account", "note", "ordinal");
CREATE INDEX "flashcard_event_school_account_deck_day" ON "flashcard_event" ("school", "account", "deck", "day");

CREATE TABLE "flashcard_media" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "deck" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "createdat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "flashcard_media_school_deck_name" ON "flashcard_media" ("school", "deck", "name");

CREATE TABLE "flashcard_note" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "deck" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('basic', 'both-ways', 'cloze')),
  "front" text COLLATE "C" NOT NULL,
  "back" text COLLATE "C" NOT NULL,
  "tags" text COLLATE "C" NOT NULL,
  "guid" text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  "cards" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id")
);
CREATE INDEX "flashcard_note_school_deck_position_cards_deletedat" ON "flashcard_note" ("school", "deck", "position", "cards", "deletedat");
CREATE INDEX "flashcard_note_school_deck_guid" ON "flashcard_note" ("school", "deck", "guid");

CREATE TABLE "flashcard_state" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "deck" uuid NOT NULL,
  "note" uuid NOT NULL,
  "ordinal" bigint NOT NULL,
  "phase" text COLLATE "C",
  "stability" bigint NOT NULL,
  "difficulty" bigint NOT NULL,
  "reviewed" bigint,
  "interval" bigint,
  "due" bigint NOT NULL,
  "dueat" bigint,
  "suspended" boolean NOT NULL,
  "burieduntil" bigint,
  "reviews" bigint NOT NULL,
  "lapses" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account", "note", "ordinal"),
  FOREIGN KEY ("school", "deck") REFERENCES "deck" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "flashcard_state_school_account_deck_due" ON "flashcard_state" ("school", "account", "deck", "due");
CREATE INDEX "flashcard_state_school_deck_account" ON "flashcard_state" ("school", "deck", "account");

CREATE TABLE "follower" (
  "name" text COLLATE "C" NOT NULL,
  "school" uuid NOT NULL,
  "seq" bigint NOT NULL,
  "tries" bigint NOT NULL,
  "parked" bigint NOT NULL,
  PRIMARY KEY ("name", "school")
);

CREATE TABLE "founding" (
  "account" uuid NOT NULL,
  "body" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  PRIMARY KEY ("account"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "founding_updatedat" ON "founding" ("updatedat");

CREATE TABLE "frozen_grade" (
  "school" uuid NOT NULL,
  "period" uuid NOT NULL,
  "student" uuid NOT NULL,
  "course" uuid NOT NULL,
  "percent" bigint,
  "letter" text COLLATE "C",
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
);
CREATE INDEX "frozen_grade_school_student" ON "frozen_grade" ("school", "student");

CREATE TABLE "grade_category" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('assignments', 'quizzes', 'participation', 'midterm', 'final', 'own')),
  "name" text COLLATE "C",
  "weight" bigint NOT NULL,
  "droplowest" bigint NOT NULL,
  "drophighest" bigint NOT NULL,
  "capped" boolean NOT NULL,
  "place" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "grade_category_school_course" ON "grade_category" ("school", "course");

CREATE TABLE "grade_item" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "category" uuid,
  "source" text COLLATE "C" NOT NULL CHECK ("source" IN ('assignment', 'quiz', 'manual')),
  "title" text COLLATE "C" NOT NULL,
  "possible" bigint NOT NULL,
  "place" bigint NOT NULL,
  "dueat" bigint,
  "counts" boolean NOT NULL,
  "neverdrop" boolean NOT NULL,
  "postsitself" boolean NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "grade_item_school_course" ON "grade_item" ("school", "course");

CREATE TABLE "grade_item_statistics" (
  "school" uuid NOT NULL,
  "item" uuid NOT NULL,
  "course" uuid NOT NULL,
  "count" bigint NOT NULL,
  "mean" bigint NOT NULL,
  "low" bigint NOT NULL,
  "high" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "item"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id")
);
CREATE INDEX "grade_item_statistics_school_course" ON "grade_item_statistics" ("school", "course");

CREATE TABLE "grade_override" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "student" uuid NOT NULL,
  "percent" bigint NOT NULL,
  "reason" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);

CREATE TABLE "grade_settings" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "scheme" text COLLATE "C" NOT NULL CHECK ("scheme" IN ('weighted', 'points')),
  "within" text COLLATE "C" NOT NULL CHECK ("within" IN ('points', 'equal-items')),
  "rounding" text COLLATE "C" NOT NULL CHECK ("rounding" IN ('hundredth', 'tenth', 'whole')),
  "capped" boolean NOT NULL,
  "latepercent" bigint NOT NULL,
  "lateinterval" text COLLATE "C" NOT NULL CHECK ("lateinterval" IN ('hour', 'day')),
  "latefloor" bigint NOT NULL,
  "lategrace" bigint NOT NULL,
  "missing" boolean NOT NULL,
  "missingpercent" bigint NOT NULL,
  "scale" text COLLATE "C" NOT NULL,
  "postsitself" boolean NOT NULL,
  "statistics" boolean NOT NULL,
  "updatedat" bigint NOT NULL,
  "before" text,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);

CREATE TABLE "grade_standing" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "student" uuid NOT NULL,
  "standing" text COLLATE "C" NOT NULL CHECK ("standing" IN ('audit', 'withdrawn')),
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);

CREATE TABLE "grading_period" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "weight" bigint,
  "closedat" bigint,
  "removedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "grading_period_school_course" ON "grading_period" ("school", "course");

CREATE TABLE "guardian" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "account" uuid NOT NULL,
  "relation" text COLLATE "C",
  "createdat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "student", "account"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "guardian_school_account" ON "guardian" ("school", "account");

CREATE TABLE "habit" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "cadence" text COLLATE "C" NOT NULL CHECK ("cadence" IN ('daily', 'weekly', 'monthly')),
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "endedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "habit_school_student" ON "habit" ("school", "student");

CREATE TABLE "habit_log" (
  "school" uuid NOT NULL,
  "habit" uuid NOT NULL,
  "day" bigint NOT NULL,
  "student" uuid NOT NULL,
  "done" boolean NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "habit", "day"),
  FOREIGN KEY ("school", "habit") REFERENCES "habit" ("school", "id")
);
CREATE INDEX "habit_log_school_student_day" ON "habit_log" ("school", "student", "day");

CREATE TABLE "holiday" (
  "school" uuid NOT NULL,
  "day" bigint NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "event" uuid,
  "until" bigint NOT NULL DEFAULT 0,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "day")
);

CREATE TABLE "home_call" (
  "school" uuid NOT NULL,
  "day" bigint NOT NULL,
  "student" uuid NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "day", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "identity_consent" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "giver" text COLLATE "C" NOT NULL CHECK ("giver" IN ('guardian', 'office')),
  "name" text COLLATE "C" NOT NULL,
  "words" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "withdrawnat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
);
CREATE INDEX "identity_consent_school_trainee" ON "identity_consent" ("school", "trainee");

CREATE TABLE "insight_answer" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "proposal" text COLLATE "C" NOT NULL,
  "accepted" boolean NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "student", "proposal"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);

CREATE TABLE "invite" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "role" text COLLATE "C" NOT NULL CHECK ("role" IN ('admin', 'teacher', 'student', 'guardian')),
  "label" text COLLATE "C" NOT NULL,
  "student" uuid,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "expiresat" bigint NOT NULL,
  "revokedat" bigint,
  "redeemedat" bigint,
  "redeemedby" uuid,
  "account" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "invite_school_createdat" ON "invite" ("school", "createdat");
CREATE INDEX "invite_school_account" ON "invite" ("school", "account");
CREATE INDEX "invite_school_student" ON "invite" ("school", "student");
CREATE INDEX "invite_school_redeemedat_revokedat" ON "invite" ("school", "redeemedat", "revokedat");

CREATE TABLE "job" (
  "id" uuid NOT NULL,
  "school" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "payload" text NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('waiting', 'running', 'done', 'parked')),
  "runat" bigint NOT NULL,
  "tries" bigint NOT NULL,
  "leaseuntil" bigint,
  "progress" text,
  "why" text COLLATE "C",
  "account" uuid,
  "createdat" bigint NOT NULL,
  "deaths" bigint NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
);
CREATE INDEX "job_state_runat" ON "job" ("state", "runat");
CREATE INDEX "job_school_createdat" ON "job" ("school", "createdat");

CREATE TABLE "journal" (
  "school" uuid NOT NULL,
  "seq" bigint NOT NULL,
  "at" bigint NOT NULL,
  "account" uuid,
  "command" text COLLATE "C" NOT NULL,
  "sending" uuid NOT NULL,
  "rows" text COLLATE "C" NOT NULL,
  "detailhash" bytea NOT NULL,
  "hash" bytea NOT NULL,
  PRIMARY KEY ("school", "seq")
);
CREATE INDEX "journal_school_account_seq" ON "journal" ("school", "account", "seq");
CREATE INDEX "journal_school_at_seq" ON "journal" ("school", "at", "seq");

CREATE TABLE "journal_detail" (
  "school" uuid NOT NULL,
  "seq" bigint NOT NULL,
  "body" text NOT NULL,
  PRIMARY KEY ("school", "seq"),
  FOREIGN KEY ("school", "seq") REFERENCES "journal" ("school", "seq")
);

CREATE TABLE "late_answer" (
  "school" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "question" uuid NOT NULL,
  "answer" text,
  "typedat" bigint NOT NULL,
  "at" bigint NOT NULL,
  "leftat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "attempt", "question"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);

CREATE TABLE "leaderboard_runner" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "student" uuid NOT NULL,
  "joinedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "leaderboard_runner_school_student" ON "leaderboard_runner" ("school", "student");

CREATE TABLE "lease" (
  "name" text COLLATE "C" NOT NULL,
  "holder" uuid NOT NULL,
  "until" bigint NOT NULL,
  PRIMARY KEY ("name")
);

CREATE TABLE "lesson" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "minutes" bigint CHECK (minutes > 0),
  "video" text COLLATE "C",
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "trash" text,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "lesson_school_course" ON "lesson" ("school", "course");

CREATE TABLE "lesson_done" (
  "school" uuid NOT NULL,
  "lesson" uuid NOT NULL,
  "student" uuid NOT NULL,
  "course" uuid NOT NULL,
  "at" bigint NOT NULL,
  "day" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "lesson", "student"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "lesson_done_school_student" ON "lesson_done" ("school", "student");
CREATE INDEX "lesson_done_school_course" ON "lesson_done" ("school", "course");

CREATE TABLE "lesson_file" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "lesson" uuid NOT NULL,
  "use" text COLLATE "C" NOT NULL CHECK ("use" IN ('picture', 'attachment', 'video', 'captions')),
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "about" text COLLATE "C" NOT NULL,
  "language" text COLLATE "C",
  "createdat" bigint NOT NULL,
  "removedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "lesson_file_school_lesson" ON "lesson_file" ("school", "lesson");

CREATE TABLE "lesson_note" (
  "school" uuid NOT NULL,
  "lesson" uuid NOT NULL,
  "account" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "lesson", "account"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id")
);
CREATE INDEX "lesson_note_school_account" ON "lesson_note" ("school", "account");

CREATE TABLE "letter_scale" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "steps" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "retiredat" bigint,
  "repeats" text COLLATE "C",
  "honors" bigint,
  "advanced" bigint,
  "statistics" boolean,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);

CREATE TABLE "log_entry" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "checklist" uuid,
  "lesson" uuid,
  "by" uuid NOT NULL,
  "day" bigint NOT NULL,
  "aircraft" text COLLATE "C" NOT NULL,
  "from" text COLLATE "C" NOT NULL,
  "to" text COLLATE "C" NOT NULL,
  "note" text COLLATE "C" NOT NULL,
  "total" bigint NOT NULL,
  "dual" bigint NOT NULL,
  "solo" bigint NOT NULL,
  "night" bigint NOT NULL,
  "instrument" bigint NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "own1" bigint NOT NULL DEFAULT 0,
  "own2" bigint NOT NULL DEFAULT 0,
  "own3" bigint NOT NULL DEFAULT 0,
  "own4" bigint NOT NULL DEFAULT 0,
  "own5" bigint NOT NULL DEFAULT 0,
  "own6" bigint NOT NULL DEFAULT 0,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id")
);
CREATE INDEX "log_entry_school_trainee_day" ON "log_entry" ("school", "trainee", "day");
CREATE INDEX "log_entry_school_checklist" ON "log_entry" ("school", "checklist");
CREATE INDEX "log_entry_school_lesson" ON "log_entry" ("school", "lesson");

CREATE TABLE "log_scheme" (
  "school" uuid NOT NULL,
  "style" text COLLATE "C" NOT NULL CHECK ("style" IN ('clock', 'decimal')),
  "names" text COLLATE "C" NOT NULL,
  "hidden" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "mark" (
  "school" uuid NOT NULL,
  "sitting" uuid NOT NULL,
  "student" uuid NOT NULL,
  "status" text COLLATE "C" NOT NULL CHECK ("status" IN ('present', 'late', 'absent', 'excused')),
  "note" text COLLATE "C",
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "sitting", "student"),
  FOREIGN KEY ("school", "sitting") REFERENCES "sitting" ("school", "id")
);
CREATE INDEX "mark_school_student_sitting_status" ON "mark" ("school", "student", "sitting", "status");

CREATE TABLE "mark_before" (
  "school" uuid NOT NULL,
  "sitting" uuid NOT NULL,
  "student" uuid NOT NULL,
  "at" bigint NOT NULL,
  "by" uuid NOT NULL,
  "status" text COLLATE "C",
  "note" text COLLATE "C",
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "sitting", "student", "at", "by")
);

CREATE TABLE "member" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "bucket" uuid NOT NULL,
  "granted" bigint NOT NULL,
  "revoked" bigint,
  PRIMARY KEY ("school", "account", "kind", "bucket", "granted")
);

CREATE TABLE "membership" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "role" text COLLATE "C" NOT NULL CHECK ("role" IN ('owner', 'admin', 'teacher', 'student', 'guardian')),
  "joinedat" bigint NOT NULL,
  "sort" text COLLATE "C" NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "membership_account" ON "membership" ("account");
CREATE INDEX "membership_school_sort" ON "membership" ("school", "sort");
CREATE INDEX "membership_school_role_account" ON "membership" ("school", "role", "account");

CREATE TABLE "message" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "conversation" uuid NOT NULL,
  "number" bigint NOT NULL,
  "sender" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "find" text COLLATE "C" NOT NULL,
  "at" bigint NOT NULL,
  "editedat" bigint,
  "deletedat" bigint,
  "deletedby" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "conversation", "number"),
  FOREIGN KEY ("school", "conversation") REFERENCES "conversation" ("school", "id")
);

CREATE TABLE "message_file" (
  "school" uuid NOT NULL,
  "message" uuid NOT NULL,
  "file" uuid NOT NULL,
  "place" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "message", "file"),
  FOREIGN KEY ("school", "message") REFERENCES "message" ("school", "id")
);

CREATE TABLE "message_policy" (
  "school" uuid NOT NULL,
  "studentstalk" boolean NOT NULL,
  "includesguardians" boolean NOT NULL,
  "updatedat" bigint NOT NULL,
  "groupsincludeguardians" boolean NOT NULL DEFAULT FALSE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "message_report" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "message" uuid NOT NULL,
  "conversation" uuid NOT NULL,
  "by" uuid NOT NULL,
  "sender" uuid NOT NULL,
  "reason" text COLLATE "C" NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "at" bigint NOT NULL,
  "settledat" bigint,
  "settledby" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "message") REFERENCES "message" ("school", "id")
);
CREATE INDEX "message_report_school_at" ON "message_report" ("school", "at");
CREATE INDEX "message_report_school_settledat" ON "message_report" ("school", "settledat");

CREATE TABLE "notice_mute" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "subject" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account", "subject"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);

CREATE TABLE "notice_preference" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "digestat" bigint NOT NULL,
  "quietfrom" bigint,
  "quietuntil" bigint,
  "restsonweekends" boolean NOT NULL,
  "leads" text COLLATE "C" NOT NULL,
  "refused" text COLLATE "C",
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);

CREATE TABLE "notice_way" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "push" boolean NOT NULL,
  "mail" text COLLATE "C" NOT NULL CHECK ("mail" IN ('off', 'once', 'digest')),
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account", "kind"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);

CREATE TABLE "notification" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL,
  "phrase" text NOT NULL,
  "path" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "readat" bigint,
  "student" uuid,
  "thing" uuid,
  "moment" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "notification_school_account_createdat" ON "notification" ("school", "account", "createdat");
CREATE INDEX "notification_school_kind_moment" ON "notification" ("school", "kind", "moment");
CREATE INDEX "notification_school_thing" ON "notification" ("school", "thing");

CREATE TABLE "observation" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "author" uuid NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('draft', 'complete', 'home')),
  "text" text COLLATE "C" NOT NULL,
  "search" text COLLATE "C" NOT NULL,
  "happenedat" bigint NOT NULL,
  "writtenat" bigint NOT NULL,
  "primary" uuid NOT NULL,
  "children" text COLLATE "C" NOT NULL,
  "tags" text COLLATE "C" NOT NULL,
  "acceptedby" uuid,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "primary") REFERENCES "student" ("school", "id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
);
CREATE INDEX "observation_school_author_happenedat" ON "observation" ("school", "author", "happenedat");
CREATE INDEX "observation_school_happenedat" ON "observation" ("school", "happenedat");

CREATE TABLE "observation_before" (
  "school" uuid NOT NULL,
  "observation" uuid NOT NULL,
  "at" bigint NOT NULL,
  "by" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "observation", "at"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
);

CREATE TABLE "observation_child" (
  "school" uuid NOT NULL,
  "observation" uuid NOT NULL,
  "student" uuid NOT NULL,
  "happenedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "observation", "student"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
);
CREATE INDEX "observation_child_school_student_happenedat" ON "observation_child" ("school", "student", "happenedat");

CREATE TABLE "observation_file" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "observation" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('picture', 'sound', 'other')),
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "children" text COLLATE "C" NOT NULL,
  "onlythese" boolean,
  "hidden" boolean NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "observation_file_school_observation_at" ON "observation_file" ("school", "observation", "at");

CREATE TABLE "observation_share" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "observation" uuid NOT NULL,
  "student" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "happenedat" bigint NOT NULL,
  "files" text COLLATE "C" NOT NULL,
  "kinds" text COLLATE "C" NOT NULL,
  "hidden" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "withdrawnat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "observation", "student"),
  FOREIGN KEY ("school", "observation") REFERENCES "observation" ("school", "id")
);
CREATE INDEX "observation_share_school_student_happenedat" ON "observation_share" ("school", "student", "happenedat");

CREATE TABLE "outside_request" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "id" uuid NOT NULL,
  "use" text COLLATE "C" NOT NULL CHECK ("use" IN ('summary', 'insights', 'transcript')),
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "size" bigint NOT NULL,
  "outcome" text COLLATE "C" NOT NULL CHECK ("outcome" IN ('answered', 'missing', 'timed-out', 'refused', 'unreachable', 'large', 'malformed', 'busy')),
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "student", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "outside_request_school_at" ON "outside_request" ("school", "at");

CREATE TABLE "own_file" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('picture', 'drawing', 'document', 'sound', 'text', 'other')),
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "hassmallcopy" boolean NOT NULL,
  "createdat" bigint NOT NULL,
  "deletedat" bigint,
  "hasstrokes" boolean NOT NULL DEFAULT FALSE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "own_file_school_account_createdat" ON "own_file" ("school", "account", "createdat");
CREATE INDEX "own_file_deletedat" ON "own_file" ("deletedat");

CREATE TABLE "parked" (
  "follower" text COLLATE "C" NOT NULL,
  "school" uuid NOT NULL,
  "seq" bigint NOT NULL,
  "why" text COLLATE "C" NOT NULL,
  "at" bigint NOT NULL,
  PRIMARY KEY ("follower", "school", "seq")
);

CREATE TABLE "period_override" (
  "school" uuid NOT NULL,
  "period" uuid NOT NULL,
  "student" uuid NOT NULL,
  "course" uuid NOT NULL,
  "percent" bigint NOT NULL,
  "reason" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
);
CREATE INDEX "period_override_school_course" ON "period_override" ("school", "course");

CREATE TABLE "person" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "role" text COLLATE "C",
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("id") REFERENCES "account" ("id")
);
CREATE INDEX "person_id" ON "person" ("id");
CREATE INDEX "person_school_role" ON "person" ("school", "role");

CREATE TABLE "place_mark" (
  "name" text COLLATE "C" NOT NULL,
  "value" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("name")
);

CREATE TABLE "post_secret" (
  "name" text COLLATE "C" NOT NULL,
  "value" bytea NOT NULL,
  PRIMARY KEY ("name")
);

CREATE TABLE "posted_override" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "student" uuid NOT NULL,
  "percent" bigint NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "posted_override_school_student" ON "posted_override" ("school", "student");

CREATE TABLE "posted_period_override" (
  "school" uuid NOT NULL,
  "period" uuid NOT NULL,
  "student" uuid NOT NULL,
  "course" uuid NOT NULL,
  "percent" bigint NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "period", "student"),
  FOREIGN KEY ("school", "period") REFERENCES "grading_period" ("school", "id")
);
CREATE INDEX "posted_period_override_school_course" ON "posted_period_override" ("school", "course");
CREATE INDEX "posted_period_override_school_student" ON "posted_period_override" ("school", "student");

CREATE TABLE "posted_score" (
  "school" uuid NOT NULL,
  "item" uuid NOT NULL,
  "student" uuid NOT NULL,
  "course" uuid NOT NULL,
  "raw" bigint,
  "excused" boolean NOT NULL,
  "lateseconds" bigint NOT NULL,
  "pending" boolean NOT NULL,
  "comment" text COLLATE "C",
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "postedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "posted_score_school_student_course" ON "posted_score" ("school", "student", "course");
CREATE INDEX "posted_score_school_course" ON "posted_score" ("school", "course");

CREATE TABLE "prerequisite" (
  "school" uuid NOT NULL,
  "presentation" uuid NOT NULL,
  "needs" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "presentation", "needs"),
  FOREIGN KEY ("school", "presentation") REFERENCES "curriculum_node" ("school", "id")
);
CREATE INDEX "prerequisite_school_needs" ON "prerequisite" ("school", "needs");

CREATE TABLE "presentation_act" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "presentation" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('presented', 'practised', 'mastered', 'needs-attention', 'set-back')),
  "day" bigint NOT NULL,
  "note" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "withdrawnat" bigint,
  "withdrawnby" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "presentation_act_school_student_presentation_day" ON "presentation_act" ("school", "student", "presentation", "day");
CREATE INDEX "presentation_act_school_presentation_day" ON "presentation_act" ("school", "presentation", "day");

CREATE TABLE "presentation_plan" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "presentation" uuid,
  "title" text COLLATE "C" NOT NULL,
  "details" text COLLATE "C" NOT NULL,
  "day" bigint,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "doneat" bigint,
  "doneby" uuid,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "presentation_plan_school_student_day" ON "presentation_plan" ("school", "student", "day");

CREATE TABLE "progress_settings" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "streaks" boolean NOT NULL,
  "leaderboard" boolean NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);

CREATE TABLE "push_device" (
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('web', 'apple')),
  "endpoint" text COLLATE "C" NOT NULL,
  "key" bytea NOT NULL,
  "secret" bytea NOT NULL,
  "session" uuid,
  "agent" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  PRIMARY KEY ("id"),
  UNIQUE ("endpoint"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "push_device_account" ON "push_device" ("account");

CREATE TABLE "question" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "quiz" uuid,
  "author" uuid NOT NULL,
  "place" bigint NOT NULL,
  "points" bigint,
  "tags" text COLLATE "C" NOT NULL,
  "sort" text COLLATE "C" NOT NULL,
  "version" bigint NOT NULL,
  "removedat" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id")
);
CREATE INDEX "question_school_quiz_place" ON "question" ("school", "quiz", "place");
CREATE INDEX "question_school_course" ON "question" ("school", "course");
CREATE INDEX "question_school_author" ON "question" ("school", "author");
CREATE INDEX "question_school_quiz_id" ON "question" ("school", "quiz", "id");

CREATE TABLE "question_key" (
  "school" uuid NOT NULL,
  "question" uuid NOT NULL,
  "number" bigint NOT NULL,
  "key" text NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "question", "number"),
  FOREIGN KEY ("school", "question", "number") REFERENCES "question_version" ("school", "question", "number")
);

CREATE TABLE "question_picture" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "question" uuid NOT NULL,
  "course" uuid NOT NULL,
  "author" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "question_picture_school_question" ON "question_picture" ("school", "question");
CREATE INDEX "question_picture_school_course" ON "question_picture" ("school", "course");
CREATE INDEX "question_picture_school_author" ON "question_picture" ("school", "author");

CREATE TABLE "question_version" (
  "school" uuid NOT NULL,
  "question" uuid NOT NULL,
  "number" bigint NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('single', 'multiple', 'true-false', 'short', 'blanks', 'numeric', 'matching', 'essay')),
  "face" text NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "question", "number"),
  FOREIGN KEY ("school", "question") REFERENCES "question" ("school", "id")
);

CREATE TABLE "quiz" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "about" text COLLATE "C" NOT NULL,
  "minutes" bigint,
  "points" bigint NOT NULL,
  "passing" bigint,
  "attempts" bigint,
  "counting" text COLLATE "C" NOT NULL CHECK ("counting" IN ('highest', 'latest', 'first', 'average')),
  "partial" text COLLATE "C" NOT NULL CHECK ("partial" IN ('all-or-nothing', 'right-minus-wrong', 'balanced')),
  "shufflesquestions" boolean NOT NULL,
  "shufflesoptions" boolean NOT NULL,
  "showing" text COLLATE "C" NOT NULL CHECK ("showing" IN ('at-once', 'after-due')),
  "layout" text COLLATE "C" NOT NULL CHECK ("layout" IN ('one', 'all')),
  "language" text COLLATE "C" NOT NULL,
  "opensat" bigint,
  "closesat" bigint,
  "updatedat" bigint NOT NULL,
  "showsmarks" boolean NOT NULL DEFAULT TRUE,
  "asks" boolean NOT NULL DEFAULT FALSE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "course_item" ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "quiz_school_course" ON "quiz" ("school", "course");

CREATE TABLE "quiz_attempt" (
  "school" uuid NOT NULL,
  "quiz" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "number" bigint NOT NULL,
  "startedat" bigint NOT NULL,
  "deadline" bigint,
  "submittedat" bigint,
  "end" text COLLATE "C" CHECK ("end" IN ('student', 'deadline', 'teacher')),
  "skew" bigint,
  "savedat" bigint NOT NULL,
  "day" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "quiz", "id"),
  UNIQUE ("school", "id"),
  UNIQUE ("school", "quiz", "student", "number"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "quiz_attempt_school_student" ON "quiz_attempt" ("school", "student");

CREATE TABLE "quiz_time" (
  "school" uuid NOT NULL,
  "quiz" uuid NOT NULL,
  "student" uuid NOT NULL,
  "hundredths" bigint NOT NULL CHECK (hundredths BETWEEN 100 AND 500),
  "extraminutes" bigint NOT NULL,
  "closesat" bigint,
  "extraattempts" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "quiz", "student"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "quiz_trash" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "course" uuid NOT NULL,
  "trash" text NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id")
);
CREATE INDEX "quiz_trash_school_course" ON "quiz_trash" ("school", "course");

CREATE TABLE "receipt" (
  "school" uuid NOT NULL,
  "sending" uuid NOT NULL,
  "account" uuid,
  "command" text COLLATE "C" NOT NULL,
  "answer" text COLLATE "C" NOT NULL,
  "seq" bigint NOT NULL,
  "at" bigint NOT NULL,
  "digest" bytea,
  PRIMARY KEY ("school", "sending")
);
CREATE INDEX "receipt_at" ON "receipt" ("at");

CREATE TABLE "record" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "openedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "student" ("school", "id")
);

CREATE TABLE "record_tag" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "taxonomy" text COLLATE "C" NOT NULL CHECK ("taxonomy" IN ('area', 'material', 'work')),
  "name" text COLLATE "C" NOT NULL,
  "archivedat" bigint,
  "mergedinto" uuid,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "taxonomy", "name"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "regrade" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "quiz" uuid NOT NULL,
  "question" uuid NOT NULL,
  "option" text COLLATE "C" NOT NULL CHECK ("option" IN ('current-and-previous', 'current-only', 'full-credit', 'drop', 'none')),
  "includesmanual" boolean NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "undoneat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "quiz") REFERENCES "quiz" ("school", "id")
);
CREATE INDEX "regrade_school_quiz" ON "regrade" ("school", "quiz");

CREATE TABLE "regrade_step" (
  "school" uuid NOT NULL,
  "regrade" uuid NOT NULL,
  "attempt" uuid NOT NULL,
  "before" text NOT NULL,
  "after" text NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "regrade", "attempt"),
  FOREIGN KEY ("school", "regrade") REFERENCES "regrade" ("school", "id"),
  FOREIGN KEY ("school", "attempt") REFERENCES "quiz_attempt" ("school", "id")
);

CREATE TABLE "roster_class" (
  "school" uuid NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "classroom" uuid NOT NULL,
  "code" text COLLATE "C" NOT NULL,
  "course" text COLLATE "C" NOT NULL,
  "coursetitle" text COLLATE "C" NOT NULL,
  "grades" text COLLATE "C" NOT NULL,
  "terms" text COLLATE "C" NOT NULL,
  "org" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("school", "key")
);
CREATE INDEX "roster_class_school_classroom" ON "roster_class" ("school", "classroom");

CREATE TABLE "roster_enrolment" (
  "school" uuid NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "classroom" uuid NOT NULL,
  "student" uuid,
  "account" uuid,
  "role" text COLLATE "C" NOT NULL CHECK ("role" IN ('student', 'teacher', 'guardian', 'admin')),
  "isprimary" boolean NOT NULL,
  "begin" text COLLATE "C" NOT NULL,
  "end" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("school", "key")
);
CREATE INDEX "roster_enrolment_school_classroom_student" ON "roster_enrolment" ("school", "classroom", "student");
CREATE INDEX "roster_enrolment_school_classroom_account" ON "roster_enrolment" ("school", "classroom", "account");

CREATE TABLE "roster_import" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "removes" boolean NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('waiting', 'ready', 'refused', 'applying', 'done', 'failed')),
  "confirmed" bigint,
  "report" text,
  "by" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "appliedat" bigint,
  "answers" text,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);
CREATE INDEX "roster_import_school_createdat" ON "roster_import" ("school", "createdat");

CREATE TABLE "roster_organisation" (
  "school" uuid NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "parent" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("school", "key")
);

CREATE TABLE "roster_person" (
  "school" uuid NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "student" uuid,
  "account" uuid,
  "role" text COLLATE "C" NOT NULL CHECK ("role" IN ('student', 'teacher', 'guardian', 'admin')),
  "given" text COLLATE "C" NOT NULL,
  "family" text COLLATE "C" NOT NULL,
  "username" text COLLATE "C" NOT NULL,
  "email" text COLLATE "C" NOT NULL,
  "number" text COLLATE "C" NOT NULL,
  "cohorts" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("school", "key")
);
CREATE INDEX "roster_person_school_student" ON "roster_person" ("school", "student");
CREATE INDEX "roster_person_school_account" ON "roster_person" ("school", "account");
CREATE INDEX "roster_person_school_username" ON "roster_person" ("school", "username");
CREATE INDEX "roster_person_school_email" ON "roster_person" ("school", "email");
CREATE INDEX "roster_person_school_number" ON "roster_person" ("school", "number");

CREATE TABLE "roster_term" (
  "school" uuid NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "begin" text COLLATE "C" NOT NULL,
  "end" text COLLATE "C" NOT NULL,
  "parent" text COLLATE "C" NOT NULL,
  "year" text COLLATE "C" NOT NULL,
  PRIMARY KEY ("school", "key")
);

CREATE TABLE "rubric_before" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "at" bigint NOT NULL,
  "rubric" text NOT NULL,
  "possible" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "at"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id")
);

CREATE TABLE "school" (
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('k12', 'montessori', 'training', 'study')),
  "zone" text COLLATE "C" NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "theme" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "correctiondays" bigint,
  "rate" text COLLATE "C",
  "lockedat" bigint,
  "picture" uuid,
  "filesize" bigint,
  "personsize" bigint,
  "daystart" bigint,
  "trains" boolean,
  "outside" text COLLATE "C",
  PRIMARY KEY ("id"),
  FOREIGN KEY ("id") REFERENCES "tenant" ("id")
);

CREATE TABLE "school_term" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);

CREATE TABLE "score" (
  "school" uuid NOT NULL,
  "item" uuid NOT NULL,
  "student" uuid NOT NULL,
  "raw" bigint,
  "excused" boolean NOT NULL,
  "lateseconds" bigint NOT NULL,
  "pending" boolean NOT NULL,
  "comment" text COLLATE "C",
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "item", "student"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "score_school_student" ON "score" ("school", "student");

CREATE TABLE "score_before" (
  "school" uuid NOT NULL,
  "item" uuid NOT NULL,
  "student" uuid NOT NULL,
  "at" bigint NOT NULL,
  "raw" bigint,
  "excused" boolean NOT NULL,
  "lateseconds" bigint NOT NULL,
  "pending" boolean NOT NULL,
  "comment" text COLLATE "C",
  "by" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "item", "student", "at"),
  FOREIGN KEY ("school", "item") REFERENCES "grade_item" ("school", "id")
);

CREATE TABLE "seat" (
  "school" uuid NOT NULL,
  "course" uuid NOT NULL,
  "student" uuid NOT NULL,
  "state" text COLLATE "C" NOT NULL CHECK ("state" IN ('pending', 'enrolled', 'waitlisted', 'drop-requested', 'dropped', 'denied', 'removed', 'completed', 'left')),
  "requestedat" bigint NOT NULL,
  "changedat" bigint NOT NULL,
  "by" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "course", "student"),
  FOREIGN KEY ("school", "course") REFERENCES "course" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "seat_school_student" ON "seat" ("school", "student");
CREATE INDEX "seat_school_course_state_requestedat" ON "seat" ("school", "course", "state", "requestedat");
CREATE INDEX "seat_school_state" ON "seat" ("school", "state");

CREATE TABLE "session" (
  "hash" bytea NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "csrf" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "seenat" bigint NOT NULL,
  "agent" text COLLATE "C" NOT NULL,
  "source" text COLLATE "C" NOT NULL,
  "lastschool" uuid,
  PRIMARY KEY ("hash"),
  UNIQUE ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "session_account" ON "session" ("account");

CREATE TABLE "signature_key" (
  "name" text COLLATE "C" NOT NULL,
  "value" bytea NOT NULL,
  PRIMARY KEY ("name")
);

CREATE TABLE "signature_seal" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "checklist" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "key" bytea NOT NULL,
  "seal" bytea NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "training_signature" ("school", "id")
);
CREATE INDEX "signature_seal_school_checklist" ON "signature_seal" ("school", "checklist");

CREATE TABLE "sitting" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "slot" uuid NOT NULL,
  "day" bigint NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "start" bigint NOT NULL,
  "end" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);
CREATE INDEX "sitting_school_classroom_day" ON "sitting" ("school", "classroom", "day");
CREATE INDEX "sitting_school_day" ON "sitting" ("school", "day");

CREATE TABLE "sitting_count" (
  "school" uuid NOT NULL,
  "sitting" uuid NOT NULL,
  "present" bigint NOT NULL,
  "late" bigint NOT NULL,
  "absent" bigint NOT NULL,
  "excused" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "sitting"),
  FOREIGN KEY ("school", "sitting") REFERENCES "sitting" ("school", "id")
);

CREATE TABLE "slot" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "classroom" uuid NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "weekday" bigint NOT NULL CHECK ("weekday" BETWEEN 1 AND 7),
  "start" bigint NOT NULL,
  "end" bigint NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "classroom") REFERENCES "classroom" ("school", "id")
);
CREATE INDEX "slot_school_classroom" ON "slot" ("school", "classroom");
CREATE INDEX "slot_school_weekday" ON "slot" ("school", "weekday");

CREATE TABLE "student" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "given" text COLLATE "C" NOT NULL,
  "family" text COLLATE "C" NOT NULL,
  "called" text COLLATE "C",
  "number" text COLLATE "C",
  "account" uuid,
  "sort" text COLLATE "C" NOT NULL,
  "external" text COLLATE "C",
  "createdat" bigint NOT NULL,
  "leftat" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "number"),
  UNIQUE ("school", "external"),
  UNIQUE ("school", "account"),
  FOREIGN KEY ("school") REFERENCES "school" ("id")
);
CREATE INDEX "student_school_sort" ON "student" ("school", "sort");

CREATE TABLE "student_birthday" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "day" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "student_note" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "student_photo" (
  "school" uuid NOT NULL,
  "student" uuid NOT NULL,
  "file" uuid NOT NULL,
  "by" uuid NOT NULL,
  "at" bigint NOT NULL,
  PRIMARY KEY ("school", "student"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);

CREATE TABLE "study_log" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "track" uuid NOT NULL,
  "day" bigint NOT NULL,
  "items" text COLLATE "C" NOT NULL,
  "ticks" text COLLATE "C" NOT NULL,
  "tappedat" bigint NOT NULL,
  "zone" text COLLATE "C" NOT NULL,
  "late" boolean NOT NULL,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account", "track", "day"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);

CREATE TABLE "study_pause" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "study_pause_school_account" ON "study_pause" ("school", "account");

CREATE TABLE "study_reminder" (
  "school" uuid NOT NULL,
  "account" uuid NOT NULL,
  "minute" bigint NOT NULL,
  "track" uuid,
  "ison" boolean NOT NULL,
  "incalendar" boolean NOT NULL,
  "toldon" bigint,
  "updatedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "account"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);

CREATE TABLE "submission" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "attempt" bigint NOT NULL CHECK (attempt > 0),
  "text" text COLLATE "C" NOT NULL,
  "link" text COLLATE "C" NOT NULL,
  "submittedat" bigint NOT NULL,
  "pressedat" bigint,
  "by" uuid NOT NULL,
  "day" bigint,
  "claim" text COLLATE "C",
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student", "attempt"),
  UNIQUE ("school", "id"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "submission_school_student" ON "submission" ("school", "student");

CREATE TABLE "submission_file" (
  "school" uuid NOT NULL,
  "submission" uuid NOT NULL,
  "file" uuid NOT NULL,
  "place" bigint NOT NULL,
  "student" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "submission", "file"),
  FOREIGN KEY ("school", "submission") REFERENCES "submission" ("school", "id")
);
CREATE INDEX "submission_file_school_student" ON "submission_file" ("school", "student");
CREATE INDEX "submission_file_school_file" ON "submission_file" ("school", "file");

CREATE TABLE "summary" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "student" uuid NOT NULL,
  "from" bigint NOT NULL,
  "until" bigint NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "by" uuid NOT NULL,
  "updatedat" bigint NOT NULL,
  "sentat" bigint,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "record" ("school", "id")
);
CREATE INDEX "summary_school_student_until" ON "summary" ("school", "student", "until");

CREATE TABLE "summary_reply" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "summary" uuid NOT NULL,
  "student" uuid NOT NULL,
  "guardian" uuid NOT NULL,
  "author" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "summary") REFERENCES "summary" ("school", "id")
);
CREATE INDEX "summary_reply_school_summary_at" ON "summary_reply" ("school", "summary", "at");
CREATE INDEX "summary_reply_school_student_at" ON "summary_reply" ("school", "student", "at");

CREATE TABLE "talker" (
  "school" uuid NOT NULL,
  "conversation" uuid NOT NULL,
  "account" uuid NOT NULL,
  "joinedat" bigint NOT NULL,
  "leftat" bigint,
  "read" bigint NOT NULL,
  "readat" bigint,
  "muted" boolean NOT NULL,
  "guest" boolean NOT NULL,
  "since" bigint NOT NULL,
  "told" uuid,
  "here" boolean NOT NULL DEFAULT TRUE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "conversation", "account"),
  FOREIGN KEY ("school", "conversation") REFERENCES "conversation" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "talker_school_account" ON "talker" ("school", "account");

CREATE TABLE "tally" (
  "school" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "number" bigint NOT NULL,
  PRIMARY KEY ("school", "name")
);

CREATE TABLE "tenant" (
  "id" uuid NOT NULL,
  "head" bigint NOT NULL,
  "chain" bytea NOT NULL,
  "epoch" bigint NOT NULL,
  "memberfloor" bigint NOT NULL DEFAULT 0,
  "compaction" bigint NOT NULL DEFAULT 0,
  PRIMARY KEY ("id")
);

CREATE TABLE "throttle" (
  "key" text COLLATE "C" NOT NULL,
  "count" bigint NOT NULL,
  "since" bigint NOT NULL,
  PRIMARY KEY ("key")
);
CREATE INDEX "throttle_since" ON "throttle" ("since");

CREATE TABLE "token" (
  "hash" bytea NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "seenat" bigint,
  "expiresat" bigint,
  "scope" text COLLATE "C",
  "area" text COLLATE "C",
  PRIMARY KEY ("hash"),
  UNIQUE ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "token_account" ON "token" ("account");

CREATE TABLE "tool_result" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "account" uuid NOT NULL,
  "tool" text COLLATE "C" NOT NULL CHECK ("tool" IN ('arithmetic', 'spelling', 'typing')),
  "day" bigint NOT NULL,
  "at" bigint NOT NULL,
  "right" bigint NOT NULL,
  "total" bigint NOT NULL,
  "seconds" bigint NOT NULL,
  "details" text COLLATE "C" NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "tool_result_school_account_tool_at" ON "tool_result" ("school", "account", "tool", "at");

CREATE TABLE "track" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "audience" text COLLATE "C" NOT NULL CHECK ("audience" IN ('school', 'classroom', 'person')),
  "target" uuid,
  "author" uuid NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "about" text COLLATE "C" NOT NULL,
  "language" text COLLATE "C" NOT NULL,
  "public" boolean NOT NULL,
  "weekdays" bigint NOT NULL,
  "freezes" boolean NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school") REFERENCES "school" ("id"),
  FOREIGN KEY ("author") REFERENCES "account" ("id")
);
CREATE INDEX "track_school_audience_target" ON "track" ("school", "audience", "target");
CREATE INDEX "track_school_author" ON "track" ("school", "author");
CREATE INDEX "track_public" ON "track" ("public");

CREATE TABLE "track_cycle" (
  "school" uuid NOT NULL,
  "track" uuid NOT NULL,
  "from" bigint NOT NULL,
  "first" uuid,
  "perday" bigint NOT NULL,
  "weekdays" bigint NOT NULL,
  "skips" text COLLATE "C" NOT NULL,
  "merged" text COLLATE "C" NOT NULL,
  "end" text COLLATE "C" NOT NULL CHECK ("end" IN ('restart', 'stop')),
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "track"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
);

CREATE TABLE "track_day" (
  "school" uuid NOT NULL,
  "track" uuid NOT NULL,
  "day" bigint NOT NULL,
  "items" text COLLATE "C" NOT NULL,
  "edited" boolean NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "track", "day"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
);

CREATE TABLE "track_item" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "track" uuid NOT NULL,
  "position" bigint NOT NULL,
  "label" text COLLATE "C" NOT NULL,
  "reference" text COLLATE "C" NOT NULL,
  "source" text COLLATE "C" NOT NULL,
  "language" text COLLATE "C",
  "commentary" text COLLATE "C" NOT NULL,
  "commentarylanguage" text COLLATE "C",
  "questions" text,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id")
);
CREATE INDEX "track_item_school_track_position" ON "track_item" ("school", "track", "position");

CREATE TABLE "track_member" (
  "school" uuid NOT NULL,
  "track" uuid NOT NULL,
  "account" uuid NOT NULL,
  "joinedon" bigint NOT NULL,
  "leftat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "track", "account"),
  FOREIGN KEY ("school", "track") REFERENCES "track" ("school", "id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "track_member_school_account" ON "track_member" ("school", "account");

CREATE TABLE "trainee" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "firstname" text COLLATE "C" NOT NULL,
  "lastname" text COLLATE "C" NOT NULL,
  "account" uuid,
  "sharedsince" bigint,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "endedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id")
);
CREATE INDEX "trainee_school_account" ON "trainee" ("school", "account");

CREATE TABLE "trainee_instructor" (
  "school" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "account" uuid NOT NULL,
  "since" bigint NOT NULL,
  "addedby" uuid NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "trainee", "account"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
);
CREATE INDEX "trainee_instructor_school_account" ON "trainee_instructor" ("school", "account");

CREATE TABLE "trainee_profile" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "email" text COLLATE "C" NOT NULL,
  "telephone" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C" NOT NULL,
  "ftn" text COLLATE "C" NOT NULL,
  "biography" text COLLATE "C" NOT NULL,
  "background" text COLLATE "C" NOT NULL,
  "updatedat" bigint NOT NULL,
  "isminor" boolean NOT NULL DEFAULT FALSE,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "trainee" ("school", "id")
);

CREATE TABLE "trainee_share" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "createdby" uuid NOT NULL,
  "createdat" bigint NOT NULL,
  "expiresat" bigint NOT NULL,
  "acceptedat" bigint,
  "acceptedby" uuid,
  "revokedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("hash"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
);
CREATE INDEX "trainee_share_school_trainee" ON "trainee_share" ("school", "trainee");
CREATE INDEX "trainee_share_school_acceptedby" ON "trainee_share" ("school", "acceptedby");
CREATE INDEX "trainee_share_acceptedby" ON "trainee_share" ("acceptedby");

CREATE TABLE "training_document" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "kind" uuid NOT NULL,
  "expires" bigint,
  "notes" text COLLATE "C" NOT NULL,
  "uploadedby" uuid NOT NULL,
  "uploadedat" bigint NOT NULL,
  "rejectedat" bigint,
  "rejectedby" uuid,
  "reason" text COLLATE "C" NOT NULL,
  "replacedat" bigint,
  "deletedat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee" ("school", "id")
);
CREATE INDEX "training_document_school_trainee_kind" ON "training_document" ("school", "trainee", "kind");
CREATE INDEX "training_document_school_expires" ON "training_document" ("school", "expires");
CREATE INDEX "training_document_deletedat" ON "training_document" ("deletedat");

CREATE TABLE "training_document_page" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "document" uuid NOT NULL,
  "place" bigint NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "type" text COLLATE "C" NOT NULL,
  "size" bigint NOT NULL,
  "hash" bytea NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "document") REFERENCES "training_document" ("school", "id"),
  FOREIGN KEY ("school", "id") REFERENCES "file" ("school", "id")
);
CREATE INDEX "training_document_page_school_document" ON "training_document_page" ("school", "document");
CREATE INDEX "training_document_page_school_trainee" ON "training_document_page" ("school", "trainee");

CREATE TABLE "training_lesson" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "trainee" uuid NOT NULL,
  "instructor" uuid NOT NULL,
  "startsat" bigint NOT NULL,
  "endsat" bigint NOT NULL,
  "place" text COLLATE "C" NOT NULL,
  "note" text COLLATE "C" NOT NULL,
  "createdat" bigint NOT NULL,
  "updatedat" bigint NOT NULL,
  "cancelledat" bigint,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  FOREIGN KEY ("school", "trainee") REFERENCES "trainee_profile" ("school", "id")
);
CREATE INDEX "training_lesson_school_trainee_startsat" ON "training_lesson" ("school", "trainee", "startsat");
CREATE INDEX "training_lesson_school_instructor_startsat" ON "training_lesson" ("school", "instructor", "startsat");

CREATE TABLE "training_signature" (
  "school" uuid NOT NULL,
  "id" uuid NOT NULL,
  "checklist" uuid NOT NULL,
  "number" bigint NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "hash" bytea NOT NULL,
  "by" uuid NOT NULL,
  "signedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "id"),
  UNIQUE ("school", "checklist", "number"),
  FOREIGN KEY ("school", "checklist") REFERENCES "checklist" ("school", "id")
);

CREATE TABLE "video_place" (
  "school" uuid NOT NULL,
  "lesson" uuid NOT NULL,
  "account" uuid NOT NULL,
  "second" bigint NOT NULL,
  "at" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "lesson", "account"),
  FOREIGN KEY ("school", "lesson") REFERENCES "lesson" ("school", "id")
);
CREATE INDEX "video_place_school_account" ON "video_place" ("school", "account");

CREATE TABLE "waiting_picture" (
  "school" uuid NOT NULL,
  "file" uuid NOT NULL,
  "account" uuid NOT NULL,
  "until" bigint NOT NULL,
  PRIMARY KEY ("school", "file"),
  FOREIGN KEY ("school") REFERENCES "tenant" ("id"),
  FOREIGN KEY ("account") REFERENCES "account" ("id")
);
CREATE INDEX "waiting_picture_school_account" ON "waiting_picture" ("school", "account");
CREATE INDEX "waiting_picture_until" ON "waiting_picture" ("until");

CREATE TABLE "work_draft" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "text" text COLLATE "C" NOT NULL,
  "link" text COLLATE "C" NOT NULL,
  "savedat" bigint NOT NULL,
  "seen" text COLLATE "C",
  PRIMARY KEY ("school", "assignment", "student"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "work_draft_school_student" ON "work_draft" ("school", "student");

CREATE TABLE "work_seen" (
  "school" uuid NOT NULL,
  "assignment" uuid NOT NULL,
  "student" uuid NOT NULL,
  "at" bigint NOT NULL,
  "before" bigint,
  PRIMARY KEY ("school", "assignment", "student"),
  FOREIGN KEY ("school", "assignment") REFERENCES "assignment" ("school", "id"),
  FOREIGN KEY ("school", "student") REFERENCES "student" ("school", "id")
);
CREATE INDEX "work_seen_school_student" ON "work_seen" ("school", "student");

CREATE INDEX bucket_row_seq ON bucket_row (seq);
CREATE INDEX member_school_kind_bucket_account ON member (school, kind, bucket, account);
CREATE INDEX student_search ON student (school, "leftat", sort, id, number);
CREATE SEQUENCE bucket_num;

