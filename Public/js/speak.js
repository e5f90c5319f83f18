// Another language, or another look, for the page as it stands: what is typed, chosen or on its way stays where it is. Without this
// module the page comes again by itself, with what the server knows of it.
import { parse, news } from "./stream.js"
import { needAsIn } from "./scripts.js"
import { say } from "./toasts.js"

const root = document.documentElement
const isSwitch = path => /^(\/account)?\/(language|look)$/.test(path)
const fields = form => [...form.elements].filter(field => field.name && !field.matches("button, fieldset, output, [type=hidden], [type=submit]"))
const forms = page => [...page.querySelectorAll("main form")]
const path = form => form.getAttribute("action")

// The same field of the same form: by the form's way and its place among those of that way, then by name and place.
const places = (list, key) => {
  const counts = new Map()
  return new Map(list.map(one => { const name = key(one), place = counts.get(name) ?? 0; counts.set(name, place + 1); return [name + "\n" + place, one] }))
}
const ticks = field => field.type === "checkbox" || field.type === "radio"
const touched = field => field.type === "file" ? field.files.length
  : ticks(field) ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT" ? [...field.options].some(option => option.selected !== option.defaultSelected)
      : field.value !== field.defaultValue

function carryField(old, now) {
  if (old.type === "file") { if (old.files.length) now.files = old.files }
  else if (ticks(old)) now.checked = old.checked
  else if (old.tagName === "SELECT") for (const option of now.options) option.selected = [...old.options].some(o => o.selected && o.value === option.value)
  else now.value = old.value
}
function carryForm(old, now) {
  for (const name of ["restored", "told", "conflict"]) if (name in old.dataset) now.dataset[name] = old.dataset[name]
  const key = field => field.name + (ticks(field) ? "=" + field.value : ""), there = places(fields(now), key)
  for (const [name, field] of places(fields(old), key)) {
    const twin = there.get(name)
    // a form that came back with what was wrong has its words as defaults
    if (twin && (touched(field) || field.value !== twin.value)) carryField(field, twin)
  }
  // files that are up or on their way go along as they are
  const lists = [...now.querySelectorAll(".uploads")]
  for (const [place, list] of [...old.querySelectorAll(".uploads")].entries()) lists[place]?.append(...list.children)
}
function carry(page) {
  const there = places(forms(page), path)
  for (const [name, form] of places(forms(document), path)) if (there.has(name)) carryForm(form, there.get(name))
}

// - Returns: whether the page is there now.
async function show(response, back) {
  const page = parse(await response.text())
  if (!response.ok || !page.querySelector("main")) return false
  const top = scrollY, focus = document.activeElement?.closest?.("main") ? document.activeElement.id : ""
  carry(page)
  for (const { name, value } of [...page.documentElement.attributes]) root.setAttribute(name, value)
  if (!page.documentElement.hasAttribute("data-keys")) root.removeAttribute("data-keys")
  document.title = page.title
  for (const colour of document.head.querySelectorAll("meta[name=theme-color]")) colour.remove()
  document.head.append(...[...page.head.querySelectorAll("meta[name=theme-color]")].map(colour => document.importNode(colour)))
  document.body.replaceChildren(...document.adoptNode(page.body).childNodes)
  needAsIn(page)
  if (back) history.replaceState(history.state, "", back)
  scrollTo({ top, behavior: "instant" })
  document.getElementById(focus)?.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent("stream:topics", { detail: news(page) }))
  document.dispatchEvent(new CustomEvent("stream:applied"))
  return true
}

async function speak(form, button) {
  const data = new FormData(form, button), body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data)
  const action = button?.getAttribute("formaction") ?? path(form), back = data.get("back")
  // a page that came as an answer is asked for by saying the same again; the others have an address
  if (button?.name === "speak") return show(await fetch(action, { method: "POST", body, headers: { accept: "text/html" }, credentials: "same-origin" }))
  // on the account's own page it is said that it is saved, which only the page that follows says
  if (action.startsWith("/account/")) return show(await fetch(action, { method: "POST", body, headers: { accept: "text/html" }, credentials: "same-origin" }), back)
  const done = await fetch(action, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin" })
  if (!done.ok) return false
  return show(await fetch(back, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" }), back)
}

// A choice that is made while the one before is on its way has its turn on the page that comes, which has it already.
let next
function after() {
  const form = forms(document).find(one => path(one) === next)
  next = undefined
  form?.requestSubmit()
}

document.addEventListener("submit", async event => {
  const form = event.target, button = event.submitter
  if (event.defaultPrevented || button?.name !== "speak" && !isSwitch(path(form) ?? "")) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if ("busy" in form.dataset) { if (form.matches("[data-choices]")) next = path(form); return }
  form.dataset.busy = ""
  button?.setAttribute("aria-busy", "true")
  try {
    if (!await speak(form, button)) { location.assign(form.elements.back?.value ?? location.href); return }
  } catch { next = undefined; say(root.dataset.wordOffline) }
  delete form.dataset.busy
  button?.removeAttribute("aria-busy")
  if (next) after()
}, true)
