// [data-work]: a student's work saves itself on the server as it is typed, files as soon as they are up, and handing in
// survives a dead line: it waits (outbox.js), and is sent once when the line is back, on whatever page its writer is then.
import "./offline.js"
import "./uploads.js"                                                  // which has a word before this, when files are on their way
import { apply, reader, uuid } from "./stream.js"
import { keep, drop, isKept, sending, tell } from "./drafts.js"
import { shelf } from "./shelf.js"
import { held, hold, release, waitedFor } from "./outbox.js"

const box = form => form?.closest?.("[data-work]")
const say = (form, words) => { const note = document.getElementById("draft-note"); if (note) note.textContent = words }
const post = (path, body) => fetch(path, { method: "POST", body, credentials: "same-origin", headers: { accept: "text/vnd.stream+html, text/html;q=0.5" } })

function content(form) {
  const data = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === "string") data.append(name, value)
  return data
}

// Asks again by itself: the last words may have no key after them.
const pause = 10000
function unsaved(form) {
  if (!form.isConnected || "handing" in form.dataset) return
  say(form, box(form).dataset.unsaved)
  clearTimeout(timer)
  timer = setTimeout(() => save(form), pause)
}
let timer, saving = false, again = false, underWay
// A saving without an answer may have been done: it goes again by its name and as it was, so that what it did is not taken for
// another device's; what was typed since goes after it, by a name of its own.
let lost
const words = data => JSON.stringify([...data].filter(([name]) => !["command", "csrf", "version"].includes(name)))
function save(form, force) { return saving ? (again = true, underWay) : (underWay = sendDraft(form, force)) }
// - Returns: whether the server has said no to it.
async function sendDraft(form, force) {
  const work = box(form)
  if (!form.isConnected || "handing" in form.dataset || "conflict" in form.dataset && !force) return
  saving = true
  const data = content(form), rows = [...form.querySelectorAll(".uploads__row:has(input[name=upload])")]
  const asked = lost ?? { command: uuid(), words: words(data), data }, whole = asked.words === words(data), body = asked.data
  lost = asked
  body.set("command", asked.command)
  body.set("csrf", data.get("csrf"))
  if (force) body.delete("version")
  const before = JSON.stringify([data.get("text"), data.get("link")])
  let isRefused = false
  sending(form)
  try {
    const response = await post(work.dataset.draftPath, body), html = await response.text()
    if (response.status < 500) lost = undefined
    if (response.ok) {
      delete form.dataset.conflict
      delete form.dataset.told
      if (whole) for (const row of rows) row.remove()
      const now = content(form)
      if (whole && JSON.stringify([now.get("text"), now.get("link")]) === before) drop(form); else again = true
      apply(html, { force: true })
      if (again) keep(form)
    } else if (response.status === 412) conflict(form)
    else if (response.status === 422 || response.status === 409) { isRefused = true; for (const row of rows) row.remove(); apply(html) }
    else if (response.status === 401) location.reload()
    else unsaved(form)
  } catch { unsaved(form) }
  saving = false
  if (again) { again = false; soon(form) }
  return isRefused
}
function soon(form) { clearTimeout(timer); timer = setTimeout(() => save(form), 1500) }
function conflict(form) {
  form.dataset.conflict = ""
  say(form, box(form).dataset.conflict)
  tell(form)
}

