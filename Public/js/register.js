// The attendance register by keyboard: arrows (or J and K) move from row to row, P A L E press the row's mark, and the focus goes on to the next row.
import { pressed } from "./keys.js"

const rows = () => [...document.querySelectorAll("[data-row]")]

// One stop for the Tab key in the whole register: the row one was at. Its buttons follow it.
function rove(current) {
  const all = rows()
  if (!all.length) return
  const at = all.includes(current) ? current : all.find(r => r.tabIndex === 0) ?? all[0]
  for (const row of all) row.tabIndex = row === at ? 0 : -1
}
function go(row) {
  if (!row) return
  rove(row)
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest" })
}

// on document, before hotkeys.js on window: in the register a letter is a mark
document.addEventListener("keydown", event => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
  const row = event.target.closest?.("[data-row]")
  if (!row || event.target.matches("input:not([type=radio]), textarea, select, [contenteditable]")) return
  const all = rows(), at = all.indexOf(row)
  const does = pressed(event, "register")
  if (!does) return
  const to = { next: at + 1, previous: at - 1, first: 0, last: all.length - 1 }[does]
  if (to !== undefined) { event.preventDefault(); go(all[to]) }
  else {
    const button = row.querySelector(`[data-mark="${does}"]`)
    if (!button) return
    event.preventDefault();
    (button.querySelector("input") ?? button).click()
    go(all[at + 1])
  }
})
document.addEventListener("focusin", event => { const row = event.target.closest?.("[data-row]"); if (row) rove(row) })
document.addEventListener("stream:applied", () => rove(document.activeElement?.closest("[data-row]")))
rove()
