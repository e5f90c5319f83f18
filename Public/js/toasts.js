// Toasts come from the server (in the page, or appended to #toasts by the stream). This gives them an end, and a hand that feels them.
const region = () => document.getElementById("toasts")
const known = new WeakSet()
const patterns = { success: [15], light: [8], warning: [20, 60, 20], soft: [5] }

function leave(toast) {
  if (!toast.isConnected || "leaving" in toast.dataset) return
  toast.dataset.leaving = ""
  setTimeout(() => toast.remove(), 200)
}
// The clock stops while someone points at it or is in it, and an undo stays longer: ten seconds rather than six.
function arm(toast) {
  let timer
  const time = Number(toast.dataset.for) || (toast.querySelector("form, a") ? 10000 : 6000)
  const start = () => { clearTimeout(timer); if (!toast.hasAttribute("data-stay")) timer = setTimeout(() => leave(toast), time) }
  const stop = () => clearTimeout(timer)
  toast.addEventListener("pointerenter", stop); toast.addEventListener("focusin", stop)
  toast.addEventListener("pointerleave", start); toast.addEventListener("focusout", start)
  start()
}
function feel(element) {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(patterns[element.dataset.feedback] ?? patterns.light)
}
function look() {
  const all = [...region()?.querySelectorAll(".toast") ?? []].filter(t => !("leaving" in t.dataset))
  for (const toast of all) if (!known.has(toast)) { known.add(toast); arm(toast); if (toast.dataset.feedback) feel(toast) }
  for (const old of all.slice(0, -3)) leave(old)                     // three are read, a fourth is noise
}

// A word of our own, for when the server cannot be asked for one: the page carries it in a data attribute.
// With a link to the page it is about, it stays longer.
export function say(word, about) {
  if (!word || !region()) return
  const toast = document.createElement("div"), text = document.createElement("p")
  toast.className = "toast"; text.className = "toast__text"; text.textContent = word
  toast.append(text); region().append(toast)
  if (about) {
    const link = document.createElement("a"), name = document.createElement("bdi")
    link.href = about.path; name.textContent = about.title; link.append(name); text.append(" ", link)
    toast.dataset.for = "30000"
  }
  look()
}

document.addEventListener("click", event => {
  const close = event.target.closest?.("[data-dismiss]")
  if (close) leave(close.closest(".toast") ?? close.closest(".banner"))
  const felt = event.target.closest?.("button[data-feedback]")
  if (felt) feel(felt)
})
document.addEventListener("stream:applied", look)
look()
