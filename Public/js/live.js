// One EventSource per browser, shared by all tabs: the tab that holds the lock listens for the topics of every tab,
// the others hear it by BroadcastChannel. The server says what changed; nobody asks.
import { apply, news, untouched, uuid } from "./stream.js"
import { isBefore, refresh } from "./refresh.js"

const root = document.documentElement
const list = text => text.split(/\s+/).filter(Boolean)
const me = uuid()

// Where this page's news begins: the position the server rendered it at, then the last event heard (from any tab).
let { topics, last } = news(document)
topics = list(topics)
// A browser that is somebody's device gets the rows themselves. What it was on the page before is a good guess until the worker says so, and
// saves opening the line twice: rows that nobody keeps are let go.
const isDevice = () => root.dataset.device === "on" || !("standing" in root.dataset) && sessionStorage.getItem("device") === "on"
const wanted = () => isDevice() ? [...topics, "rows"] : topics
let bus, quitting, leading = false, heard = 0

const ours = topic => !topic || topics.includes(topic)

// ——— what is said to the person ———
let noteTimer
function state(now) {
  if (root.dataset.live === now) return
  root.dataset.live = now
  clearTimeout(noteTimer)
  const note = document.querySelector(".offline")
  if (!note) return
  if (now === "on") note.textContent = ""
  else noteTimer = setTimeout(() => { note.textContent = note.dataset.word ?? "" }, 5000)      // a blink is not worth a word
}

// ——— what is done with the news ———
function receive({ kind, data, id }) {
  heard = Date.now()
  if (id) last = id
  if (kind === "state") state(data)
  else if (kind === "html") untouched().then(() => apply(data))
  else if (kind === "refresh") lookAgain(data, id)
  else if (kind === "gone") { if (ours(data)) gone() }
  if (kind === "html" || kind === "refresh") document.dispatchEvent(new CustomEvent("live:news", { detail: id || undefined }))
}
// `1200 c.0190….120`: in how many milliseconds to ask, and which topics it is about; none are all. What a page was rendered after, it has.
function lookAgain(data, id) {
  const [within, ...about] = list(data)
  if (!about.length) refresh({ within: Number(within) || 300 })
  else if (about.some(topic => topics.includes(topic))) refresh({ within: Number(within), at: id })
}
// What one may see has changed, perhaps by the form one has just sent: its answer leads on by itself, and a reload would
// show the page that is not there any more.
function gone() {
  if (document.querySelector("form[data-busy]")) setTimeout(gone, 1000)
  else location.reload()
}
function tell(message) { bus?.postMessage(message); receive(message) }

// ——— the tab that listens ———
function listen() {
  const tabs = new Map([[me, wanted()]])
  let source, quiet, again, whose, asked = new Set(), since = ""               // since: the oldest position of those who joined after the line was opened
  leading = true
  return new Promise(release => {
    const beat = () => { clearTimeout(quiet); quiet = setTimeout(() => reopen(0), 35000) }      // a silent line is a dead line
    const close = () => { clearTimeout(quiet); clearTimeout(again); source?.close(); source = undefined }
    const reopen = wait => { close(); tell({ kind: "state", data: "off" }); again = setTimeout(open, wait) }
    function open() {
      close()
      // A position the leader has passed may be news to a tab that has just loaded: the older one is asked for. Replays settle by id.
      // only now: what the old line still said meanwhile was said without the new topics
      if (since) last = isBefore(last, since) ? last : since
      since = ""
      whose = undefined
      asked = new Set([...tabs.values()].flat())
      const query = new URLSearchParams({ topics: [...asked].sort().join(",") })
      if (last) query.set("last", last)                              // by hand there is no Last-Event-ID header
      source = new EventSource("/live?" + query)
      source.onopen = () => { tell({ kind: "state", data: "on" }); beat() }
      // While CONNECTING the browser retries by itself, with Last-Event-ID. CLOSED means it gave up: then we do.
      source.onerror = () => { tell({ kind: "state", data: "off" }); if (source?.readyState === EventSource.CLOSED) reopen(2000 + Math.random() * 3000) }
      for (const kind of ["html", "refresh", "gone"])
        source.addEventListener(kind, e => { tell({ kind, data: e.data, id: e.lastEventId }); beat() })
      // for the worker alone, whichever tab it is that listens, and whoever has signed in since that tab was opened
      source.addEventListener("reader", e => { whose = e.data })
      source.addEventListener("rows", e => { navigator.serviceWorker?.controller?.postMessage({ kind: "rows", rows: e.data, account: whose }); beat() })
      source.addEventListener("ping", e => { tell({ kind: "ping", id: e.lastEventId }); beat() })
      // the server is stopping: everyone comes back, but not in the same second
      source.addEventListener("bye", e => reopen(Number(e.data) || 1000 + Math.random() * 9000))
      beat()
    }
    listen.hear = message => {
      if (message.kind === "hello") {
        tabs.set(message.from, message.topics)
        if (message.topics.every(t => asked.has(t)) && !isBefore(message.last, last)) return bus?.postMessage({ kind: "state", data: root.dataset.live ?? "off" })
        if (!since || isBefore(message.last, since)) since = message.last
        clearTimeout(again); again = setTimeout(open, 50)            // several tabs opening at once are one reopening
      } else if (message.kind === "leave") tabs.delete(message.from)
      else if (message.kind === "anyone") bus?.postMessage({ kind: "ping" })
    }
    listen.stop = () => { close(); leading = false; listen.hear = listen.stop = listen.wake = undefined; release() }
    listen.wake = () => { if (source?.readyState !== EventSource.OPEN) open() }
    bus.postMessage({ kind: "who" })
    again = setTimeout(open, 80)                                     // time for the other tabs to say what they want
  })
}

