/// Rosters as 1EdTech's OneRoster exchanges them: a folder or archive of CSV files that refer to each other.
///
/// - Note: Source: OneRoster 1.1 final and OneRoster 1.2 CSV binding.
public enum OneRoster {
  public enum Version: String, Sendable {
    case v11 = "1.1"
    case v12 = "1.2"
  }

  /// What the manifest says of a file.
  public enum Mode: String, Sendable {
    /// Everything there is; what is missing has gone.
    case bulk
    /// Only what changed.
    case delta
    case absent
    /// The file is there and the manifest says nothing: read like bulk, and nothing is removed for its absence.
    case unstated
  }

  /// The files we read, in the order in which they can refer back.
  public enum File: String, CaseIterable, Sendable {
    case manifest, orgs, academicSessions, courses, classes, roles, users, enrollments

    public var name: String { rawValue + ".csv" }

    /// The columns without which the file says nothing.
    var required: [String] {
      switch self {
      case .manifest: ["propertyName", "value"]
      case .orgs, .academicSessions, .courses: ["sourcedId"]
      case .classes: ["sourcedId", "title"]
      case .roles: ["userSourcedId", "role"]
      case .users: ["sourcedId", "givenName", "familyName"]
      case .enrollments: ["sourcedId", "classSourcedId", "userSourcedId", "role"]
      }
    }

    /// All columns of both versions, so that only the others are reported.
    var columns: String {
      switch self {
      case .manifest: "propertyName value"
      case .orgs: "sourcedId status dateLastModified name type identifier parentSourcedId"
      case .academicSessions:
        "sourcedId status dateLastModified title type startDate endDate parentSourcedId schoolYear"
      case .courses:
        "sourcedId status dateLastModified schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes"
      case .classes:
        "sourcedId status dateLastModified title grades courseSourcedId classCode classType location schoolSourcedId "
          + "termSourcedIds subjects subjectCodes periods"
      case .roles:
        "sourcedId status dateLastModified userSourcedId roleType role beginDate endDate orgSourcedId "
          + "userProfileSourcedId"
      case .users:
        "sourcedId status dateLastModified enabledUser orgSourcedIds role username userIds givenName familyName "
          + "middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier "
          + "resourceSourcedIds preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns"
      case .enrollments:
        "sourcedId status dateLastModified classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate"
      }
    }
  }
}
