import Classroom
public import Database
import Learning
import Office
import People
import Study
import Talk
import Training

extension Services {
  /// In the order they are carried out: what points to a table comes after it.
  public static let migrations: [Migration] = [
    AccountsTables.migrations,
    SchoolsTables.migrations,
    MembersTables.migrations,
    StudentsTables.migrations,
    ConsentsTables.migrations,
    ClassroomsTables.migrations,
    RecordsTables.migrations,
    CurriculumTables.migrations,
    ObservationsTables.migrations,
    PresentationsTables.migrations,
    TasksTables.migrations,
    HabitsTables.migrations,
    InsightsTables.migrations,
    SummariesTables.migrations,
    OutsideTables.migrations,
    AttendanceTables.migrations,
    NotificationsTables.migrations,
    CalendarTables.migrations,
    ExchangeTables.migrations,
    FilesTables.migrations,
    CoursesTables.migrations,
    EnrolmentTables.migrations,
    GradesTables.migrations,
    AssignmentsTables.migrations,
    LessonsTables.migrations,
    MarkingTables.migrations,
    ProgressTables.migrations,
    MessagesTables.migrations,
    AnnouncementsTables.migrations,
    TracksTables.migrations,
    StudyLogTables.migrations,
    FlashcardsTables.migrations,
    ToolsTables.migrations,
    OwnFilesTables.migrations,
    TemplatesTables.migrations,
    TraineesTables.migrations,
    DocumentsTables.migrations,
    ChecklistsTables.migrations,
    SignaturesTables.migrations,
    LogbookTables.migrations,
    HomeTables.migrations,
  ].flatMap { $0 }
}
