// <form data-draft="key">: what is typed survives a reload or a wrong turn, in this tab only, until it is sent.
// sessionStorage, not localStorage: on a shared tablet words go when the tab goes.
const name = form => "draft:" + form.dataset.draft
const fields = form => [...form.elements].filter(f => f.name && f.matches("textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit], [type=button], [autocomplete=one-time-code])"))
const ticks = f => f.type === "checkbox" || f.type === "radio"

function keep(form) {
  const now = fields(form).map(f => [f.name, ticks(f) ? f.value : null, ticks(f) ? f.checked : f.value])
  try { sessionStorage.setItem(name(form), JSON.stringify(now)) } catch { /* full or forbidden: the page still works */ }
}
function restore(form) {
  if ("restored" in form.dataset) return
  form.dataset.restored = ""
  let kept
  try { kept = JSON.parse(sessionStorage.getItem(name(form)) ?? "null") } catch { return }
  for (const [field, value, was] of kept ?? []) {
    const at = fields(form).find(f => f.name === field && (value === null || f.value === value))
    if (!at) continue
    if (ticks(at)) at.checked = was
    else if (at.value === (at.defaultValue ?? "") || at.tagName === "SELECT") at.value = was
  }
  if (kept) form.dispatchEvent(new Event("input", { bubbles: true }))
}
const drop = form => form.matches?.("form[data-draft]") && sessionStorage.removeItem(name(form))

let timer
document.addEventListener("input", event => {
  const form = event.target.form ?? event.target
  if (!form.matches?.("form[data-draft]")) return
  clearTimeout(timer); timer = setTimeout(() => keep(form), 250)
})
// sent without leaving the page: only when the server has it. Sent by leaving: the server shows the words again if it refused them.
document.addEventListener("form:done", event => { clearTimeout(timer); drop(event.detail) })
document.addEventListener("submit", event => { if (!event.target.matches("[data-live]")) { clearTimeout(timer); drop(event.target) } })
const all = () => { for (const form of document.querySelectorAll("form[data-draft]")) restore(form) }
document.addEventListener("stream:applied", all)
all()
