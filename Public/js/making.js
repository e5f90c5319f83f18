// What drawing, scanning and dictation have in common: what is made waits on this device, sealed for its maker, until it is a file of
// their own at the school; and the way there. Pictures and sounds lie in the browser's database, for they are larger than its shelf.
import { sealed, shelf, unsealed } from "./shelf.js"
import { reader, uuid } from "./stream.js"

const own = name => name + "@" + (reader() ?? "")
const asked = request => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error) })
async function drafts(mode, work) {
  const opening = indexedDB.open("making", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("drafts")
  const base = await asked(opening)
  try {
    const step = base.transaction("drafts", mode), answer = await work(step.objectStore("drafts"))
    if (mode === "readwrite") await new Promise((done, fail) => { step.oncomplete = done; step.onerror = step.onabort = () => fail(step.error) })
    return answer
  } finally { base.close() }
}
export const bytesOf = async blob => new Uint8Array(await blob.arrayBuffer())

// - Parameter parts: bytes each; rest: what else belongs to it.
// - Returns: whether it is really kept.
export async function keepDraft(name, parts, rest) {
  const hidden = parts.map(sealed)
  if (hidden.some(part => !part)) return false
  try {
    await drafts("readwrite", store => { store.put({ parts: hidden, rest }, own(name)) })
    note(name)
    return true
  } catch { return false }                                               // full, or forbidden as in a private window
}
// - Returns: undefined where nothing was kept, or what was is another's.
export async function readDraft(name) {
  try {
    const kept = await drafts("readonly", store => asked(store.get(own(name)))), parts = kept?.parts.map(unsealed)
    return parts?.every(Boolean) ? { parts, rest: kept.rest } : undefined
  } catch { return undefined }
}
export async function forgetDraft(name) {
  try { await drafts("readwrite", store => { store.delete(own(name)) }) } catch { /* nothing was kept */ }
  if (!name.endsWith("-files")) shelf.removeItem(mark(name))
}

// That something lies there, and of which page it is: begun.js says so without opening the base. Pictures of a capture belong to it.
const mark = name => "draft:made-" + own(name)
function note(name) {
  const at = mark(name.replace(/-files$/, "")), known = shelf.getItem(at)
  const page = known ? JSON.parse(known) : { path: location.pathname, page: location.pathname, words: [["title", document.querySelector("h1")?.textContent.trim() ?? ""]], isMade: true }
  shelf.setItem(at, JSON.stringify({ ...page, typedAt: Date.now() }))
}

// What files are called by the day and the minute they were made, where their maker lives.
export function stamp(word) {
  const now = new Date(), two = number => String(number).padStart(2, "0")
  return `${word} ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}.${two(now.getMinutes())}`
}
export const named = (field, word, ending) => (field?.value.trim() || stamp(word)).replace(/[\\/:*?"<>|]/g, " ").slice(0, 100) + ending

// What was sent and not answered is the same when it is sent again, so that it is kept once.
const sending = new WeakMap()

// Makes files of one's own of blobs, by the form that stands in the page.
// - Parameter more: other fields by their names; what is undefined is none.
// - Returns: "saved"; "waiting" without a line; or what the school says against it.
export async function saveFiles(form, kind, files, more = {}) {
  const first = files[0].blob, key = sending.get(first) ?? uuid(), data = new FormData()
  sending.set(first, key)
  data.set("csrf", form.elements.csrf?.value ?? "")
  data.set("command", key)
  if (kind) data.set("kind", kind)
  for (const [name, value] of Object.entries(more)) if (value !== undefined) data.set(name, value)
  for (const { blob, name } of files) data.append("file", blob, name)
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: data, credentials: "same-origin",
      headers: { accept: "application/json", "x-csrf-token": form.elements.csrf?.value ?? "" } })
    if (answer.ok) return { state: "saved" }
    if (answer.status >= 500 || answer.status === 429) return { state: "waiting" }
    sending.delete(first)
    const problem = await answer.json().catch(() => ({}))
    return { state: "refused", why: problem.errors?.[0]?.detail ?? problem.detail }
  } catch { return { state: "waiting" } }
}

// Says what came of saving, in the words of the page; `isKept` is whether the draft of it is on this device.
export function tell(part, { state, why }, isKept) {
  const words = part.dataset, said = part.querySelector("[data-said]")
  said.textContent = state === "saved" ? words.wordSaved : state === "refused" ? why ?? words.wordFailed : isKept ? words.wordHere : words.wordNowhere
  said.dataset.state = state
  const link = part.querySelector("[data-saved-link]")
  if (link) link.hidden = state !== "saved"
}
// A button that does one thing at a time.
export function once(button, work) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy") === "true") return
    button.setAttribute("aria-busy", "true")
    try { await work() } finally { button.removeAttribute("aria-busy") }
  })
}
// Runs a tool on each part of the page that has it, now and when the page comes again.
export function runs(selector, run) {
  const begin = () => { for (const part of document.querySelectorAll(`${selector}:not([data-ready])`)) { part.dataset.ready = ""; run(part) } }
  document.addEventListener("stream:applied", begin)
  begin()
}
