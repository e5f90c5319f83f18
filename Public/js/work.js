// [data-work]: a student's work saves itself on the server as it is typed, files as soon as they are up, and handing in
// survives a dead line: it waits here, and is sent once when the line is back, also after a reload.
import { apply } from "./stream.js"
import { keep, drop } from "./drafts.js"

const box = form => form?.closest?.("[data-work]")
const uuid = () => crypto.randomUUID?.() ?? "00000000-0000-4000-8000-" + String(Math.random()).slice(2, 14).padEnd(12, "0")
const pending = form => "draft:outbox-" + form.dataset.draft
const say = (form, words) => { const note = document.getElementById("draft-note"); if (note) note.textContent = words }
const post = (path, body) => fetch(path, { method: "POST", body, credentials: "same-origin", headers: { accept: "text/vnd.stream+html, text/html;q=0.5" } })

function content(form) {
  const data = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === "string") data.append(name, value)
  return data
}

let timer, saving = false, again = false
async function save(form, force) {
  const work = box(form)
  if (!form.isConnected || "handing" in form.dataset || "conflict" in form.dataset && !force) return
  if (saving) { again = true; return }
  saving = true
  const data = content(form), rows = [...form.querySelectorAll(".uploads__row:has(input[name=upload])")]
  data.set("command", uuid())
  if (force) data.delete("version")
  const before = JSON.stringify([data.get("text"), data.get("link")])
  try {
    const response = await post(work.dataset.draftPath, data), html = await response.text()
    if (response.ok) {
      delete form.dataset.conflict
      for (const row of rows) row.remove()
      const now = content(form)
      if (JSON.stringify([now.get("text"), now.get("link")]) === before) drop(form); else again = true
      apply(html, { force: true })
      if (again) keep(form)
    } else if (response.status === 412 || response.status === 409) conflict(form)
    else if (response.status === 422) { for (const row of rows) row.remove(); apply(html) }
    else if (response.status === 401) location.reload()
  } catch { /* the line is down: the words are on the device, the next key tries again */ }
  saving = false
  if (again) { again = false; soon(form) }
}
function soon(form) { clearTimeout(timer); timer = setTimeout(() => save(form), 1500) }
function conflict(form) {
  form.dataset.conflict = ""
  say(form, box(form).dataset.conflict)
}

async function handIn(form, button) {
  if ("handing" in form.dataset) return
  form.dataset.handing = ""
  clearTimeout(timer)
  button?.setAttribute("aria-busy", "true")
  keep(form)
  let entry
  try { entry = JSON.parse(localStorage.getItem(pending(form)) ?? "null") } catch { /* none */ }
  entry ??= { since: Date.now(), command: form.elements.command.value }
  const data = content(form)
  data.set("command", entry.command)
  const waited = Math.round((Date.now() - entry.since) / 1000)
  if (waited > 2) data.set("waited", waited)
  try {
    const response = await post(form.action, data)
    if (response.status === 401) { hold(form, entry); location.reload(); return }
    if (response.status >= 500) throw new TypeError("again")
    try { localStorage.removeItem(pending(form)) } catch { /* none */ }
    if (response.ok) {
      document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
      location.assign(response.redirected ? response.url : location.href)
    } else { drop(form); form.submit() }                             // the page says best what is wrong, with what was typed
    return
  } catch {
    hold(form, entry)
    say(form, box(form).dataset.waiting)
    setTimeout(() => { delete form.dataset.handing; retry(form) }, 5000)
  }
  button?.removeAttribute("aria-busy")
}
function hold(form, entry) { try { localStorage.setItem(pending(form), JSON.stringify(entry)) } catch { /* full: it is still on the page */ } }
function retry(form) {
  let waits = false
  try { waits = localStorage.getItem(pending(form)) !== null } catch { /* none */ }
  if (waits && form.isConnected) handIn(form)
}

document.addEventListener("input", event => { const form = event.target.form ?? event.target; if (box(form) && event.target.type !== "file") soon(form) })
document.addEventListener("upload:done", event => { if (box(event.target)) save(event.target) })
document.addEventListener("draft:conflict", event => { if (box(event.target)) conflict(event.target) })
// before forms.js and drafts.js, which listen on the way back up
document.addEventListener("submit", event => {
  const form = event.target
  if (!box(form) || event.defaultPrevented) return
  event.preventDefault(); event.stopImmediatePropagation()
  if (event.submitter?.matches("[data-save]")) save(form, true)
  else handIn(form, event.submitter)
}, true)
const waiting = () => { for (const form of document.querySelectorAll("[data-work] form[data-draft]")) { delete form.dataset.handing; retry(form) } }
addEventListener("online", waiting)
addEventListener("pagehide", () => { for (const form of document.querySelectorAll("[data-work] form[data-draft]")) if (timer) keep(form) })
waiting()

// <button data-share="/path">: the device's own way of sharing, or the address into the clipboard
document.addEventListener("click", async event => {
  const button = event.target.closest?.("[data-share]")
  if (!button) return
  const url = new URL(button.dataset.share, location.href).href
  try {
    if (navigator.share) await navigator.share({ url, title: button.dataset.shareTitle })
    else { await navigator.clipboard.writeText(url); button.lastChild.textContent = button.dataset.wordCopied }
  } catch { /* the person thought better of it */ }
})
