// <form data-draft="key">: what is typed survives a reload or a wrong turn until it is sent. In this tab only, because on a
// shared tablet words go when the tab goes; but work-, grade- and talk- drafts stay on the device, also with a dead battery, until
// the server has them or somebody signs out.
const name = form => "draft:" + form.dataset.draft
const lasting = form => /^(work|grade|talk)-/.test(form.dataset.draft)
const store = form => lasting(form) ? localStorage : sessionStorage
const fields = form => [...form.elements].filter(f => f.name && f.matches("textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit], [type=button], [autocomplete=one-time-code])"))
const ticks = f => f.type === "checkbox" || f.type === "radio"
const version = form => form.elements.version?.value ?? null

const read = form => { try { return JSON.parse(store(form).getItem(name(form)) ?? "null") ?? undefined } catch { return undefined } }
// what was typed where there is no field for it any more
const homeless = (form, kept) => (kept?.fields ?? []).filter(([field, choice, value]) => choice === null && value && !form.elements[field])

export function keep(form) {
  const now = fields(form).map(f => [f.name, ticks(f) ? f.value : null, ticks(f) ? f.checked : f.value])
  if (lasting(form)) now.push(...homeless(form, read(form)))
  try { store(form).setItem(name(form), JSON.stringify({ version: version(form), fields: now })) } catch { /* full or forbidden: the page still works */ }
}
function restore(form) {
  if ("restored" in form.dataset) return
  form.dataset.restored = ""
  const kept = read(form)
  if (!kept?.fields) return
  let differs = false
  for (const [field, value, was] of kept.fields) {
    const at = fields(form).find(f => f.name === field && (value === null || f.value === value))
    if (!at) continue
    if (ticks(at)) { differs ||= at.checked !== was; at.checked = was }
    else if (at.value === (at.defaultValue ?? "") || at.tagName === "SELECT") { differs ||= at.value !== was; at.value = was }
  }
  if (!differs) return lasting(form) && homeless(form, kept).length ? undefined : drop(form)
  // What lies at the server has grown from something else meanwhile: the person decides which of the two stays.
  if (lasting(form) && kept.version !== version(form)) form.dispatchEvent(new CustomEvent("draft:conflict", { bubbles: true }))
  form.dispatchEvent(new Event("input", { bubbles: true }))
}
export const drop = form => { if (form.matches?.("form[data-draft]")) { try { store(form).removeItem(name(form)) } catch { /* nothing was kept */ } } }

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
// sent without leaving the page: only when the server has it. Sent by leaving: the page that comes says whether it was taken. A page
// that says no, as after a session that was over, did not take the words: they stay for when the form is open again.
document.addEventListener("form:done", event => { stop(); drop(event.detail) })
document.addEventListener("submit", event => {
  const form = event.target
  if (event.defaultPrevented || form.matches("[data-live]") || !form.matches("form[data-draft]")) return
  stop(); keep(form)
  try { sessionStorage.setItem("sent-draft", JSON.stringify([lasting(form), name(form)])) } catch { drop(form) }
})
function settle() {
  let sent
  try { sent = JSON.parse(sessionStorage.getItem("sent-draft") ?? "null"); sessionStorage.removeItem("sent-draft") } catch { return }
  // the page to sign in on may come before this ran on the page that said no
  if (sent && !document.querySelector('.error-state, form[action="/sign-in"]')) (sent[0] ? localStorage : sessionStorage).removeItem(sent[1])
}
settle()
const all = () => { for (const form of document.querySelectorAll("form[data-draft]")) restore(form) }
document.addEventListener("stream:applied", all)
all()
