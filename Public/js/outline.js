// An outline put in order by hand: [data-outline] holds [data-entry] elements (a module's section, an item's row), each with a [data-handle].
// Drag by the handle, or press an arrow key on it. What is asked is one move; the server answers with the outline as it is.
import { pressed } from "./keys.js"

const form = () => document.getElementById("outline-form")

function ask(move) {
  const to = form()
  if (!to || "busy" in to.dataset) return
  const field = document.createElement("input")
  field.type = "hidden"
  field.name = "move"
  field.value = move
  to.append(field)
  to.requestSubmit()
  field.remove()
}

document.addEventListener("keydown", event => {
  const handle = event.target.closest?.("[data-handle]")
  const does = handle && pressed(event, "order")
  if (!does) return
  event.preventDefault()
  const move = handle.closest("[data-entry]").dataset[does]
  if (move) ask(move)
})

// ——— by pointer ———
const isModule = entry => entry.dataset.entry.startsWith("m.")
const middle = (entry, whole) => {
  const box = (whole || !isModule(entry) ? entry : entry.querySelector(".outline__head")).getBoundingClientRect()
  return box.top + box.height / 2
}

// What stands below the pointer: a module lands before modules only, an item before anything.
function below(outline, moved, y) {
  const entries = [...outline.querySelectorAll("[data-entry]")].filter(e => e !== moved && !moved.contains(e))
  const wanted = isModule(moved) ? entries.filter(isModule) : entries
  return { next: wanted.find(e => y < middle(e, isModule(moved))), last: wanted.at(-1) }
}

function unmark(outline) { for (const e of outline.querySelectorAll("[data-drop]")) delete e.dataset.drop }

document.addEventListener("pointerdown", event => {
  const handle = event.target.closest?.("[data-handle]"), outline = handle?.closest("[data-outline]")
  if (!outline || event.button) return
  const moved = handle.closest("[data-entry]")
  let target, dragged = false
  handle.setPointerCapture(event.pointerId)
  moved.dataset.dragging = ""                                         // and nothing is replaced under the hand
  const follow = e => {
    if (!dragged && Math.abs(e.clientY - event.clientY) < 6) return
    dragged = true
    target = below(outline, moved, e.clientY)
    unmark(outline)
    if (target.next) target.next.dataset.drop = "before"
    else if (target.last) target.last.dataset.drop = "after"
    // near an edge of the window the page comes along
    if (e.clientY < 96) scrollBy(0, -12)
    else if (e.clientY > innerHeight - 96) scrollBy(0, 12)
  }
  const end = e => {
    handle.removeEventListener("pointermove", follow)
    handle.removeEventListener("pointerup", end)
    handle.removeEventListener("pointercancel", end)
    delete moved.dataset.dragging
    unmark(outline)
    if (dragged && target && e.type === "pointerup") ask(moved.dataset.entry + (target.next ? " " + target.next.dataset.entry : ""))
  }
  handle.addEventListener("pointermove", follow)
  handle.addEventListener("pointerup", end)
  handle.addEventListener("pointercancel", end)
})
