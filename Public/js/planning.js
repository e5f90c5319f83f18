// The plan of a week: a card ([data-plan]) is dragged by its grip to another day ([data-plan-day]), with a mouse or a finger. What is
// sent is the card's own form, by which keyboards do the same.
const cardOf = grip => grip.closest("[data-planning] [data-plan]")
const dayOf = element => element?.closest("[data-planning] [data-plan-day]")
const unmark = () => { for (const day of document.querySelectorAll("[data-plan-day][data-drop]")) delete day.dataset.drop }

function move(card, day) {
  const form = card.querySelector("form.plan-card__move"), to = form?.elements.day
  if (!to || ![...to.options].some(option => option.value === day)) return
  to.value = day
  form.requestSubmit()
}

// Near an edge of the window the page comes along, also while the finger rests there.
function along(y) {
  if (y < 96) scrollBy(0, -12)
  else if (y > innerHeight - 96) scrollBy(0, 12)
}

document.addEventListener("pointerdown", event => {
  const grip = event.target.closest?.("[data-plan-grip]"), card = grip && cardOf(grip)
  if (!card || event.button || !event.isPrimary) return
  event.preventDefault()                                              // and no text is marked
  const from = dayOf(card)
  let last = event, target, isDragged = false
  grip.setPointerCapture(event.pointerId)
  card.dataset.dragging = ""                                          // and nothing is replaced under the hand
  const look = () => {
    target = dayOf(document.elementFromPoint(last.clientX, last.clientY))
    unmark()
    if (target && target !== from) target.dataset.drop = ""
  }
  const follow = e => {
    last = e
    if (!isDragged && Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY) < 6) return
    isDragged = true
    look()
  }
  const clock = setInterval(() => { if (isDragged) { along(last.clientY); look() } }, 30)
  const end = e => {
    clearInterval(clock)
    for (const [name, does] of Object.entries(heard)) grip.removeEventListener(name, does)
    delete card.dataset.dragging
    unmark()
    if (isDragged && e.type === "pointerup" && target && target !== from) move(card, target.dataset.planDay)
  }
  const heard = { pointermove: follow, pointerup: end, pointercancel: end, lostpointercapture: end }
  for (const [name, does] of Object.entries(heard)) grip.addEventListener(name, does)
})
