// <div data-capture>: a quick capture. All of it is kept on this device before the camera opens, because on small phones the camera
// takes the page down; pictures are made small, upright and free of what cameras write into them before anything is sent.
import { bytesOf, forgetDraft, keepDraft, readDraft, runs } from "./making.js"
import { pressed } from "./keys.js"
import { markCapture } from "./outbox.js"
import { retouch } from "./retouch.js"
import { parse, uuid } from "./stream.js"

const side = 2048, longest = 5 * 60 * 1000
const sounds = [["audio/mp4", ".m4a"], ["audio/webm;codecs=opus", ".webm"], ["audio/webm", ".webm"], ["audio/ogg;codecs=opus", ".ogg"]]
const recordable = () => globalThis.MediaRecorder && navigator.mediaDevices?.getUserMedia ? sounds.find(([type]) => MediaRecorder.isTypeSupported(type)) : undefined
const folded = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim()

// - Returns: undefined for what this browser cannot open.
async function small(file) {
  let picture
  try { picture = await createImageBitmap(file, { imageOrientation: "from-image" }) } catch { return undefined }
  const scale = Math.min(1, side / Math.max(picture.width, picture.height)), canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext("2d")
  pen.fillStyle = "white"                                                // what is see-through would be black
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise(done => canvas.toBlob(done, "image/jpeg", 0.85))
  canvas.width = canvas.height = 0                                       // small phones have little room for pictures
  return blob ?? undefined
}

