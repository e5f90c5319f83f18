// Signing out in one tab signs out all of them, and leaves nothing of the person on a shared tablet.
const bus = "BroadcastChannel" in globalThis ? new BroadcastChannel("signed-out") : null
const over = "signedOut" in document.documentElement.dataset
async function forget() {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith("draft:")) localStorage.removeItem(key)
  for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name)
}
// The other tab's request must reach the server first, or this reload would still find a session.
bus?.addEventListener("message", event => {
  forget()
  if (!over) setTimeout(() => location.reload(), event.data === "done" ? 0 : 1000)      // two farewell pages must not reload each other for ever
})
document.addEventListener("submit", event => { if (event.target.matches("form[data-sign-out]")) { bus?.postMessage("leaving"); forget() } })
// the page that follows says it is over: <html data-signed-out>
if (over) { bus?.postMessage("done"); forget() }
