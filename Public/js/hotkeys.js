// <a data-key="g h"> <button data-key="n">: press what you see. ? lists them (from the page itself and from keys.js, so the list is never stale).
import { isOff, keys, places, pressed, printed } from "./keys.js"

let buffer = "", timer
const visible = element => element.checkVisibility?.() ?? element.getClientRects().length > 0
// what the page is about goes before the places around it: 3 is Good on a card, and the third place elsewhere
const rank = element => 2 * visible(element) + (element.closest("main") !== null)
const at = keys => [...document.querySelectorAll(`[data-key="${CSS.escape(keys).replaceAll("\\ ", " ")}"]`)].sort((a, b) => rank(b) - rank(a))[0]

addEventListener("keydown", event => {
  if (isOff() || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") || document.querySelector("dialog:modal, :popover-open")) return
  clearTimeout(timer); timer = setTimeout(() => { buffer = "" }, 900)
  // event.code, not key: g is g on a Hebrew or Arabic keyboard too
  const key = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : event.key
  buffer = (buffer + " " + key).trim()
  const hit = at(buffer) ?? at(key)
  if (!hit) return
  event.preventDefault(); buffer = ""
  list()
  if (hit.matches("input, textarea")) { hit.focus(); hit.select?.() } else hit.click()
})
// Ctrl/⌘ and Enter send the form one is writing in
addEventListener("keydown", event => {
  if (pressed(event, "writing") === "send" && event.target.matches?.("textarea")) { event.preventDefault(); event.target.form?.requestSubmit() }
})
// its words without the key printed on it, and without what is only heard: a place is called the same when it has news
function nameOf(control) {
  const copy = control.cloneNode(true)
  copy.querySelectorAll("kbd, .visually-hidden").forEach(part => part.remove())
  return copy.textContent.replace(/\s+/g, " ").trim()
}
// <dl data-key-list>: filled when asked for, with the words of the controls themselves
function list() {
  const box = document.querySelector("[data-key-list]")
  if (!box) return
  const seen = new Set()
  const line = (marks, text) => {
    const term = document.createElement("dt"), word = document.createElement("dd")
    term.append(...marks.map(k => Object.assign(document.createElement("kbd"), { textContent: k })))
    word.textContent = text
    return [term, word]
  }
  // what the scripts answer to on this page; the words came with it
  const words = document.getElementById("key-words")?.content
  const here = Object.keys(keys).filter(does => document.querySelector(places[does.split(".")[0]]))
  const spoken = here.flatMap(does => line(keys[does].flatMap(printed), words?.querySelector(`[data-does="${does}"]`)?.textContent ?? ""))
  box.replaceChildren(...[...document.querySelectorAll("[data-key]")].flatMap(control => {
    if (seen.has(control.dataset.key)) return []
    seen.add(control.dataset.key)
    return line(control.dataset.key.split(" "), control.getAttribute("aria-label") ?? control.placeholder ?? nameOf(control))
  }), ...spoken)
}
document.addEventListener("click", event => { if (event.target.closest?.("button[data-keys]")) list() })