const hello = (from = last) => bus?.postMessage({ kind: "hello", from: me, topics: wanted(), last: from })
async function lead(options) {
  try { await navigator.locks.request("live", options, listen) }
  catch (why) {
    listen.stop?.()
    // robbed while frozen, and not leaving: it queues again, for when the robber goes
    if (why.name === "AbortError" && bus && !quitting.signal.aborted) lead({ signal: quitting.signal })
  }
}
function join() {
  bus = new BroadcastChannel("live")
  bus.onmessage = ({ data }) => {
    if (data.kind === "who") hello()
    else if (["hello", "leave", "anyone"].includes(data.kind)) listen.hear?.(data)
    else receive(data)
  }
  hello()
  quitting = new AbortController()
  lead({ signal: quitting.signal })
  question()
}
// A phone freezes hidden tabs without letting go of their lock. Nobody answers: then this tab, which is looked at, takes the line.
function question() {
  if (leading) return
  const before = heard
  bus?.postMessage({ kind: "anyone" })
  setTimeout(() => { if (!leading && bus && heard === before && document.visibilityState === "visible") lead({ steal: true }) }, 2000)
}
function leave() {
  bus?.postMessage({ kind: "leave", from: me })
  listen.stop?.()
  quitting?.abort()
  bus?.close(); bus = undefined
}

// A page that has fetched itself again, or has another on a sheet, may be about more than it was. What it fetched was
// rendered at its own position: what happened between that and now is still news for it.
document.addEventListener("stream:topics", ({ detail }) => {
  const now = list(detail.topics)
  if (now.every(t => topics.includes(t)) && !isBefore(detail.last, last)) return
  topics = now
  sayHello(detail.last)
})
function sayHello(from) {
  hello(from)
  listen.hear?.({ kind: "hello", from: me, topics: wanted(), last: from })
}

if (topics.length && navigator.locks && "BroadcastChannel" in globalThis) {
  join()
  // it is known a moment after the page is there, and it can become one while the page is open
  let wasDevice = isDevice()
  new MutationObserver(() => { if (!wasDevice && (wasDevice = isDevice())) sayHello(last) }).observe(root, { attributeFilter: ["data-device"] })
  addEventListener("pagehide", leave)
  addEventListener("pageshow", e => { if (e.persisted) { join(); refresh() } })
  addEventListener("online", () => listen.wake?.())
  let hiddenAt = 0
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") { hiddenAt = Date.now(); return }
    if (hiddenAt && Date.now() - hiddenAt > 60000) refresh()         // after a long sleep the page itself is the shortest news
    listen.wake?.()
    question()
  })
}
