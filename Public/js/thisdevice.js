// <div data-this-device>: the page “This device”. All that it may say is in it; this shows what is so, as the worker tells it, and does
// what the buttons say. Each [data-part] is a thing that is so or not.
import { ask, counted, isOwn, isStale, moment } from "./device.js"
import { begun, letGo } from "./begun.js"
import { kind, typed } from "./leaving.js"
import { release, retry } from "./outbox.js"
import { keepingFocus, reader } from "./stream.js"
import { say } from "./toasts.js"
import { unsent } from "./unsent.js"
import { register } from "./worker.js"

const root = () => document.querySelector("[data-this-device]")
const part = name => document.querySelector(`[data-part="${name}"]`)
const show = (name, yes = true) => { const element = part(name); if (element) element.hidden = !yes }
const fill = (word, value) => word.replace("%s", value)
const low = 5e7
let standing = null, letting = "", shown = []

// MARK: what is so

// - Returns: why this browser can be no device, or "" where it can.
async function obstacle() {
  if (!("serviceWorker" in navigator) || !("indexedDB" in globalThis)) return "browser"
  // what a device would fetch is listed; to look for a file that is not there would be an error of the page
  try {
    const answer = await fetch("/api/v1/sync/session", { headers: { accept: "application/json" } })
    return answer.ok && (await answer.json()).files?.includes("homeroom.wasm") ? "" : "server"
  } catch { return "line" }
}
async function lookAtStorage() {
  const { quota, usage } = await navigator.storage?.estimate?.().catch(() => ({})) ?? {}
  const left = quota - usage, words = root()?.dataset
  if (!words) return
  if (left < low) part("low").textContent = fill(words.wordLow, new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(left / 1e6))
  show("low", left < low)
  show("not-lasting", await navigator.storage?.persisted?.().catch(() => true) === false)
}
// - Parameter isTheirs: its writer decides what becomes of it.
function row(entry, isTheirs) {
  const words = root().dataset, item = document.querySelector("template[data-entry]").content.cloneNode(true).firstElementChild
  const at = name => item.querySelector(`[data-entry-${name}]`), text = typed(entry)
  item.id = "entry-" + entry.key
  item.dataset.key = entry.key
  at("what").textContent = kind(entry, document)
  at("when").textContent = entry.typedAt ? fill(words.wordTyped, moment(entry.typedAt)) : ""
  at("text").textContent = text || words.wordNoWords
  if (!text) at("text").classList.add("quiet")
  if (entry.reason) at("why").textContent = fill(words.wordWhy, entry.reason)
  else at("why").remove()
  if (isTheirs) for (const button of item.querySelectorAll("[data-do]")) button.dataset.mark = button.dataset.do
  else at("acts").remove()
  if (isTheirs && entry.isBegun) item.querySelector("[data-do=retry]").remove()
  if (isTheirs && !entry.isEditable) item.querySelector("[data-do=edit]").remove()
  if (isTheirs && !text) item.querySelector("[data-do=copy]").remove()
  return item
}
function fileRow({ path, name, size }) {
  const item = document.querySelector("template[data-file-entry]").content.cloneNode(true).firstElementChild, link = item.querySelector("[data-file-link]")
  item.dataset.path = path
  link.href = path
  link.textContent = name
  const [unit, digits, amount] = size < 1e6 ? ["kilobyte", 0, Math.ceil(size / 1e3)] : ["megabyte", 1, size / 1e6]
  item.querySelector("[data-file-size]").textContent = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, maximumFractionDigits: digits }).format(amount)
  return item
}
// What reads the same stays: a button that is replaced between pressing and letting go was not pressed.
function fillWith(place, rows) {
  const isSame = rows.length === place.children.length && rows.every((row, at) => row.isEqualNode(place.children[at]))
  if (!isSame) keepingFocus(() => place.replaceChildren(...rows))
}
function listFiles(files) {
  show("files", files.length > 0)
  fillWith(document.querySelector("[data-files]"), files.map(fileRow))
}
function list(name, entries) {
  fillWith(document.querySelector(`[data-entries="${name}"]`), entries.map(entry => row(entry, name !== "waiting")))
}
async function draw(now) {
  standing = now
  if (!root()) return
  const isKept = !!now?.kept, isOpen = isOwn(now) && now.state !== "locked", words = root().dataset
  shown = [...await unsent(now), ...begun()]
  if (standing !== now) return                                          // something newer came meanwhile
  const started = shown.filter(one => one.isBegun), refused = shown.filter(one => one.reason !== undefined)
  const waiting = shown.filter(one => !one.isBegun && one.reason === undefined)
  for (const state of ["failed", "locked"]) show(state, isKept && (now.state === state || state === "locked" && !isOwn(now)))
  show("lapsed", isOpen && now.state === "lapsed")
  show("stale", isStale(waiting))
  show("kept", isKept)
  show("waiting", isOpen || waiting.length > 0)
  show("refused", refused.length > 0)
  show("begun", started.length > 0)
  show("waiting-none", !waiting.length)
  show("line-off", now?.line === "off")
  if (!isOpen) listFiles([])
  else if (now.files) listFiles(now.files)
  if (isKept) {
    show("as-of", isOpen)                                               // of what is locked nothing is known
    part("as-of").textContent = now.syncedAt ? fill(words.wordAsOf, moment(now.syncedAt)) : words.wordNever
    lookAtStorage()
  }
  list("waiting", waiting)
  list("refused", refused)
  list("begun", started)
  const why = isKept ? null : await obstacle()
  if (standing !== now) return
  show("looking", false)
  show("offer", why === "")
  show("unable", !!why)
  for (const one of document.querySelectorAll("[data-part=unable] [data-why]")) one.hidden = one.dataset.why !== why
}
const look = async () => draw(await ask("files"))

