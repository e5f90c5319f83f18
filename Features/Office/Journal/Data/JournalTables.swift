public import Database

/// The journal is the Ledger's own; here is only what finds in it what the page is asked for.
public enum JournalTables {
  public static let migrations = [
    Migration("2026-11-22 journal: what a person did, and what was done on a day, are found") { _ in
      [
        "CREATE INDEX journal_school_account_seq ON journal (school, account, seq)",
        "CREATE INDEX journal_school_at_seq ON journal (school, at, seq)",
      ]
    }
  ]
}
