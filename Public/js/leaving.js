// Signing out with something that was never sent asks first: send it, save it to a file, discard it by name, or stay.
// signout.js asks `mayLeave(form)` before it lets the form go; the words come from the page “This device”, wherever one is.
import { ask, counted, moment } from "./device.js"
import { begun } from "./begun.js"
import { parse } from "./stream.js"
import { sendAll, unsent } from "./unsent.js"

// MARK: what was typed

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, machine = /^(-?[\d.:,/T+Z-]+|on|off|true|false|[a-z]+(\.[a-z]+)+)$/
// fields that a page fills in, or whose choices have words of their own on it; and those that are somebody's words, whatever they say
const hidden = new Set(["csrf", "command", "version", "back", "next", "mark", "status", "state", "kind", "role", "way", "zone", "waited", "seen", "language", "scope", "step", "type", "rating"])
const written = /^(text|title|note|comment|reply|reason|body|minutes|hours|answer|value)/
const fields = text => [...new URLSearchParams(text)].filter(([name, value]) => value.trim() && name !== "csrf" && name !== "command")
// The words of a form's body, each field's on a line; ids, numbers and choices have no words.
export function typed(entry) {
  return fields(entry.body ?? "").filter(([name, value]) => !id.test(value) && (written.test(name) || !hidden.has(name) && !machine.test(value)))
    .map(([, value]) => value.trim()).join("\n")
}
// What it was about, in the words that stand in `page`.
export function kind(entry, page) {
  const names = (entry.path ?? "").split("?")[0].split("/"), known = page.querySelector("template[data-kinds]")?.content.children ?? []
  return [...known].find(one => one.dataset.path.split("/").every((name, place) => name === "*" || !one.dataset.path || name === names[place]))?.textContent ?? ""
}
// All of it, with what a page would not show: who saves it lets the rest go.
export function save(entries, page = document) {
  const body = text => fields(text).map(([name, value]) => `${name}: ${value}`).join("\n")
  const said = entries.map(entry => [[kind(entry, page), moment(entry.typedAt)].filter(Boolean).join(" · "), entry.path, body(entry.body ?? ""), entry.reason].filter(Boolean).join("\n"))
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([said.join("\n\n") + "\n"], { type: "text/plain;charset=utf-8" }))
  link.download = `homeroom-${new Date().toISOString().slice(0, 10)}.txt`
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 30000)
}

// MARK: the question

// The page “This device”, which has the words; the worker answers for it where there is no line.
async function wordsPage() {
  if (document.querySelector("dialog#leaving")) return document
  try {
    const response = await fetch("/settings/device", { headers: { accept: "text/html" } })
    const page = response.ok ? parse(await response.text()) : null
    return page?.querySelector("dialog#leaving") ? page : null
  } catch { return null }
}
function fill(dialog, page, entries) {
  const names = dialog.querySelector("[data-leaving-names]"), row = dialog.querySelector("template[data-leaving-name]")
  const discard = dialog.querySelector("[data-leave=discard]")
  dialog.querySelector("[data-leaving-text]").textContent = counted(page, "leaving", entries.length)
  discard.textContent = counted(page, "discard", entries.length)
  names.replaceChildren(...entries.map(entry => {
    const label = row.content.cloneNode(true), words = typed(entry).replace(/\s+/g, " ")
    label.querySelector(".check__text").textContent = [kind(entry, page), words.length > 80 ? words.slice(0, 79) + "…" : words].filter(Boolean).join(": ")
    return label
  }))
  // what was never sent takes its writer's own hand
  const isBegun = entries.every(one => one.isBegun)
  dialog.querySelector("[data-leave=send]").hidden = isBegun
  // a file of words holds no picture and no sound
  dialog.querySelector("[data-leave=save]").hidden = entries.some(one => one.isMade)
  if (isBegun) dialog.querySelector("[data-leaving-note]").textContent = dialog.querySelector("[data-word-begun]").dataset.wordBegun
  const look = () => { discard.disabled = [...names.querySelectorAll("input")].some(box => !box.checked) }
  names.onchange = look
  look()
}
async function send(dialog, entries) {
  const note = dialog.querySelector("[data-leaving-note]"), words = dialog.querySelector("[data-word-unsent]").dataset
  const buttons = [...dialog.querySelectorAll("[data-leave=send], [data-leave=save]")]
  note.textContent = words.wordSending
  for (const button of buttons) button.disabled = true
  const left = [...await sendAll(entries.filter(one => !one.isBegun)), ...begun()]
  for (const button of buttons) button.disabled = false
  note.textContent = left.some(one => !one.isBegun) ? words.wordUnsent : ""
  return left
}
function choose(dialog, page, entries) {
  return new Promise(done => {
    let isBusy = false
    const end = may => { dialog.onclose = dialog.onclick = null; dialog.close(); done(may) }
    dialog.onclose = () => end(false)
    dialog.onclick = async event => {
      const way = event.target.closest?.("[data-leave]")?.dataset.leave
      if (!way || isBusy) return
      if (way === "stay") return end(false)
      if (way === "discard") return end(true)
      if (way === "save") { save(entries, page); return setTimeout(() => end(true), 500) }
      isBusy = true
      const left = await send(dialog, entries)
      isBusy = false
      if (!dialog.open) return
      if (!left.length) return end(true)
      fill(dialog, page, entries = left)
    }
    dialog.querySelector("[data-leaving-note]").textContent = ""
    fill(dialog, page, entries)
    dialog.showModal()
  })
}
// Whether the person may be signed out now. Where nothing waits nobody is asked.
// - Parameter form: the form that signs out; it is the caller who sends it.
// - Throws: where nobody can be asked.
export async function mayLeave(form) {
  const entries = [...await unsent(await ask("standing", {}, 4000)), ...begun()]
  if (!entries.length) return true
  const page = await wordsPage()
  // no worker would tell the server later, or what was made cannot be saved here: nobody is signed out, and all stays
  if (!page && (!navigator.serviceWorker?.controller || entries.some(one => one.isMade))) throw new TypeError("no words to ask with")
  // without words there is no question: what was typed is saved rather than lost, and who wants to go is not kept
  if (!page) { save(entries); return true }
  let dialog = document.querySelector("dialog#leaving")
  if (!dialog) { dialog = document.importNode(page.querySelector("dialog#leaving"), true); document.body.append(dialog) }
  const may = await choose(dialog, page, entries)
  if (page !== document) dialog.remove()
  if (!may) form?.querySelector("button")?.focus()
  return may
}
