// [data-flashcard]: the answer is on the page already and shown at once; Space does it too. Swiped towards the left it is Again, towards
// the right Good, as the buttons 1 and 3 say. The keys 1 to 4 and Z are the buttons' own (data-key).
import { pressed } from "./keys.js"

const card = () => document.querySelector("[data-flashcard]")
const answer = () => document.querySelector(".flashcard__answer")
const link = () => document.querySelector(".flashcard__show")

function show() {
  if (!answer()?.hidden) return false
  answer().hidden = false
  document.querySelector(".flashcard__grades").hidden = false
  link()?.remove()
  answer().focus({ preventScroll: true })
  return true
}
document.addEventListener("click", event => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || !event.target.closest?.(".flashcard__show")) return
  event.preventDefault()
  show()
})
// Another device's answers make the page go on, but not from under somebody who looks at the answer: what they say of it counts.
document.addEventListener("page:refresh", event => { if (card() && answer() && !answer().hidden) event.preventDefault() })
// a key of a button that is not shown yet turns the card first
document.addEventListener("click", event => { if (event.target.closest?.("#grades") && show()) event.preventDefault() }, true)
addEventListener("keydown", event => {
  if (event.repeat || event.defaultPrevented || pressed(event, "card") !== "show") return
  if (!card() || document.querySelector("dialog:modal, :popover-open")) return
  if (event.target.closest?.("a:not(.flashcard__show), button, audio, input, textarea, select, summary, [contenteditable]")) return
  if (show()) event.preventDefault()
})
// one finger, mostly sideways, a third of the card at least; the first swipe only turns it; a finger on a sound's own buttons is no swipe
let start
document.addEventListener("pointerdown", event => {
  start = event.pointerType !== "mouse" && event.isPrimary && event.target.closest?.("[data-flashcard]") && !event.target.closest("audio, a") ? { x: event.clientX, y: event.clientY } : undefined
})
document.addEventListener("pointercancel", () => { start = undefined })
document.addEventListener("pointerup", event => {
  if (!start || !card()) return
  const across = event.clientX - start.x, down = Math.abs(event.clientY - start.y)
  start = undefined
  if (Math.abs(across) < Math.max(60, card().clientWidth / 3) || down > Math.abs(across) / 2) return
  if (!show()) document.querySelector(`#grades [name="grade"][value="${across < 0 ? 1 : 3}"]`)?.click()
})
// [data-call=text] puts the call of a picture or a sound into the side that was written last; of a picture the cursor then stands
// where it is said what it shows.
let side
document.addEventListener("focusin", event => { if (event.target.matches?.("#note textarea")) side = event.target })
document.addEventListener("click", event => {
  const call = event.target.closest?.("[data-call]")?.dataset.call
  const area = side?.isConnected ? side : document.querySelector("#note textarea")
  if (!call || !area) return
  const at = area.selectionStart
  area.setRangeText(call, at, area.selectionEnd, "end")
  area.focus()
  if (call.startsWith("![")) area.setSelectionRange(at + 2, at + 2)
  area.dispatchEvent(new Event("input", { bubbles: true }))
})
