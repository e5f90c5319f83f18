// <a data-key="g h"> <button data-key="n">: press what you see. ? lists them (from the page itself, so the list is never stale).
let buffer = "", timer
const visible = element => element.checkVisibility?.() ?? element.getClientRects().length > 0
const at = keys => [...document.querySelectorAll(`[data-key="${CSS.escape(keys).replaceAll("\\ ", " ")}"]`)].sort((a, b) => visible(b) - visible(a))[0]

addEventListener("keydown", event => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
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
  if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && event.target.matches?.("textarea")) { event.preventDefault(); event.target.form?.requestSubmit() }
})
// <dl data-key-list>: filled when asked for, with the words of the controls themselves
function list() {
  const box = document.querySelector("[data-key-list]")
  if (!box) return
  const seen = new Set()
  box.replaceChildren(...[...document.querySelectorAll("[data-key]")].flatMap(control => {
    if (seen.has(control.dataset.key)) return []
    seen.add(control.dataset.key)
    const term = document.createElement("dt"), word = document.createElement("dd")
    term.append(...control.dataset.key.split(" ").map(k => Object.assign(document.createElement("kbd"), { textContent: k })))
    word.textContent = control.getAttribute("aria-label") ?? control.placeholder ?? [...control.childNodes].filter(n => n.nodeName !== "KBD").map(n => n.textContent).join(" ").trim()
    return [term, word]
  }))
}
document.addEventListener("click", event => { if (event.target.closest?.("[data-keys]")) list() })
