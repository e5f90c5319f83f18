// Work that was handed in while the line was down waits on this device, and goes out once, at the time it was handed in, from
// whatever page its writer has open when the line is back. Nobody else's session ever sends it.
import { reader } from "./stream.js"
import { say } from "./toasts.js"
import { shelf as kept } from "./shelf.js"

// under a name that signing out clears, on a shared tablet too
const shelf = "draft:outbox-"
const meta = name => document.querySelector(`meta[name="${name}"]`)?.content ?? ""
const read = key => { try { return JSON.parse(kept.getItem(key) ?? "null") ?? undefined } catch { return undefined } }

export const held = draft => read(shelf + draft)
export function hold(entry) { try { kept.setItem(shelf + entry.draft, JSON.stringify(entry)) } catch { /* full: it is still on the page */ } }
export function release(entry) { try { kept.removeItem(shelf + entry.draft) } catch { /* none */ } }
// a difference on one clock, so that a clock that is wrong does no harm
export function waitedFor(entry) {
  const seconds = Math.round((Date.now() - entry.since) / 1000)
  return seconds > 2 ? seconds : 0
}

function mine() {
  const me = reader()
  if (!me) return []
  const keys = Object.keys(localStorage).filter(key => key.startsWith(shelf))
  return keys.map(read).filter(entry => entry?.fields && entry.by === me && !entry.refused)
}
// the form itself sends what it holds, and shows what is wrong with it
const formOf = entry => document.querySelector(`[data-work] form[data-draft="${CSS.escape(entry.draft)}"]`)

// - Returns: whether it has to be tried again.
async function send(entry) {
  const body = new URLSearchParams([["csrf", meta("csrf")], ...entry.fields, ["command", entry.command]]), waited = waitedFor(entry)
  if (waited) body.set("waited", waited)
  let response
  try {
    response = await fetch(entry.path, { method: "POST", body, credentials: "same-origin", headers: { accept: "application/json" } })
  } catch { return true }
  if (response.ok) {
    release(entry)
    kept.removeItem("draft:" + entry.draft)
    if (location.pathname === entry.page) location.reload()
    else say(entry.words?.sent, { path: entry.page, title: entry.title })
  } else if (response.status === 409 || response.status === 422) {
    hold({ ...entry, refused: true })
    const problem = await response.json().catch(() => ({}))
    say(problem.errors?.[0]?.detail ?? problem.detail ?? entry.words?.refused, { path: entry.page, title: entry.title })
  } else return response.status >= 500 || response.status === 429
  // signed out meanwhile, in another school, or not there any more: it stays, for the next page
}

let busy = false, timer
export async function flush() {
  clearTimeout(timer)
  if (busy || !navigator.onLine) return
  busy = true
  let again = false
  for (const entry of mine()) if (!formOf(entry)) again = await send(entry) || again
  busy = false
  if (again) timer = setTimeout(flush, 15000)
}
addEventListener("online", flush)
addEventListener("pageshow", event => { if (event.persisted) flush() })
flush()
