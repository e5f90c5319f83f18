// Fetches this page again and puts its <main> in place of the old one: the scroll, the focus and half-written forms stay.
import { parse, keepingFocus, typingIn, news, untouched } from "./stream.js"
import { needAsIn } from "./scripts.js"

// the first is what every page has; by its address the pages of two versions differ
const script = page => page.querySelector("script[type=module]")?.getAttribute("src")

// What must not be taken from under somebody's hands: words, open dialogs, files on their way, a form that came back with what
// was wrong (its words are its defaults), a film that plays.
const dirty = main => typingIn(main) || main.querySelector("dialog[open], :popover-open, [data-dragging], form[aria-busy=true], form[data-busy], .uploads__row, .error-summary, [aria-invalid=true]") || [...main.querySelectorAll("video, audio")].some(m => !m.paused) || [...main.querySelectorAll("input, textarea, select")].some(field =>
  field.type === "hidden" || field.type === "search" ? false
    : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.type === "file" ? field.files.length
        : field.tagName === "SELECT" ? [...field.options].some(o => o.selected !== o.defaultSelected) && field.selectedIndex > 0
          : field.value !== field.defaultValue)

// What did not come is asked for again: nothing else repeats the word that there is news. Not by all in the same second.
export const soon = () => 4000 + Math.random() * 4000

// A position of the live line before another one; what is no position is before nothing.
export const isBefore = (a, b) => /^\d+$/.test(a) && /^\d+$/.test(b) && BigInt(a) < BigInt(b)

// The position that what is on the screen was rendered at. One's own form has been answered by a newer page before the line says so.
let shown = news(document).last
// What comes onto the screen besides, as a sheet, may be older than the rest: then all of it is.
document.addEventListener("stream:topics", ({ detail }) => { if (isBefore(detail.last, shown)) shown = detail.last })
const isShown = at => /^\d+$/.test(at) && /^\d+$/.test(shown) && !isBefore(shown, at)

// Readers who are told together come spread over as long as their number needs, and what is told meanwhile is the same question.
let spread = Infinity, hurry
const pause = () => new Promise(go => {
  let within = spread, timer = setTimeout(go, Math.random() * within)
  spread = Infinity
  hurry = () => {
    if (spread >= within) return
    clearTimeout(timer)
    timer = setTimeout(go, Math.random() * (within = spread))
  }
}).finally(() => { hurry = undefined })

// Nobody looks at it: it is asked for when somebody does.
const seen = () => new Promise(go => document.visibilityState === "hidden" ? document.addEventListener("visibilitychange", go, { once: true }) : go())

let running = false, later
// How new the page has to become; "" is newer than anything, undefined is as it is.
let wanted

export async function refresh({ within = 300, at = "" } = {}) {
  if (isShown(at)) return
  // a page that knows a better way than being replaced takes it
  if (!document.dispatchEvent(new CustomEvent("page:refresh", { cancelable: true }))) return
  if (wanted === undefined || at === "" || isBefore(wanted, at)) wanted = at
  spread = Math.min(spread, within)
  if (running) return hurry?.()
  running = true
  clearTimeout(later)
  try {
    while (wanted !== undefined) {
      if (!await isHere(wanted)) await pause()
      await seen();
      const at = wanted;
      [wanted, spread] = [undefined, Infinity]
      if (!await look(at)) { later = setTimeout(() => refresh(), 4000); break }
      if (wanted !== undefined && isShown(wanted)) wanted = undefined
    }
  } catch { clearTimeout(later); later = setTimeout(() => refresh(), soon()) }
  running = false
}

// Whether this browser's own device can draw the page as of then; nobody has to wait for their turn at the server.
const isHere = at => new Promise(go => {
  const worker = document.documentElement.dataset.device === "on" && /^\d+$/.test(at) && navigator.serviceWorker?.controller
  if (!worker) return go(false)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => go(data === true)
  worker.postMessage({ kind: "reached", at, path: location.pathname }, [port2])
  setTimeout(() => go(false), 300)
})

// Fetches and replaces; false when somebody is in the middle of something.
async function look(at) {
  const main = document.querySelector("main")
  if (!main || dirty(main)) return false
  // a request that never ends, as after a change of networks, would keep all later news from being asked for
  const signal = AbortSignal.timeout(30_000)
  const response = await fetch(location.href, { headers: { accept: "text/html", ...(at && { "homeroom-at": at }) }, credentials: "same-origin", cache: "no-store", signal })
  // signed out, moved, or no longer allowed: the real page says it better than a fragment could
  if (response.status >= 500) throw response.status
  if (!response.ok || (response.redirected && new URL(response.url).pathname !== location.pathname)) return leave()
  const page = parse(await response.text()), fresh = page.querySelector("main")
  await untouched()
  if (!fresh || dirty(main)) return false
  // the server is a newer one: its page wants its own scripts and styles
  if (script(page) !== script(document)) return leave()
  shown = news(page).last
  if (fresh.innerHTML !== main.innerHTML) replace(main, fresh, page)
  return true
}

function leave() {
  location.reload()
  return true
}

function replace(main, fresh, page) {
  const open = [...main.querySelectorAll("details[open][id]")].map(d => d.id)
  const top = scrollY, inner = [...main.querySelectorAll("[data-keeps-scroll][id]")].map(part => [part.id, part.scrollTop])
  keepingFocus(() => main.replaceChildren(...document.adoptNode(fresh).childNodes))
  needAsIn(page)
  for (const id of open) document.getElementById(id)?.setAttribute("open", "")
  scrollTo({ top, behavior: "instant" })
  for (const [id, at] of inner) document.getElementById(id)?.scrollTo({ top: at, behavior: "instant" })
  document.title = page.title
  document.dispatchEvent(new CustomEvent("stream:topics", { detail: news(page) }))
  document.dispatchEvent(new CustomEvent("stream:applied"))
}
document.addEventListener("stream:refresh", () => refresh())