async function handIn(form, button) {
  if ("handing" in form.dataset) return
  if ("conflict" in form.dataset) return conflict(form)               // which of the two is handed in is the person's choice
  form.dataset.handing = ""
  clearTimeout(timer)
  button?.setAttribute("aria-busy", "true")
  keep(form)
  // One after the other: what is handed in stands for every draft before it, and none comes after it.
  const pressed = Number(form.dataset.pressed) || Date.now(), isRefused = saving && await underWay
  delete form.dataset.pressed
  if (isRefused || "conflict" in form.dataset) { delete form.dataset.handing; button?.removeAttribute("aria-busy"); return }
  const entry = { ...opened(form), since: pressed, ...held(form.dataset.draft) }, data = filled(form, entry)
  try {
    const response = await post(form.action, data)
    if (response.status === 401) { hold(entry); location.reload(); return }
    if (response.status >= 500) throw new TypeError("again")
    release(entry)
    if (response.ok) {
      document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
      location.assign(response.redirected ? response.url : location.href)
    } else form.submit()                        // the page says best what is wrong; the words stay kept until one has them again
    return
  } catch {
    hold(entry)
    say(form, box(form).dataset.waiting)
    setTimeout(() => { delete form.dataset.handing; retry(form) }, 5000)
  }
  button?.removeAttribute("aria-busy")
}
// What waits carries everything that is needed to send it from another page: its writer, its words, and what to say then.
function opened(form) {
  const { sent, refused } = box(form).dataset
  return { draft: form.dataset.draft, since: Date.now(), command: form.elements.command.value, by: reader(), path: form.getAttribute("action"),
    page: location.pathname, title: document.querySelector("h1")?.textContent, words: { sent, refused } }
}
function filled(form, entry) {
  const data = content(form)
  // a file that was up before this page was opened has no row in it, and still goes along
  for (const [name, value] of entry.fields ?? [])
    if (name === "upload" && !data.getAll(name).includes(value)) data.append(name, value)
  entry.fields = [...data].filter(([name]) => name !== "csrf" && name !== "command")
  data.set("command", entry.command)
  const waited = waitedFor(entry)
  if (waited) data.set("waited", waited)
  return data
}
function retry(form) {
  const entry = held(form.dataset.draft)
  if (entry?.refused) release({ draft: form.dataset.draft })          // its writer hands it in anew
  else if (entry && form.isConnected) handIn(form)
}

document.addEventListener("input", event => {
  const form = event.target.form ?? event.target
  if (!box(form) || event.target.type === "file") return
  const entry = held(form.dataset.draft)
  if (entry) { filled(form, entry); hold(entry) }                    // what is typed on while it waits goes along
  soon(form)
})
// the last file of what is to be handed in goes with that
document.addEventListener("upload:done", event => { if (box(event.target) && !("awaiting" in event.target.dataset)) save(event.target) })
document.addEventListener("upload:awaited", ({ target: form, detail: button }) => {
  if (!box(form) || button?.matches("[data-save]")) return
  form.dataset.pressed = Date.now()
  say(form, box(form).dataset.uploading)
})
// one that was taken away again does not
document.addEventListener("upload:gone", event => {
  const form = event.target, entry = box(form) && held(form.dataset.draft)
  if (!entry) return
  entry.fields = entry.fields.filter(([name, value]) => name !== "upload" || value !== event.detail)
  hold(entry)
})
// before forms.js and drafts.js, which listen on the way back up
document.addEventListener("submit", event => {
  const form = event.target
  if (!box(form) || event.defaultPrevented) return
  event.preventDefault(); event.stopImmediatePropagation()
  if (event.submitter?.matches("[data-save]")) save(form, true)
  else handIn(form, event.submitter)
}, true)
const forms = () => document.querySelectorAll("[data-work] form[data-draft]")
const waiting = () => { for (const form of forms()) { delete form.dataset.handing; retry(form) } }
addEventListener("online", () => {
  for (const form of forms()) if (isKept(form) && !("handing" in form.dataset)) soon(form)
  waiting()
})
// what drafts.js has put back, before this could listen
function resume() {
  for (const form of forms()) {
    const { restored } = form.dataset
    if (restored) form.dataset.restored = ""
    if (restored === "conflict") conflict(form)
    else if (restored === "kept") soon(form)
  }
}
document.addEventListener("stream:applied", resume)
resume()
waiting()

// what was typed here and never reached the server, where there is no field for it any more
function showKept(card) {
  if ("shown" in card.dataset) return
  card.dataset.shown = ""
  const there = [document.querySelector("main").textContent, ...[...document.querySelectorAll("[data-work] :is(textarea, input)")].map(field => field.value)].join(), name = "draft:" + card.dataset.keptWork + "-", found = []
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(name)) continue
    try { for (const [, choice, value] of JSON.parse(shelf.getItem(key) ?? "null")?.fields ?? []) if (choice === null && value.trim()) found.push(value) } catch { /* not one of ours */ }
  }
  const squeezed = text => text.replace(/\s+/g, ""), known = squeezed(there)
  const lost = found.filter(text => !known.includes(squeezed(text)))
  card.querySelector("[data-kept-text]").append(...lost.flatMap(text => text.split(/\n+/)).map(line => {
    const row = document.createElement("p")
    row.dir = "auto"; row.textContent = line
    return row
  }))
  card.hidden = !lost.length
}
const showAll = () => { for (const card of document.querySelectorAll("[data-kept-work]")) showKept(card) }
document.addEventListener("stream:applied", showAll)
showAll()