function capture(part) {
  const form = part.querySelector("form"), get = name => part.querySelector(`[data-${name}]`), words = part.dataset
  const boxes = () => [...form.querySelectorAll("input[name=child]")]
  let photos = [], sound, order = boxes().filter(box => box.checked).map(box => box.value), recording
  let sending = uuid(), command = form.elements.command?.value, isPending = false, isBusy = false, isGone = false, isTouched = false
  const say = (text, state = "") => { get("said").textContent = text ?? ""; get("said").dataset.state = state }
  const refuse = text => { get("refused").textContent = text ?? ""; get("refused").hidden = !text }
  const kind = () => form.querySelector("input[name=kind]:checked")?.value ?? "observation"
  const nameOf = box => box.closest("label").querySelector("[data-name]").textContent

  // MARK: what is kept

  const isTicked = field => field.type === "checkbox" || field.type === "radio"
  const fields = () => [...form.elements].filter(field => field.name && field.matches("textarea, select, input:not([type=hidden], [type=file])"))
  const isEmpty = () => !photos.length && !sound && !form.elements.text.value && !order.length
  const text = () => new TextEncoder().encode(JSON.stringify({
    fields: fields().map(field => [field.name, isTicked(field) ? field.value : null, isTicked(field) ? field.checked : field.value]),
    order, sending, command, isPending, post: isPending ? posted() : undefined }))
  // What any other page needs to send it (captured.js), and that there is something: it need not open the base to know.
  const posted = () => ({ at: Date.now(), path: form.getAttribute("action"), hasFiles: kind() === "observation" && (photos.length > 0 || !!sound),
    fields: [...data()].filter(([name, value]) => typeof value === "string" && name !== "csrf"),
    words: { sent: words.wordSent, refused: words.wordRefused, title: words.wordTitle } })
  // One after the other, so that the last is what lies there.
  let line = Promise.resolve(true)
  // Who has only come by with a child that is chosen has begun nothing.
  const keep = () => line = line.then(async () => {
    if (isGone || !isTouched) return true
    markCapture(isPending)
    if (!isEmpty() || isPending) return keepDraft("capture", [text()], {})
    await forgetDraft("capture")
    return true
  })
  const keepFiles = () => line = line.then(async () => {
    if (isGone) return true
    if (photos.length || sound) return keepDraft("capture-files", await Promise.all([...photos.map(p => p.blob), ...sound ? [sound.blob] : []].map(bytesOf)),
      { photos: photos.length, type: sound?.blob.type, ending: sound?.ending })
    await forgetDraft("capture-files")
    return true
  })
  const forget = async () => { isGone = true; isPending = false; markCapture(isPending); await line; await forgetDraft("capture"); await forgetDraft("capture-files") }
  let timer
  form.addEventListener("input", () => { isTouched = true; clearTimeout(timer); timer = setTimeout(keep, 250) })
  addEventListener("pagehide", () => { if (part.isConnected) keep() })
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden" && part.isConnected) keep() })

  async function restore() {
    const kept = await readDraft("capture"), files = await readDraft("capture-files")
    if (!kept && !files) return
    isTouched = true
    if (kept) {
      const said = JSON.parse(new TextDecoder().decode(kept.parts[0]))
      for (const box of boxes()) box.checked = false
      for (const [name, value, was] of said.fields) {
        const field = fields().find(one => one.name === name && (value === null || one.value === value))
        if (field) isTicked(field) ? field.checked = was : field.value = was
      }
      order = said.order.filter(id => boxes().some(box => box.value === id && box.checked))
      ;({ sending, command, isPending } = said)
      if (command && form.elements.command) form.elements.command.value = command
    }
    if (files) {
      const blobs = files.parts.map((bytes, at) => new Blob([bytes], { type: at < files.rest.photos ? "image/jpeg" : files.rest.type }))
      photos = blobs.slice(0, files.rest.photos).map(blob => ({ blob }))
      if (blobs[files.rest.photos]) sound = { blob: blobs[files.rest.photos], ending: files.rest.ending }
    }
    get("regain").hidden = false
    show()
    if (isPending && navigator.onLine) send()
    else if (isPending) say(words.wordHere, "waiting")
  }
  get("discard").addEventListener("click", async () => { await forget(); location.reload() })

  // MARK: children

  form.addEventListener("change", event => {
    const box = event.target
    if (box.name === "child") {
      if (box.checked && order.length >= Number(words.mostChildren)) { box.checked = false; say(words.wordChildren, "refused") }
      else order = box.checked ? [...order, box.value] : order.filter(id => id !== box.value)
    }
    show()
  })
  get("find")?.addEventListener("input", event => {
    const wanted = folded(event.target.value)
    let found = 0
    for (const box of boxes()) {
      const isShown = !wanted || folded(nameOf(box)).includes(wanted)
      box.closest("label").hidden = !isShown
      if (isShown) found++
    }
    get("none").hidden = found > 0
    event.stopPropagation()
  })
  get("find")?.addEventListener("keydown", event => {
    if (pressed(event, "capture") !== "choose") return
    event.preventDefault()
    const left = boxes().filter(box => !box.closest("label").hidden)
    if (left.length === 1) left[0].click()
  })
  const locked = () => boxes().filter(box => box.checked && "locked" in box.dataset)

  // MARK: what is seen of it

  function showPhotos() {
    const list = get("shown")
    for (const picture of list.querySelectorAll("img")) URL.revokeObjectURL(picture.src)
    list.replaceChildren(...photos.map((photo, at) => {
      const row = document.createElement("li"), picture = document.createElement("img"), out = document.createElement("button")
      picture.src = URL.createObjectURL(photo.blob)
      picture.alt = words.wordPhoto.replace("%@", at + 1)
      out.type = "button"
      out.className = "button button--ghost button--small"
      out.textContent = "✕"
      out.setAttribute("aria-label", words.wordRemove.replace("%@", at + 1))
      out.addEventListener("click", () => { photos = photos.filter(one => one !== photo); show(); keepFiles() })
      const edit = document.createElement("button")
      edit.type = "button"
      edit.className = "button button--small"
      edit.textContent = words.wordEdit
      edit.dataset.retouch = ""
      edit.setAttribute("aria-label", words.wordRetouch.replace("%@", at + 1))
      edit.addEventListener("click", () => change(photo, at))
      row.append(picture, edit, out)
      return row
    }))
  }
  // What waits for a line waits until it is as its writer wants it: here, and in every other page that could send it.
  async function change(photo, at) {
    if (isBusy) return
    const waited = isPending
    isPending = false
    isTouched = true
    await keep()
    const blob = await retouch(photo.blob, part.querySelector("dialog"), words, words.wordPhoto.replace("%@", at + 1))
    if (blob) {
      photos = photos.map(one => one === photo ? { blob } : one)
      show()                                                             // before it is kept: that can take a while
      await keepFiles()
    }
    isPending = waited
    await keep()
    get("shown").querySelectorAll("[data-retouch]")[at]?.focus()
    if (isPending && navigator.onLine) send()
  }
  let shown
  function show() {
    form.elements.primary.value = order[0] ?? ""
    for (const box of boxes()) {
      const isFirst = box.value === order[0] && order.length > 1
      box.closest("label").toggleAttribute("data-first", isFirst)
      isFirst ? box.setAttribute("aria-description", words.wordFirst) : box.removeAttribute("aria-description")
    }
    const names = photos.length && kind() === "observation" ? locked().map(nameOf) : [], line = get("consent")
    line.textContent = names.length ? words.wordConsent.replace("%@", names.join(", ")) : ""
    line.hidden = !names.length
    const now = photos.map(photo => photo.blob)
    if (!shown || now.length !== shown.length || now.some((blob, at) => blob !== shown[at])) { shown = now; showPhotos() }
    const player = get("replay")
    get("recorded").hidden = !sound
    if (player.dataset.of !== String(sound?.blob.size)) {
      if (player.src.startsWith("blob:")) URL.revokeObjectURL(player.src)
      sound ? player.src = URL.createObjectURL(sound.blob) : player.removeAttribute("src")
      player.dataset.of = String(sound?.blob.size)
    }
  }

  // MARK: photos

  async function take(input) {
    const files = [...input.files], most = Number(words.most)
    input.value = ""                                                     // they go along by themselves, small
    refuse("")
    for (const file of files) {
      if (file.type.startsWith("video/")) { refuse(words.wordVideo); continue }
      if (!file.type.startsWith("image/")) { refuse(words.wordType); continue }
      if (photos.length + (sound ? 1 : 0) >= most) { refuse(words.wordMany); break }
      const blob = await small(file)
      if (!blob) { refuse(words.wordUnreadable); continue }
      photos = [...photos, { blob }]
      show()
    }
    isTouched = true
    await keepFiles()
    await keep()
  }
  for (const input of form.querySelectorAll("[data-photos]")) {
    input.addEventListener("click", keep)                                // before the camera opens
    input.addEventListener("change", () => take(input))
  }

  // MARK: sound

  const type = recordable(), button = get("record")
  button.hidden = !type
  function stop() {
    clearTimeout(recording?.timer)
    if (recording && recording.recorder.state !== "inactive") recording.recorder.stop()
  }
  button.addEventListener("click", async () => {
    if (recording) return stop()
    if (photos.length >= Number(words.most)) return refuse(words.wordMany)
    let stream
    try { stream = await navigator.mediaDevices.getUserMedia({ audio: true }) } catch { return say(words.wordMicrophone, "refused") }
    const recorder = new MediaRecorder(stream, { mimeType: type[0], audioBitsPerSecond: 48000 }), pieces = []
    recorder.addEventListener("dataavailable", event => { if (event.data.size) pieces.push(event.data) })
    recorder.addEventListener("stop", async () => {
      for (const track of stream.getTracks()) track.stop()
      recording = undefined
      button.textContent = words.wordRecord
      delete button.dataset.recording
      if (!pieces.length) return
      sound = { blob: new Blob(pieces, { type: type[0].split(";")[0] }), ending: type[1] }
      show()
      isTouched = true
      await keepFiles()
      await keep()
    })
    recorder.start(1000)
    recording = { recorder, timer: setTimeout(stop, longest) }
    button.textContent = words.wordStop
    button.dataset.recording = ""
  })
  get("remove-sound").addEventListener("click", () => { sound = undefined; show(); keepFiles() })

  // MARK: sending

  function data() {
    const data = new FormData(form)
    for (const name of ["file", "sound", "child"]) data.delete(name)
    for (const id of order) data.append("child", id)
    if (kind() !== "observation") { data.delete("tag"); data.delete("others") }
    if (kind() !== "presentation") for (const name of ["presentation", "act"]) data.delete(name)
    if (kind() !== "task") data.delete("day")
    if (kind() !== "observation") return data
    data.set("id", sending)
    photos.forEach((photo, at) => data.append("file", photo.blob, `photo-${at + 1}.jpg`))
    if (sound) data.append("sound", sound.blob, "sound" + sound.ending)
    return data
  }
  const problem = () => !order.length ? words.wordChild : get("consent").hidden ? "" : get("consent").textContent
  async function send() {
    if (isBusy) return
    const wrong = problem()
    if (wrong) return say(wrong, "refused")
    isBusy = isPending = isTouched = true
    form.querySelector("[type=submit], button:not([type])")?.setAttribute("aria-busy", "true")
    say(words.wordSending)
    const isKept = (await Promise.all([keepFiles(), keep()])).every(Boolean)
    try { await answered(await post(), isKept) } catch { say(isKept ? words.wordHere : words.wordNowhere, "waiting") }
    isBusy = false
    for (const one of form.querySelectorAll("[aria-busy]")) one.removeAttribute("aria-busy")
  }
  const post = () => fetch(form.getAttribute("action"), { method: "POST", body: data(), credentials: "same-origin",
    headers: { accept: "text/vnd.stream+html, text/html;q=0.5" } })
  async function answered(response, isKept) {
    if (response.status === 401) return location.assign("/sign-in?next=" + encodeURIComponent(location.pathname + location.search))
    if (response.status >= 500 || response.status === 429) return say(isKept ? words.wordHere : words.wordNowhere, "waiting")
    if (response.ok && response.redirected) {
      await forget()
      return location.assign(response.url)
    }
    isPending = false
    const html = await response.text().catch(() => ""), steps = parse(html).querySelectorAll("template")
    const why = [...steps].map(step => step.content.querySelector(".error-summary li, .toast__text")?.textContent).find(Boolean)
    say(why ?? words.wordFailed, "refused")
    await keep()
  }
  form.addEventListener("submit", event => { event.preventDefault(); send() })
  addEventListener("online", () => { if (isPending && part.isConnected) send() })

  show()
  restore()
}
runs("[data-capture]", capture)
