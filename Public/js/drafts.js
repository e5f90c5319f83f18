// <form data-draft="key">: what is typed survives a reload or a wrong turn until it is sent. In this tab only, because on a
// shared tablet words go when the tab goes; but work-, grade- and talk- drafts stay on the device, also with a dead battery, until
// the server has them or somebody signs out.
import { reader } from "./stream.js"
import { shelf, tabShelf } from "./shelf.js"

// Nobody finds another's words in their field, also where a session was over and nobody has signed out. The key of work names its student.
const name = form => "draft:" + form.dataset.draft + (form.dataset.draft.startsWith("work-") ? "" : "@" + (reader() ?? ""))
const lasting = form => /^(work|grade|talk)-/.test(form.dataset.draft)
const store = form => lasting(form) ? shelf : tabShelf
const fields = form => [...form.elements].filter(f => f.name && f.matches("textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit], [type=button], [autocomplete=one-time-code])"))
const ticks = f => f.type === "checkbox" || f.type === "radio"
const version = form => form.elements.version?.value ?? null
const way = performance.getEntriesByType?.("navigation")[0]?.type

const read = form => { try { return JSON.parse(store(form).getItem(name(form)) ?? "null") ?? undefined } catch { return undefined } }
export const isKept = form => !!read(form)
// what was typed where there is no field for it any more
const homeless = (form, kept) => (kept?.fields ?? []).filter(([field, choice, value]) => choice === null && value && !form.elements[field])

// What the fields say, and what they came with: spaces aside, for the server trims.
const sum = (form, what) => fields(form).map(f => f.name + "=" + what(f)).join().replace(/\s+/g, "")
const said = f => ticks(f) ? f.checked : f.value
const came = f => ticks(f) ? f.defaultChecked : f.defaultValue ?? ""
const underWay = new WeakMap()

// What its writer is shown of it elsewhere (begun.js): words of theirs, which the page does not have.
const isWords = f => f.matches("textarea, input[type=text], input[type=url]") && f.value !== f.defaultValue && /\p{L}/u.test(f.value)
const about = form => ({ words: fields(form).filter(isWords).map(f => [f.name, f.value]), typedAt: Date.now(),
  path: new URL(form.action).pathname, page: location.pathname + location.search })

export function keep(form) {
  const now = fields(form).map(f => [f.name, ticks(f) ? f.value : null, said(f)])
  if (lasting(form)) now.push(...homeless(form, read(form)))
  const kept = { version: version(form), fields: now, sent: underWay.get(form), told: "told" in form.dataset, ...about(form) }
  try { store(form).setItem(name(form), JSON.stringify(kept)) } catch { /* full or forbidden: the page still works */ }
}
// What goes to the server now: when its answer is lost on the way, the newer version there is still one's own.
export function sending(form) {
  underWay.set(form, sum(form, said))
  if (isKept(form)) keep(form)
}
// The person has heard that somebody else, or they themselves on another device, were faster.
export function tell(form) {
  form.dataset.told = ""
  if (isKept(form)) keep(form)
}

// Whether what lies at the server has grown from something else meanwhile: the person decides which of the two stays.
const overtaken = (form, kept) => "version" in form.elements && (kept.version ?? null) !== version(form) && kept.sent !== sum(form, came)

// data-restored says what came of it: "kept" words were put back, or they stand in "conflict" with what the server has.
function restore(form) {
  if ("restored" in form.dataset) return
  form.dataset.restored = ""
  const kept = read(form)
  if (!kept?.fields) return
  const conflict = overtaken(form, kept)
  // who was told, and loads the page again, wants to see the other words; their own stay kept until they type
  if (conflict && kept.told && way === "reload") return
  if (!putBack(form, kept)) return lasting(form) && homeless(form, kept).length ? undefined : drop(form)
  form.dataset.restored = conflict ? "conflict" : "kept"
  // with the version that it grew from, so that the server says no rather than being written over
  if (conflict) form.elements.version.value = kept.version ?? ""
  form.dispatchEvent(new Event("input", { bubbles: true }))
}
// - Returns: whether anything is other than the page has it.
function putBack(form, kept) {
  let differs = false
  const passed = new Map()
  for (const [field, value, was] of kept.fields) {
    // of those that share a name, as the lines of a list, each has its own back
    const key = field + "\n" + value, nth = passed.get(key) ?? 0
    const at = fields(form).filter(f => f.name === field && (value === null || f.value === value))[nth]
    passed.set(key, nth + 1)
    if (!at) continue
    if (ticks(at)) { differs ||= at.checked !== was; at.checked = was }
    else if (at.value === (at.defaultValue ?? "") || at.tagName === "SELECT") { differs ||= at.value !== was; at.value = was }
  }
  return differs
}
export function drop(form) {
  if (!form.matches?.("form[data-draft]")) return
  if (typed === form) stop()
  delete form.dataset.told
  underWay.delete(form)
  try { store(form).removeItem(name(form)) } catch { /* nothing was kept */ }
}

let timer, typed
const stop = () => { clearTimeout(timer); typed = undefined }
// the last words before a lid is shut are kept, too
const flush = () => { if (typed) { keep(typed); stop() } }
document.addEventListener("input", event => {
  const form = event.target.form ?? event.target
  if (!form.matches?.("form[data-draft]")) return
  if (typed !== form) flush()
  stop(); typed = form; timer = setTimeout(flush, 250)
})
addEventListener("pagehide", flush)
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") flush() })
// sent without leaving the page: only when the server has it. Sent by leaving: the page that comes says whether it was taken (taken.js)
document.addEventListener("form:done", event => { stop(); drop(event.detail) })
document.addEventListener("submit", event => {
  const form = event.target
  if (event.defaultPrevented || form.matches("[data-live]") || !form.matches("form[data-draft]")) return
  stop(); keep(form)
  try { sessionStorage.setItem("sent-draft", JSON.stringify([lasting(form), name(form)])) } catch { drop(form) }
})
// an answer to words in conflict that took nothing has said so
document.addEventListener("stream:applied", () => {
  for (const form of document.querySelectorAll("form[data-live][data-restored=conflict][data-busy]")) tell(form)
})
const all = () => {
  // the last words in a form that another has taken the place of, before it comes back
  if (typed && !typed.isConnected) flush()
  for (const form of document.querySelectorAll("form[data-draft]")) restore(form)
}
document.addEventListener("stream:applied", all)
all()
