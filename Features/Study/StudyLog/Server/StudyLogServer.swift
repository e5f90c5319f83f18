import Base
import Database
import Kit
public import Router
import School
public import Study
import Web

/// What of the log of study is a file.
public func studyLogServerRoutes(_ service: StudyLogService) -> [Route] {
  [
    .get(
      StudyLogPaths.export, .members, "All days that the caller has logged, as CSV; ?mark=1 begins it as Excel wants.",
      query: [.optional("mark", "1 begins it with the mark that Excel wants.")], inAPI: false
    ) { request, tx throws(Refusal) in
      let bytes = try service.exported(
        request.caller(), request.scene.words, hasMark: request.query["mark"] == "1", tx)
      return .download("study.csv", type: "text/csv; charset=utf-8", length: bytes.count) { try await $0(bytes) }
    }
  ]
}
