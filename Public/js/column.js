// One column of a gradebook as a list of fields: a score is saved as one leaves its field, Enter goes to the next one, and what
// others write arrives. Without this script the same list is a form with one button.
import { pressed } from "./keys.js"
import { apply, uuid } from "./stream.js"
import { say } from "./toasts.js"

const box = () => document.querySelector("[data-column]")
const fields = () => [...box()?.querySelectorAll("input[data-s]") ?? []]
const isField = element => element?.matches?.("input[data-s]") && box()?.contains(element)
const before = field => field.parentElement.querySelector("input[type=hidden]")   // what stood there when it was written over
const typedIn = field => field.value.trim().replaceAll(/[\t\n]/g, " ")

function tell(field, word, kind = "") {
  const note = field.closest("li").querySelector(".column-note")
  note.textContent = word ?? ""
  note.dataset.note = kind
}

// One after the other, because the second may be written over what the first left.
const sent = new Map()
let saved = Promise.resolve(), underWay
function save(field) {
  const typed = typedIn(field), student = field.dataset.s
  // while something of this field is on its way, that is what stands there: what stood before may be typed again
  if (sent.has(student) ? sent.get(student) === typed : typed === before(field).value && !field.hasAttribute("aria-invalid")) return
  sent.set(student, typed)
  field.dataset.state = "saving"
  saved = saved.then(() => send(field, typed))
}
const line = (field, typed, was) => [box().dataset.item, field.dataset.s, typed, was, "."].join("\t")
// who leaves at once takes it along
function post(path, form, lines) {
  const body = new URLSearchParams({ csrf: form.elements.csrf?.value ?? "", command: uuid(), cells: lines.join("\n") })
  return fetch(path, { method: "POST", body, keepalive: true, credentials: "same-origin", headers: { accept: "text/vnd.stream+html" } })
}
async function send(field, typed) {
  const { path, unsaved } = box()?.dataset ?? {}, student = field.dataset.s
  if (!path) return
  underWay = { student, typed }
  try {
    const answer = await post(path, field.form, [line(field, typed, before(field).value)])
    if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/vnd.stream+html")) throw answer
    apply(await answer.text(), { force: true })
    // what was typed meanwhile still waits for its turn
    if (sent.get(student) === typed) delete field.dataset.state
  } catch {
    // what could not be saved stays in its field and says so; leaving the field once more tries again
    field.dataset.state = "refused"
    field.setAttribute("aria-invalid", "true")
    tell(field, unsaved)
    say(unsaved)
  }
  underWay = undefined
  if (sent.get(student) === typed) sent.delete(student)
}

// So does what waits for its turn, and the score in whose field one still is: on a phone one types the last and goes back. What
// is to be mended stays away: it would be written over what somebody else wrote.
addEventListener("pagehide", () => {
  const left = fields().filter(field => {
    const typed = typedIn(field), isUnderWay = underWay?.student === field.dataset.s && underWay.typed === typed
    return typed !== before(field).value && !isUnderWay && (!field.hasAttribute("aria-invalid") || field.dataset.state === "refused")
  })
  if (!left.length) return
  const was = field => underWay?.student === field.dataset.s ? underWay.typed : before(field).value
  post(box().dataset.path, left[0].form, left.map(field => line(field, typedIn(field), was(field)))).catch(() => {})
})

function news() {
  const feed = document.getElementById("gradebook-feed"), list = box()
  if (!list || !feed?.childElementCount) return
  for (const one of [...feed.children]) {
    const field = one.dataset.i === list.dataset.item && list.querySelector(`input[data-s="${CSS.escape(one.dataset.s)}"]`)
    if (!field) continue
    const typed = typedIn(field), isOwn = underWay?.student === one.dataset.s
    if (one.dataset.kind !== "now") {
      // what was typed stays to be mended; sent once more, it is written over what is there now
      before(field).value = one.value
      field.setAttribute("aria-invalid", "true")
      tell(field, one.title, "x")
      continue
    }
    // somebody is in the middle of another score there: theirs is judged when it is sent
    if (!isOwn && typed !== before(field).value) continue
    before(field).value = one.value
    if (isOwn && typed !== underWay.typed) continue                  // typed on meanwhile: that is sent next
    field.value = one.value
    field.removeAttribute("aria-invalid")
    tell(field, one.dataset.note, one.className)
  }
  feed.replaceChildren()
}

document.addEventListener("focusin", event => { if (isField(event.target)) event.target.select() })
document.addEventListener("change", event => { if (isField(event.target)) save(event.target) })
document.addEventListener("focusout", event => { if (isField(event.target) && event.target.dataset.state === "refused") save(event.target) })
document.addEventListener("keydown", event => {
  if (event.isComposing || !isField(event.target)) return
  const step = { enter: event.shiftKey ? -1 : 1, down: 1, up: -1 }[pressed(event, "sheet")]
  if (!step) return
  event.preventDefault()                                             // Enter would send the whole form
  const all = fields(), next = all[all.indexOf(event.target) + step]
  if (next) next.focus()
  else save(event.target)
})
document.addEventListener("stream:applied", news)
news()
