// What could not be sent while the line was down waits in this browser and goes out once, the oldest first, from whatever page its writer
// has open when the line is back: messages, work and quizzes that were handed in, and answers to a quiz that is not open any more. Nobody
// else's session ever sends it. Where this browser is somebody's device the worker takes it from here (docs/decisions/0043).
import { apply, news, parse, reader, uuid } from "./stream.js"
import { say } from "./toasts.js"
import { shelf as kept } from "./shelf.js"

// each under its own name, which signing out clears, on a shared tablet too
const shelf = "draft:outbox-", pause = 15000
const meta = name => document.querySelector(`meta[name="${name}"]`)?.content ?? ""
const read = key => { try { return JSON.parse(kept.getItem(key) ?? "null") ?? undefined } catch { return undefined } }

export const held = draft => read(shelf + draft)
const changed = () => document.dispatchEvent(new CustomEvent("outbox:changed"))
// - Returns: false where nothing can be kept, because it is full or forbidden.
export function hold(entry) { try { kept.setItem(shelf + entry.draft, JSON.stringify(entry)); changed(); return true } catch { return false } }
export function release(entry) { try { kept.removeItem(shelf + entry.draft); changed() } catch { /* none */ } }
// a difference on one clock, so that a clock that is wrong does no harm
export function waitedFor(entry) {
  const seconds = Math.round((Date.now() - entry.since) / 1000)
  return seconds > 2 ? seconds : 0
}
const names = start => { try { return Object.keys(localStorage).filter(key => key.startsWith(start)) } catch { return [] } }   // nothing can be kept here
// All that waits of who reads this, the oldest first.
export function waiting() {
  const me = reader()
  if (!me) return []
  const all = names(shelf).map(read).filter(entry => entry?.fields && entry.by === me)
  return [...all, ...names(`draft:quiz-${me}-`).flatMap(answersLeft)].sort((a, b) => a.since - b.since)
}
// Answers that quiz.js could not send, as they lie there now: what another tab has sent meanwhile is not among them, and what was handed
// in takes them along.
function answersLeft(source) {
  const draft = source.slice("draft:".length), answers = (read(source) ?? []).map(([, one]) => one), handedIn = held(draft), last = answers.at(-1)
  if (!last?.path || handedIn && !handedIn.refused) return []
  return [{ kind: "answers", source, draft: draft + "-answers", command: uuid(), by: reader(), path: last.path, page: last.path.replace(/\/answers$/, ""), title: last.title,
    since: Math.max(...answers.map(one => one.typedAt)), fields: answers.flatMap(one => one.fields) }]
}
function forgetDraft({ source, draft, since }) {
  const name = source ?? "draft:" + draft, all = read(name), later = Array.isArray(all) ? all.filter(([, one]) => one.typedAt > since) : []
  later.length ? kept.setItem(name, JSON.stringify(later)) : kept.removeItem(name)
}
// What is not only on its way.
export const late = () => waiting().filter(entry => entry.refused || waitedFor(entry))
// In the shape in which the worker tells of what it has (unsent.js).
export const requests = (entries = waiting()) => entries.map(entry => ({ key: entry.draft, isOfPage: true, path: entry.path, page: entry.page,
  body: new URLSearchParams(entry.fields).toString(), typedAt: entry.since, reason: entry.refused ? entry.why ?? "" : undefined, isEditable: !entry.kind }))
// Two that were written in the same breath keep their order.
export function message(id, path, text, uploads, names, since = Date.now()) {
  const after = Math.max(since, ...waiting().map(entry => entry.since + 1))
  return { kind: "message", draft: "message-" + id, command: id, by: reader(), path, page: path, since: after, names,
    fields: [["text", text], ...uploads.map(upload => ["upload", upload])] }
}
// What an older version kept of messages, all of a writer's under one name.
function moveOldMessages() {
  const name = "draft:outbox@" + (news(document).topics.split(/\s+/).find(topic => topic.startsWith("mail/")) ?? "")
  const moved = (reader() && read(name) || []).map(old => hold({ ...message(old.id, old.path, old.text, old.uploads, old.names, old.at), refused: old.refused }))
  if (moved.length && moved.every(Boolean)) kept.removeItem(name)
}

// How it stands with one: "sending", "waiting" for the line, "sent", "refused" (why: in the server's words).
const states = new Map()
export const stateOf = entry => states.get(entry.draft)
function tell(entry, state, why) {
  states.set(entry.draft, state)
  document.dispatchEvent(new CustomEvent("outbox:state", { detail: { entry, state, why } }))
}
const isFragment = response => response.headers.get("content-type")?.startsWith("text/vnd.stream+html")
const post = (entry, more, accept) => fetch(entry.path, { method: "POST", credentials: "same-origin", headers: { accept },
  body: new URLSearchParams([["csrf", meta("csrf")], ...entry.fields, ["command", entry.command], ...more]) })

