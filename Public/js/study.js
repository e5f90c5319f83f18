// Daily study. <fieldset data-study-sizes>: the size of texts that was chosen is chosen again on this device.
// <div data-study-way>: which way this device has a reminder, by push or from the calendar.
// <form data-studied>: says when and where it was sent, by this device's clock; the day itself stands in the form's address.
const kept = "study-size"

function choose() {
  let size
  try { size = localStorage.getItem(kept) } catch { return }         // nothing can be kept here
  if (!/^(small|medium|large)$/.test(size ?? "")) return
  for (const field of document.querySelectorAll(`[data-study-sizes] input[value="${size}"]`)) field.checked = true
}
document.addEventListener("change", event => {
  const field = event.target.closest?.("[data-study-sizes] input")
  if (field) try { localStorage.setItem(kept, field.value) } catch {}
})

document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches?.("form[data-studied]")) return
  form.elements.tappedAt.value = Date.now()
  form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
}, true)

async function way() {
  const place = document.querySelector("[data-study-way]")
  if (!place) return
  const worker = await navigator.serviceWorker?.getRegistration("/")
  const rings = globalThis.Notification?.permission === "granted" && await worker?.pushManager?.getSubscription()
  for (const line of place.querySelectorAll("[data-way]")) line.hidden = (line.dataset.way === "push") !== Boolean(rings)
}

document.addEventListener("stream:applied", () => { choose(); way() })
choose()
way()
