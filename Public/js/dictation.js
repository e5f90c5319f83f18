// <div data-dictation>: what is said becomes text where this device itself understands the language, and a recording where it does not.
// Nothing is sent to anybody's service: recognition runs on the device or not at all.
import { bytesOf, forgetDraft, keepDraft, named, once, readDraft, runs, saveFiles, tell } from "./making.js"

const Recognition = globalThis.SpeechRecognition
const longest = 10 * 60 * 1000
const types = [["audio/mp4", ".m4a"], ["audio/webm;codecs=opus", ".webm"], ["audio/webm", ".webm"], ["audio/ogg;codecs=opus", ".ogg"]]
const takes = () => globalThis.MediaRecorder && navigator.mediaDevices?.getUserMedia ? types.find(([type]) => MediaRecorder.isTypeSupported(type)) : undefined
async function understands(language) {
  if (!Recognition?.available || !("processLocally" in Recognition.prototype)) return false
  try { return await Recognition.available({ langs: [language], processLocally: true }) === "available" } catch { return false }
}

function dictation(part) {
  const get = name => part.querySelector(`[data-${name}]`), language = get("language"), text = get("text"), type = takes()
  let recording, sound, isKept = false, heard
  const say = (word, state = "") => { get("said").textContent = word ?? ""; get("said").dataset.state = state; get("saved-link").hidden = true }
  get("format").textContent = type ? part.dataset.wordFormat.replace("%@", type[0].split(";")[0]) : ""
  async function offer() {
    const isUnderstood = await understands(language.value)
    get("recognise").hidden = !isUnderstood
    get("record").hidden = !type
    get("none").hidden = isUnderstood || !!type
    get("no-recognition").hidden = isUnderstood || !type
    text.lang = language.value
    text.dir = ["ar", "he"].includes(language.value) ? "rtl" : "ltr"
  }
  language.addEventListener("change", () => { heard?.stop(); offer() })

  // MARK: text

  get("listen").addEventListener("click", () => {
    if (heard) return heard.stop()
    heard = Object.assign(new Recognition(), { lang: language.value, continuous: true, interimResults: false, processLocally: true })
    const label = get("listen").textContent
    get("listen").textContent = part.dataset.wordStop
    heard.onresult = event => {
      for (let at = event.resultIndex; at < event.results.length; at++) if (event.results[at].isFinal) text.value = (text.value.trimEnd() + " " + event.results[at][0].transcript.trim()).trim().slice(0, text.maxLength)
    }
    heard.onerror = event => { if (event.error !== "no-speech" && event.error !== "aborted") say(part.dataset.wordNoMicrophone, "refused") }
    heard.onend = () => { heard = undefined; get("listen").textContent = label }
    heard.start()
  })
  once(get("save-text"), async () => {
    if (!text.value.trim()) return
    const blob = new Blob([text.value], { type: "text/plain" })
    tell(part, await saveFiles(part.querySelector("form"), "text", [{ blob, name: named(get("name"), part.dataset.wordName, ".txt") }]), false)
  })

  // MARK: sound

  function show() {
    const player = get("replay")
    if (player.src.startsWith("blob:")) URL.revokeObjectURL(player.src)
    get("recorded").hidden = !sound
    sound ? player.src = URL.createObjectURL(sound.blob) : player.removeAttribute("src")
  }
  function stop() {
    clearTimeout(recording?.timer)
    if (recording?.recorder.state !== "inactive") recording?.recorder.stop()
  }
  const button = get("start"), label = button.textContent
  once(button, async () => {
    if (recording) return stop()
    let stream
    try { stream = await navigator.mediaDevices.getUserMedia({ audio: true }) } catch { return say(part.dataset.wordNoMicrophone, "refused") }
    const recorder = new MediaRecorder(stream, { mimeType: type[0], audioBitsPerSecond: 48000 }), pieces = []
    recorder.addEventListener("dataavailable", event => {
      if (event.data.size) pieces.push(event.data)
      if (recording) button.dataset.recording = pieces.length
    })
    recorder.addEventListener("stop", async () => {
      for (const track of stream.getTracks()) track.stop()
      recording = undefined
      button.textContent = label
      delete button.dataset.recording
      if (!pieces.length) return say(part.dataset.wordFailed, "refused")
      sound = { blob: new Blob(pieces, { type: type[0] }), ending: type[1] }
      show()
      isKept = await keepDraft("dictation", [await bytesOf(sound.blob)], { type: sound.blob.type, ending: sound.ending })
      say(isKept ? part.dataset.wordKept : part.dataset.wordUnkept, isKept ? "kept" : "unkept")
    })
    recorder.start(1000)
    recording = { recorder, timer: setTimeout(stop, longest) }
    button.textContent = part.dataset.wordStop
    button.dataset.recording = ""
    say(part.dataset.wordRecording, "recording")
  })
  addEventListener("pagehide", stop)
  // the page has come again in the place of this one, where nobody could stop it
  document.addEventListener("stream:applied", () => { if (!part.isConnected) stop() })
  once(get("save"), async () => {
    const answer = await saveFiles(part.querySelector("form"), "sound", [{ blob: sound.blob, name: named(get("name"), part.dataset.wordName, sound.ending) }])
    tell(part, answer, isKept)
    if (answer.state !== "saved") return
    sound = undefined
    show()
    await forgetDraft("dictation")
  })
  get("drop").addEventListener("click", async () => { sound = undefined; show(); say(""); await forgetDraft("dictation") })
  readDraft("dictation").then(kept => {
    if (!kept || sound || recording) return
    sound = { blob: new Blob(kept.parts, { type: kept.rest.type }), ending: kept.rest.ending }
    isKept = true
    show()
  })
  offer()
}
runs("[data-dictation]", dictation)