// MARK: what is done

const bar = () => part("keeping").querySelector("progress")
function progress({ done, of }) {
  if (!(of > 0)) return
  bar().max = of
  bar().value = Math.min(done, of)
}
async function keep(button) {
  button.disabled = true
  show("keep-failed", false)
  show("keeping")
  let now = null
  try {
    await register()
    await navigator.serviceWorker.ready
    // before anything lies here: the browser may ask the person, who has just pressed the button
    await navigator.storage?.persist?.().catch(() => false)
    now = await ask("keep", {}, 60000, progress) ?? await ask("files")
  } catch { /* a private window that only says so now */ }
  button.disabled = false
  bar().removeAttribute("value")
  show("keeping", false)
  await draw(now)
  show("keep-failed", !now?.kept)
}
async function wait(button, kind, time, more) {
  button.disabled = true
  const now = await ask(kind, more, time)
  button.disabled = false
  await (now ? draw(now) : look())
}
const entryOf = button => shown.find(entry => entry.key === button.closest("[data-key]")?.dataset.key)
const acts = {
  keep,
  sync: button => wait(button, "sync", 60000),
  forget() {
    const count = shown.filter(one => !one.isOfPage && !one.isBegun).length             // the pages keep theirs
    part("unsent").textContent = count ? counted(document, "unsent", count) : ""
    show("unsent", count > 0)
    document.getElementById("device-forget").showModal()
  },
  async "forget-now"(button) {
    await wait(button, "forget", 15000, { account: reader(), isAsked: true })
    document.getElementById("device-forget").close()
  },
  "drop-file": button => wait(button, "drop-file", 15000, { path: button.closest("[data-path]").dataset.path }),
  edit(button) {
    const { key, isOfPage, isBegun, page } = entryOf(button) ?? {}
    if (key) location.assign(isOfPage || isBegun ? page : "/settings/device/edit?key=" + key)
  },
  retry(button) {
    const entry = entryOf(button)
    if (entry?.isOfPage) retry(entry.key); else wait(button, "retry", 30000, { key: entry?.key })
  },
  async copy(button) {
    const entry = entryOf(button), text = button.closest("[data-key]").querySelector("[data-entry-text]")
    try { await navigator.clipboard.writeText(typed(entry)); say(root().dataset.wordCopied) }
    catch { getSelection().selectAllChildren(text) }                    // refused: one key is left to press
  },
  "let-go"(button) {
    const entry = entryOf(button), dialog = document.getElementById("device-letting")
    if (!entry) return
    letting = entry.key
    dialog.querySelector("[data-letting-text]").textContent = typed(entry)
    dialog.showModal()
  },
  async "let-go-now"(button) {
    const entry = shown.find(one => one.key === letting)
    if (entry?.isBegun) { await letGo(letting); await look() }
    else if (entry?.isOfPage) release({ draft: entry.key }); else await wait(button, "discard", 15000, { key: letting })
    document.getElementById("device-letting").close()
  },
}
document.addEventListener("click", event => {
  const button = event.target.closest?.("button[data-do]")
  if (root() && button) acts[button.dataset.do]?.(button)
})
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data?.kind === "standing") draw(data)
  else if (data?.kind === "changed") look()
})
navigator.serviceWorker?.startMessages?.()
for (const moment of ["outbox:changed", "outbox:state"]) document.addEventListener(moment, () => { if (root()) look() })
document.addEventListener("stream:applied", () => { if (part("looking")?.hidden === false) look() })
look()
