// Signing out in one tab signs out all of them, and leaves nothing of the person on a shared tablet.
import { clear } from "./shelf.js"
import { reader } from "./stream.js"

const bus = "BroadcastChannel" in globalThis ? new BroadcastChannel("signed-out") : null
const over = "signedOut" in document.documentElement.dataset
async function forget() {
  sessionStorage.clear()
  clear()
  for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name)
}
// The other tab's request must reach the server first, or this reload would still find a session.
bus?.addEventListener("message", event => {
  forget()
  if (!over) setTimeout(() => location.reload(), event.data === "done" ? 0 : 1000)      // two farewell pages must not reload each other for ever
})
document.addEventListener("submit", event => { if (event.target.matches("form[data-sign-out]")) { bus?.postMessage("leaving"); forget() } })
// Nobody has signed out, and somebody else is here: the pages that were kept for when there is no line were another's.
async function change(me) {
  const before = localStorage.getItem("reader")
  localStorage.setItem("reader", me)
  if (before && before !== me) for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name)
}
try { if (reader()) change(reader()) } catch { /* nothing can be kept here, and nothing was */ }
// the page that follows says it is over: <html data-signed-out>
if (over) { bus?.postMessage("done"); forget() }
