// #desk: one student's work after another without a page load, of assignments and of quizzes. <a data-turn> brings the next desk, the answer to the form
// brings it too; the address follows. The next one who waits is fetched before it is asked for.
import { parse } from "./stream.js"
import { needAsIn } from "./scripts.js"

const ahead = new Map()
const desk = () => document.getElementById("desk")

function fetchDesk(url) {
  const found = ahead.get(url)
  if (found && Date.now() - found.at < 10000) return found.page
  const page = fetch(url, { headers: { accept: "text/html" }, credentials: "same-origin" }).then(async response => {
    const page = response.ok && !response.redirected ? parse(await response.text()) : null, fresh = page?.getElementById("desk")
    if (!fresh) throw new TypeError("no desk")
    needAsIn(page)
    return fresh
  })
  page.catch(() => ahead.delete(url))
  ahead.set(url, { at: Date.now(), page })
  return page
}
function prepare() {
  const next = desk()?.querySelector("[data-turn][data-key=u], [data-turn][data-key=j]")
  if (next) setTimeout(() => fetchDesk(next.href).catch(() => {}), 400)
}
let turns = 0
async function turn(url) {
  const mine = ++turns, fresh = (await fetchDesk(url)).cloneNode(true)
  if (mine !== turns) return                                         // another one was asked for meanwhile
  ahead.delete(url)
  desk().replaceWith(document.adoptNode(fresh))
  history.pushState({ desk: true }, "", url)
  document.dispatchEvent(new CustomEvent("stream:applied"))
  settle()
  prepare()
}
// the eye and the keyboard go to the new student
function settle() {
  desk()?.querySelector(".desk__list [aria-current]")?.scrollIntoView({ block: "nearest" })
  desk()?.querySelector(".desk__work")?.scrollTo({ top: 0 })
}

document.addEventListener("click", event => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  const phrase = event.target.closest?.("[data-phrase]"), link = event.target.closest?.("a[data-turn]")
  if (phrase) {
    const field = phrase.form?.elements[phrase.dataset.phrase]
    if (!field) return
    field.value = (field.value.trimEnd() + "\n" + phrase.textContent).trimStart()
    field.dispatchEvent(new Event("input", { bubbles: true }))
    field.focus()
  } else if (link && desk()) {
    event.preventDefault()
    turn(link.href).catch(() => location.assign(link.href))
  }
})
// the answer to the form is the next desk: the address follows it
document.addEventListener("stream:applied", () => {
  const path = desk()?.dataset.desk
  if (!path || path === location.pathname) return
  turns++
  ahead.clear()
  history.pushState({ desk: true }, "", path)
  settle()
  if (!desk().contains(document.activeElement)) (firstPoints() ?? desk().querySelector("#grade-form input:not([type=hidden]), #grade-form textarea"))?.focus({ preventScroll: true })
  prepare()
})
addEventListener("popstate", () => { if (desk() && desk().dataset.desk !== location.pathname) location.reload() })
// the first that nobody has given points for
function firstPoints() {
  const all = [...desk().querySelectorAll("#grade-form input[name=points], #grade-form input[name^='points.']")]
  return all.find(field => !field.value) ?? all[0]
}
// Who opens the desk means to type, where there are keys: the next key is a point and no shortcut.
function begin() {
  prepare()
  if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches) firstPoints()?.focus({ preventScroll: true })
}
if (desk()) begin()
// the same on an attempt's own page, where all its answers can be marked
else if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches)
  [...document.querySelectorAll("form[data-scores] input[name^='points.']")].find(field => !field.value)?.focus({ preventScroll: true })
