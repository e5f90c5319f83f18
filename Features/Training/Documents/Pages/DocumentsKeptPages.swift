import Base
import HTML
package import Kit
import People
import School

package func keptTrainingsPage(_ all: [KeptTraining], _ scene: Scene) -> Page {
  let words = scene.words
  let rows = all.map { kept in
    card(
      kept.trainee.name, id: "kept-" + kept.trainee.id.text,
      foot: linkButton(
        words("training.kept.download"), to: TrainingPaths.kept(kept.trainee.id), .primary,
        icon: icon("download", scene)),
      content: """
        <p>\(dotted([name(kept.schoolName), "\(words("training.kept.until")) \(time(kept.until, scene))"]))</p>\
        <p>\(dotted([
          "\(words("training.kept.signed", .count(kept.signed.count)))",
          "\(words("training.kept.documents", .count(kept.documents.count)))",
        ]))</p>
        """)
  }
  return Page(
    "training.kept", title: words("training.kept.title"), parent: (words("accounts.account"), AccountsPaths.account),
    body: rows.isEmpty
      ? emptyState("archive", words("training.kept.none"), words("training.kept.none-text"), scene)
      : stack(["<p class=\"quiet\">\(words("training.kept.text"))</p>"] + rows))
}