// - Returns: whether it has to be tried again.
async function sendMessage(entry) {
  const response = await post(entry, [], "text/vnd.stream+html")
  // a page instead of a fragment: signed out, or sent on to another page; the words stay here
  if (response.status >= 500 || response.status === 429 || response.status === 401 || !isFragment(response)) return true
  const html = await response.text()
  if (response.ok) { release(entry); apply(html); tell(entry, "sent"); return false }
  // refused for good: it stays until its writer lets it go
  const why = parse(html).querySelector("template")?.content.querySelector(".toast__text")?.textContent
  hold({ ...entry, refused: true, why })
  tell(entry, "refused", why)
  return false
}
async function handIn(entry) {
  const waited = waitedFor(entry), response = await post(entry, waited ? [["waited", waited]] : [], "application/json")
  if (response.ok) {
    release(entry)
    forgetDraft(entry)
    if (location.pathname === entry.page) location.reload()
    else say(entry.words?.sent, { path: entry.page, title: entry.title })
  } else if (response.status === 409 || response.status === 422) {
    const problem = await response.json().catch(() => ({})), why = problem.errors?.[0]?.detail ?? problem.detail ?? entry.words?.refused
    if (hold({ ...entry, refused: true, why }) && entry.source) forgetDraft(entry)
    say(why, { path: entry.page, title: entry.title })
  } else return response.status >= 500 || response.status === 429
  // signed out meanwhile, in another school, or not there any more: it stays, for the next page
}
// the form itself sends what it holds, and shows what is wrong with it; so does the page of a quiz
const hasForm = ({ draft, source }) => !!document.querySelector(source ? `[data-quiz="${CSS.escape(source.slice(-36))}"]` : `[data-work] form[data-draft="${CSS.escape(draft)}"]`)

// What is written meanwhile goes as well; what was tried waits for the next round. A message waits for the one before it.
const tried = new Set()
const next = late => waiting().find(entry => !entry.refused && !tried.has(entry.draft) && !(late && entry.kind === "message") && !hasForm(entry))
async function sendAll() {
  tried.clear()
  let late = false, again = false
  for (let entry; (entry = next(late));) {
    tried.add(entry.draft)
    tell(entry, "sending")
    const failed = await (entry.kind === "message" ? sendMessage(entry) : handIn(entry)).catch(() => true)
    if (!failed) continue
    again = true
    late ||= entry.kind === "message"
    tell(entry, "waiting")
  }
  if (late) for (const entry of waiting()) if (entry.kind === "message" && !entry.refused) tell(entry, "waiting")
  if (again) timer = setTimeout(flush, pause)
  busy = false
}
// One sender over all tabs. A phone freezes hidden tabs without letting go of their lock: then it is sent without, and its own name
// makes it once.
let busy = false, timer
export async function flush() {
  if (busy || !meta("csrf") || !waiting().some(entry => !entry.refused)) return
  busy = true
  clearTimeout(timer)
  try { await (navigator.locks ? navigator.locks.request("outbox", { signal: AbortSignal.timeout(15000) }, sendAll) : sendAll()) }
  catch (why) { if (why.name === "TimeoutError" || why.name === "AbortError") await sendAll(); else busy = false }
}
// Its writer's hand asks for what was refused once more.
export function retry(draft) {
  const entry = held(draft)
  if (!entry) return
  hold({ ...entry, refused: undefined, why: undefined })
  tried.delete(draft)
  flush()
}
// A capture that waits lies in the browser's database; capture.js leaves this mark, and what sends it is fetched only where there is one.
// Each has their own: two guides of one tablet may both have one that waits.
const captureWaits = () => "draft:capture-waits@" + (reader() ?? "")
export function markCapture(waits) {
  try { waits ? kept.setItem(captureWaits(), "yes") : kept.removeItem(captureWaits()) } catch { /* full: it goes out from its page */ }
  // one that begins to wait may be only on its way
  if (!waits) changed()
}
export const hasUnsent = () => waiting().length > 0 || hasCapture()
export const hasCapture = () => { try { return !!reader() && !!kept.getItem(captureWaits()) } catch { return false } }
function goOut() {
  flush()
  if (navigator.onLine && hasCapture()) import("./captured.js").then(captured => captured.flush(), () => { /* the next page tries */ })
}
for (const moment of ["online", "pageshow"]) addEventListener(moment, goOut)
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") goOut() })
new MutationObserver(() => { if (document.documentElement.dataset.live === "on") goOut() }).observe(document.documentElement, { attributeFilter: ["data-live"] })
moveOldMessages()
goOut()
