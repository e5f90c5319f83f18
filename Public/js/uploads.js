// <div data-upload>: files go up in pieces as soon as they are chosen, go on where a cut left them, and the form then
// only names them. Without this module the form carries them itself.
import { say as tell } from "./toasts.js"
import { uuid } from "./stream.js"

const piece = 1 << 20, wait = ms => new Promise(done => setTimeout(done, ms))
const hex = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, "0")).join("")

async function ask(path, form, body) {
  const response = await fetch("/api/v1/uploads" + path, {
    method: body ? "POST" : "GET", body, credentials: "same-origin",
    headers: { accept: "application/json", "x-csrf-token": form.elements.csrf?.value ?? "" },
  })
  if (response.status >= 500 || response.status === 429) throw new TypeError("again")   // as a cut line: try again
  // who answers without a word of ours, as a proxy on the way may, has still said no
  return { ok: response.ok, status: response.status, json: response.ok ? await response.json() : await response.json().catch(() => ({})) }
}
// A cut line is no failure: the same question is asked again, later and later, until the line is back.
async function surely(work, show) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 15000)) {
    try { return await work() } catch { show(); await Promise.race([wait(pause), new Promise(go => addEventListener("online", go, { once: true }))]) }
  }
}

// A piece of the file itself, so that nothing is read while it is sent. A file that was changed or taken away since it was chosen gives none.
const cut = (file, at) => file.slice(at, at + piece).arrayBuffer().catch(() => undefined)

async function send(file, row, form, words) {
  const bar = row.querySelector("progress"), note = row.querySelector(".uploads__note")
  const say = (text, bad) => { note.textContent = text; row.toggleAttribute("data-failed", !!bad) }
  const waiting = () => say(words.wordWaiting)
  const begin = new URLSearchParams({ name: file.name, size: file.size })
  const key = uuid()
  begin.set("command", key)
  let answer = await surely(() => ask("", form, begin), waiting)
  while (answer.ok && !answer.json.whole && row.isConnected) {
    const at = answer.json.received, bytes = await cut(file, at), data = new FormData()
    if (!bytes) { bar.remove(); return say(words.wordFailed, true) }
    data.set("place", at)
    if (crypto.subtle) data.set("sha256", hex(await crypto.subtle.digest("SHA-256", bytes)))
    data.set("piece", new Blob([bytes]), "piece")
    const path = "/" + answer.json.id
    let next = await surely(() => ask(path, form, data), waiting)
    if (next.status === 412 || next.status === 409) next = await surely(() => ask(path, form), waiting)   // it has more, or less, than we thought
    answer = next
    if (answer.ok) { bar.value = answer.json.received; say("") }
  }
  if (!row.isConnected) return
  if (!answer.ok) { bar.remove(); return say(answer.json.errors?.[0]?.detail ?? answer.json.detail ?? words.wordFailed, true) }
  bar.remove(); say(words.wordDone)
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "upload", value: answer.json.id })
  row.append(field)
  form.dispatchEvent(new CustomEvent("upload:done", { bubbles: true, detail: answer.json }))
}

function take(input) {
  const form = input.form, list = input.closest("[data-upload]").querySelector(".uploads"), words = list.dataset
  if (!input.multiple) list.replaceChildren()
  for (const file of input.files) {
    const row = document.createElement("li"), name = document.createElement("bdi"), bar = document.createElement("progress")
    const note = document.createElement("span"), out = document.createElement("button")
    row.className = "uploads__row"; note.className = "uploads__note"; name.textContent = file.name
    bar.max = file.size; bar.value = 0; bar.setAttribute("aria-label", file.name)
    out.type = "button"; out.className = "button button--ghost button--small"; out.textContent = words.wordRemove
    out.setAttribute("aria-label", words.wordRemove + " " + file.name)
    out.addEventListener("click", () => {
      row.remove()
      form.dispatchEvent(new CustomEvent("upload:gone", { bubbles: true, detail: row.querySelector("input[name=upload]")?.value }))
    })
    row.append(name, bar, note, out); list.append(row)
    if (!file.size) { bar.remove(); note.textContent = words.wordEmpty; row.dataset.failed = ""; continue }
    row.promise = send(file, row, form, words)
  }
  input.value = ""                                       // the pieces carry them, not the form
}

document.addEventListener("change", event => {
  if (event.target.matches?.("[data-upload] input[type=file]")) take(event.target)
})
// a form sent while a file is on its way waits for it; one whose file did not arrive is not sent without it
document.addEventListener("submit", event => {
  const failed = event.target.querySelector?.(".uploads__row[data-failed]")
  if (failed) {
    event.preventDefault(); event.stopImmediatePropagation()
    tell(failed.querySelector("bdi").textContent + ": " + failed.querySelector(".uploads__note").textContent)
    return failed.querySelector("button")?.focus()
  }
  const form = event.target, open = [...form.querySelectorAll?.(".uploads__row") ?? []].filter(row => row.querySelector("progress"))
  if (!open.length) return
  event.preventDefault(); event.stopImmediatePropagation()
  if ("awaiting" in form.dataset) return                 // it goes once, however often it is asked for meanwhile
  const button = event.submitter
  form.dataset.awaiting = ""
  button?.setAttribute("aria-busy", "true")
  form.dispatchEvent(new CustomEvent("upload:awaited", { bubbles: true, detail: button }))
  Promise.all(open.map(row => row.promise)).then(() => {
    delete form.dataset.awaiting
    button?.removeAttribute("aria-busy")
    form.requestSubmit(button)
  })
}, true)
// what was asked for and has not gone yet is lost with the page
addEventListener("beforeunload", event => { if (document.querySelector("form[data-awaiting]")) event.preventDefault() })
