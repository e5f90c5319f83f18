// Signing out in one tab signs out all of them, and leaves nothing of the person on a shared tablet.
import { begun } from "./begun.js"
import { flush, hasUnsent } from "./outbox.js"
import { clear } from "./shelf.js"
import { reader } from "./stream.js"
import { ask, forget as forgetDevice } from "./device.js"

const bus = "BroadcastChannel" in globalThis ? new BroadcastChannel("signed-out") : null
const over = "signedOut" in document.documentElement.dataset
async function forget(isAsked) {
  sessionStorage.clear()
  clear()
  const device = forgetDevice(isAsked), made = forgetMade(reader())       // the worker lets go of its database before it is gone
  hush()
  // what the server has yet to hear of it stays
  for (const name of await globalThis.caches?.keys() ?? []) if (name !== "leaving") await caches.delete(name)
  await Promise.all([device, made])
}
// The server rings nobody whose session is over; nor does what it had already sent to this browser.
const hush = () => navigator.serviceWorker?.getRegistration("/").then(worker => worker?.pushManager?.getSubscription()).then(mine => mine?.unsubscribe()).catch(() => {})
// What was scanned or recorded and not saved (making.js). Another's waits, sealed, for its maker.
const forgetMade = me => new Promise(done => {
  if (!me || !globalThis.indexedDB) return done()
  const asked = indexedDB.open("making", 1)
  asked.onupgradeneeded = () => asked.transaction.abort()                 // there was none
  asked.onerror = asked.onblocked = done
  asked.onsuccess = () => {
    const all = asked.result
    if (!all.objectStoreNames.contains("drafts")) { all.close(); return done() }
    const step = all.transaction("drafts", "readwrite"), drafts = step.objectStore("drafts")
    drafts.getAllKeys().onsuccess = ({ target }) => { for (const name of target.result) if (name.endsWith("@" + me)) drafts.delete(name) }
    step.oncomplete = step.onabort = () => { all.close(); done() }
  }
})
// The other tab's request must reach the server first, or this reload would still find a session.
bus?.addEventListener("message", event => {
  forget()
  if (!over) setTimeout(() => location.reload(), event.data === "done" ? 0 : 1000)      // two farewell pages must not reload each other for ever
})
const hasWords = () => hasUnsent() || begun().length > 0
document.addEventListener("submit", event => {
  const form = event.target
  if (event.defaultPrevented || !form.matches("form[data-sign-out]")) return
  // a page that has just come does not know yet whether this is somebody's device; where a worker is, it is asked
  if (document.documentElement.dataset.device === "on" || navigator.serviceWorker?.controller || hasWords()) { event.preventDefault(); leave(form) }
  else { bus?.postMessage("leaving"); forget() }
})
// What waits on this device is sent first. What cannot be sent goes with nobody's word but its writer's own (leaving.js).
async function leave(form) {
  const now = await ask("standing", {}, 3000)
  if (now?.kept) await ask("sync")
  if (hasUnsent()) await Promise.race([flush(), new Promise(go => setTimeout(go, 3000))])
  const isFree = now?.kept === false && !hasWords() || await import("./leaving.js").then(({ mayLeave }) => mayLeave(form)).catch(showWhatWaits)
  delete form.dataset.busy
  if (!isFree) return
  bus?.postMessage("leaving")
  const words = form.dataset.wordLater
  await forget(true)
  await ask("leaving", { page: farewell(words) }, 3000)
  form.submit()
}
// The page that says what waits. Who cannot be asked is not signed out, whatever it is that did not come: without a line and a worker the
// browser says so.
function showWhatWaits() {
  location.assign("/settings/device")
  return false
}
// What the worker shows while the server has not heard of it, with nothing of the school's but the words.
function farewell(words) {
  const page = document.implementation.createHTMLDocument(location.host), line = page.createElement("p"), again = page.createElement("a"), style = page.createElement("style")
  Object.assign(page.documentElement, { lang: document.documentElement.lang, dir: document.documentElement.dir })
  for (const [name, content] of [["viewport", "width=device-width, initial-scale=1"], ["color-scheme", "light dark"]]) page.head.append(Object.assign(page.createElement("meta"), { name, content }))
  style.textContent = "body { font: 1.125rem/1.5 system-ui, sans-serif; max-inline-size: 32rem; margin: 20vh auto; padding: 0 1rem; }"
  page.head.append(style)
  line.textContent = words
  Object.assign(again, { href: "/", textContent: location.host })
  page.body.append(line, again)
  return "<!doctype html>" + page.documentElement.outerHTML
}
// Nobody has signed out, and somebody else is here: the pages that were kept for when there is no line were another's.
async function change(me) {
  const before = localStorage.getItem("reader")
  localStorage.setItem("reader", me)
  // the program of a device is nobody's; what it has of somebody, the worker lets go of
  if (before && before !== me) for (const name of await globalThis.caches?.keys() ?? []) if (name !== "device") await caches.delete(name)
}
try { if (reader()) change(reader()) } catch { /* nothing can be kept here, and nothing was */ }
// the page that follows says it is over: <html data-signed-out>
if (over) { bus?.postMessage("done"); forget() }
