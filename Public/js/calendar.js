// Events dragged to another day: [data-event] with [data-original] inside [data-day]. What is asked is one move by
// form#calendar-move; the event's own page has the same as “Move to…”. Of what comes again ([data-repeats]) the buttons
// of dialog#calendar-scope say how much is meant.
let held

document.addEventListener("dragstart", event => {
  const entry = event.target.closest?.("[data-calendar] [data-event]")
  if (!entry) return
  held = entry
  entry.dataset.dragging = ""                                         // and nothing is replaced under the hand
  event.dataTransfer.effectAllowed = "move"
  event.dataTransfer.setData("text/plain", entry.textContent.trim())
})

const unmark = () => { for (const day of document.querySelectorAll("[data-calendar] [data-drop]")) delete day.dataset.drop }
const below = event => held && event.target.closest?.("[data-calendar] .cal-day")

document.addEventListener("dragover", event => {
  const day = below(event)
  unmark()
  if (!day) return
  event.preventDefault()
  if (day !== held.closest(".cal-day")) day.dataset.drop = ""
})

document.addEventListener("drop", event => {
  const day = below(event), form = document.getElementById("calendar-move")
  if (!day || !form) return
  event.preventDefault()
  if (day === held.closest(".cal-day")) return
  form.action = "/schedule/events/" + held.dataset.event + "/move"
  form.elements.day.value = held.dataset.original
  form.elements.to.value = day.dataset.day
  form.elements.seen.value = held.dataset.seen                        // the event's own clock may count another day
  const scope = "repeats" in held.dataset && document.getElementById("calendar-scope")
  if (!scope?.showModal) { form.requestSubmit(); return }
  scope.querySelector("[data-scope-what]").textContent = held.querySelector(".cal-entry__title :is(a, bdi)").textContent
  scope.showModal()
})

document.addEventListener("submit", event => {
  if (event.target.id === "calendar-move") document.getElementById("calendar-scope")?.close()
})

document.addEventListener("dragend", () => {
  if (held) delete held.dataset.dragging
  held = undefined
  unmark()
})

// The line that says what time it is goes on with the clock: from where the page had it, by the minutes since. A page that
// comes anew may have other hours, and so another place for it.
const lines = new WeakMap()
const place = line => line.dataset.h + ":" + line.dataset.m
const goOn = () => {
  for (const line of document.querySelectorAll("[data-calendar] .cal-now")) {
    if (lines.get(line)?.place !== place(line)) lines.set(line, { minute: line.dataset.h * 60 + +line.dataset.m, since: Date.now() })
    const known = lines.get(line), now = known.minute + Math.floor((Date.now() - known.since) / 60000)
    line.dataset.h = Math.floor(now / 60)
    line.dataset.m = Math.floor(now % 60 / 5) * 5
    line.hidden = now >= 60 * line.closest(".cal-week").querySelectorAll(".cal-clock__hours > span").length
    known.place = place(line)
  }
}
goOn()
setInterval(goOn, 60000)
