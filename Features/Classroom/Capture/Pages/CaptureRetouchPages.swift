import Base
import HTML
import Kit

/// Where a photo is cut and faces are blurred before it is sent; the script that shows it draws on its canvas.
///
/// The frame is drawn by a finger, and by keyboards with its four edges.
func retouchDialog(_ scene: Scene) -> HTML {
  let words = scene.words
  // words: capture.edge.*
  let edges = [("left", 25), ("right", 75), ("top", 25), ("bottom", 75)].map { edge, place -> HTML in
    """
    <label class="retouch__edge"><span>\(words("capture.edge." + edge))</span>\
    <input type="range" dir="ltr" min="0" max="100" step="1" value="\(place)" data-edge="\(edge)"></label>
    """
  }
  let body: HTML = """
    <p class="field__hint">\(words("capture.retouch-hint"))</p>\
    <canvas class="retouch__view" role="img" data-view></canvas>\
    <p class="retouch__said" role="status" data-retouched></p>\
    <div class="retouch__acts"><button type="button" class="button" data-blur>\(icon("eye-off", scene))\(words("capture.blur"))</button>\
    <button type="button" class="button" data-crop>\(words("capture.crop"))</button>\
    <button type="button" class="button button--ghost" data-undo disabled>\(icon("undo", scene))\(words("kit.undo"))</button></div>\
    <details class="capture__more"><summary>\(words("capture.edges"))</summary>\
    <div class="retouch__edges">\(each: edges, { $0 })</div></details>
    """
  let foot: HTML = """
    \(button(words("kit.cancel"), command: "close", commandFor: "retouch"))\
    <button type="button" class="button button--primary" data-use>\(words("capture.use"))</button>
    """
  return dialog("retouch", words("capture.retouch"), scene, content: "\(dialogBody(body))\(dialogFoot(foot))")
}

/// What the script says of it.
func retouchWords(_ words: Words) -> HTML {
  """
   data-word-edit="\(words("capture.retouch-short"))" data-word-retouch="\(words("capture.retouch-photo", .text("%@")))" data-word-blurred="\(words("capture.blurred"))" \
  data-word-cropped="\(words("capture.cropped"))" data-word-undone="\(words("capture.undone"))" \
  data-word-small="\(words("capture.frame-small"))"
  """
}
