import Base
public import HTML

/// How it stands with this device, in the bar: what waits, what was not accepted, that there is no line.
///
/// Hidden until `Public/js/device.js` has something to say, with the words for it; numbers and times are `%d` in them.
func devicePill(_ scene: Scene) -> HTML {
  guard scene.reader?.school != nil else { return "" }
  let words = scene.words
  return """
    <a href="/settings/device" class="device-pill" data-device-pill hidden\
     data-word-offline="\(words("device.pill.offline", .text("%d")))" data-word-stale="\(words("device.pill.stale"))">\
    \(countedForms("waiting", "device.pill.waiting", scene))\(countedForms("refused", "device.pill.refused", scene))\
    \(icon("refresh", scene, size: .small))<span class="device-pill__word" data-device-text></span></a>
    """
}

/// The forms of a counted sentence for a script, with `%d` for the number: `data-one`, `data-two` and so on.
@inline(never) public func countedForms(_ name: String, _ key: String, _ scene: Scene) -> HTML {
  let form = { scene.words.form(key, $0, gap: "%d") }
  return """
    <span hidden data-counted="\(name)"\(attribute: "data-one", form(.one))\(attribute: "data-two", form(.two))\
    \(attribute: "data-few", form(.few))\(attribute: "data-many", form(.many))\
    \(attribute: "data-other", form(.other))></span>
    """
}
