// What every page has to do with the worker where this browser is somebody's device: it asks what is new when there is a reason to, looks
// again when rows came in, and says how much waits. Nothing is kept where nobody has asked for it (docs/sync.md).
import { hasCapture, late, requests } from "./outbox.js"
import { refresh } from "./refresh.js"
import { reader } from "./stream.js"

const root = document.documentElement, workers = navigator.serviceWorker
let standing

// Asks the worker. Each message that says how far it is goes to `on`, and gives it as long again.
// - Returns: how it stands; nothing where no worker answers, as in a browser that keeps nothing.
export async function ask(kind, more = {}, patience = 10000, on) {
  // a page that was there before the worker is not under it yet
  const worker = workers?.controller ?? (await workers?.getRegistration("/").catch(() => null))?.active
  if (!worker) return undefined
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel()
    let late
    const end = said => { clearTimeout(late); port1.close(); done(said) }
    const wait = () => { clearTimeout(late); late = setTimeout(end, patience) }
    port1.onmessage = ({ data }) => {
      if (data?.kind === "keeping") { wait(); on?.(data) }
      else if (data?.kind === "standing") end(data)
    }
    wait()
    worker.postMessage({ kind, ...more }, [port2])
  })
}
// Nothing stays of who reads this, nor any row: at the end of a session, or when its owner says so. What somebody else has typed here and
// could not send is theirs.
// - Parameter isAsked: whether they know what of theirs was not sent; else that stays, for them alone.
export const forget = (isAsked = false) => ask("forget", { account: reader(), isAsked }, 5000)

// Whether what waits or was refused is of who reads this; another's words are nobody's business.
export const isOwn = now => !!now?.kept && (!now.account || !reader() || now.account === reader())
// Browsers throw away what nobody has looked at for a week.
export const isStale = waiting => waiting.some(one => Date.now() - new Date(one.typedAt) > 3 * 864e5)

// ——— what is said to the person ———
// A counted sentence, by the forms that the page carries for it.
export function counted(page, name, n) {
  const forms = page.querySelector(`[data-counted="${name}"]`)?.dataset ?? {}
  return (forms[new Intl.PluralRules(root.lang).select(n)] ?? forms.other ?? "").replace("%d", new Intl.NumberFormat(root.lang).format(n))
}
// The hour, and the day unless it is today.
export function moment(time) {
  const date = new Date(time), clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
  if (Number.isNaN(date.getTime())) return ""
  const day = date.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" }
  return new Intl.DateTimeFormat(root.lang, { ...day, ...clock }).format(date)
}
function pill() {
  const place = document.querySelector("[data-device-pill]")
  if (!place) return
  const isMine = isOwn(standing), ofPages = requests(late())
  const waiting = [...isMine ? standing.waiting : [], ...ofPages.filter(one => one.reason === undefined)], waits = waiting.length + (hasCapture() ? 1 : 0)
  const no = (isMine ? standing.refused.length : 0) + ofPages.filter(one => one.reason !== undefined).length
  const words = place.dataset, isAway = isMine && standing.line === "off" && standing.state === "ready", isLate = waits && isStale(waiting)
  const text = no ? counted(place, "refused", no) : isLate ? words.wordStale : waits ? counted(place, "waiting", waits)
    : isAway ? words.wordOffline.replace("%d", standing.syncedAt ? moment(standing.syncedAt) : "") : ""
  const into = place.querySelector("[data-device-text]") ?? place
  if (into.textContent !== text) into.textContent = text
  place.hidden = !text
  if (no) place.dataset.state = "refused"; else if (isLate) place.dataset.state = "stale"; else if (waits) place.dataset.state = "waiting"; else if (text) place.dataset.state = "offline"; else delete place.dataset.state
}

// ——— with the worker ———
// While something waits and does not go, it is tried again, later and later; a page that nobody looks at leaves it to the others.
let timer, pause = 2000
function again() {
  clearTimeout(timer)
  // whoever was locked out and is here again has it all anew, as soon as that goes
  const isMine = standing?.account && standing.account === reader()
  if (!isMine || standing.state === "ready" && standing.line === "on" && !standing.waiting.length) { pause = 2000; return }
  timer = setTimeout(() => { if (document.visibilityState === "visible") sync(); else again() }, pause + Math.random() * 1000)
  pause = Math.min(pause * 2, 60000)
}
function receive(data) {
  if (data?.kind === "standing") {
    standing = data
    const was = root.dataset.device
    root.dataset.device = data.kept && data.state !== "locked" ? "on" : "off"
    sessionStorage.setItem("device", root.dataset.standing = root.dataset.device)
    if (root.dataset.device === "on" && was !== "on") lay()
    pill()
    // the server's own page is the truer one
    if (data.line === "on" && root.dataset.answered === "device") { delete root.dataset.answered; refresh() }
    again()
  } else if (data?.kind === "changed" && (data.sent || data.wrote || "answered" in root.dataset)) {
    if (!data.wrote) delete root.dataset.answered
    refresh()
  }
}
// The page that is shown in the place of one that needs a line.
const lay = () => { if ("caches" in globalThis && reader()) import("./offline.js").then(offline => offline.prepare(), () => { /* the browser says it in its own words */ }) }

let soon
// - Parameter at: the position of the live line that is to be reached; nothing asks in any case.
function sync(at) {
  if (!workers?.controller) return
  clearTimeout(soon)
  soon = setTimeout(() => workers.controller?.postMessage({ kind: "sync", at: typeof at === "string" ? at : undefined }), 150)
}
root.dataset.device = "off"
for (const moment of ["outbox:changed", "outbox:state"]) document.addEventListener(moment, pill)
pill()
if (workers) {
  workers.addEventListener("message", ({ data }) => receive(data))
  workers.startMessages?.()
  addEventListener("online", sync)
  addEventListener("pageshow", event => { if (event.persisted) sync() })
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") sync() })
  new MutationObserver(() => { if (root.dataset.live === "on") sync() }).observe(root, { attributeFilter: ["data-live"] })
  document.addEventListener("live:news", ({ detail }) => sync(detail))
  document.addEventListener("stream:applied", pill)
  sync()
}
