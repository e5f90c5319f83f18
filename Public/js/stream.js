// Applies server-rendered fragments: <template data-op="append|prepend|before|after|replace|update|remove|refresh" data-target="id">…</template>
import { need } from "./scripts.js"

// Trusted Types: this is the one place that turns a string into elements, and only strings from our own server come here.
const policy = globalThis.trustedTypes?.createPolicy("stream", { createHTML: html => html }) ?? { createHTML: html => html }

const ops = {
  append: (t, f) => t.append(f), prepend: (t, f) => t.prepend(f),
  before: (t, f) => t.before(f), after: (t, f) => t.after(f),
  replace: (t, f) => t.replaceWith(f), update: (t, f) => t.replaceChildren(f),
  remove: t => t.remove(),
}
const arrivals = new Set(["append", "prepend", "before", "after"])

// What a page is about on the live line, and the position it was rendered at.
export function news(page) {
  const meta = name => page.querySelector(`meta[name="live-${name}"]`)?.content.trim() ?? ""
  return { topics: meta("topics"), last: meta("last") }
}

// Also where the browser has none: a school's own network without a certificate.
export const uuid = () => crypto.randomUUID?.() ?? "10000000-1000-4000-8000-100000000000".replace(/[018]/g, c => (c ^ crypto.getRandomValues(new Uint8Array(1))[0] & 15 >> c / 4).toString(16))

export const parse = html => new DOMParser().parseFromString(policy.createHTML(html), "text/html")

// Who is signed in: every page of a person in a school listens to their own inbox.
export const reader = () => /(?:^|\s)inbox\/([0-9a-f-]{36})/.exec(news(document).topics)?.[1]

// Between pressing and letting go everything stays where it is: a tap on what is replaced meanwhile would go nowhere. Who holds on
// longer, or lets go where we do not see it, waits no more than this.
let release, released = Promise.resolve()
addEventListener("pointerdown", () => { release?.(); released = new Promise(done => { release = done; setTimeout(done, 1500) }) }, true)
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => release?.()), true)   // the click comes first
export const untouched = () => released

// Someone typing there would lose the word they are in the middle of.
export function typingIn(element) {
  const at = document.activeElement
  return element?.contains(at) && at.matches("textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file])")
}

// Does `work`, then puts the focus back on the element of the same id (or the same marked button in the row of the same id).
export function keepingFocus(work) {
  const at = document.activeElement
  const id = at?.id, row = at?.closest?.("[id]")?.id, mark = at?.dataset?.mark
  work()
  if (!at || at.isConnected || at === document.body) return
  const again = (id && document.getElementById(id))
    || (row && mark && document.getElementById(row)?.querySelector(`[data-mark="${CSS.escape(mark)}"]`))
    || (row && document.getElementById(row))
  again?.focus({ preventScroll: true })
}

// What could not be shown because someone was typing in it waits for them to leave; only the newest word counts.
const waiting = new Map()
document.addEventListener("focusout", () => setTimeout(() => {
  for (const [id, step] of waiting) {
    if (typingIn(document.getElementById(id))) continue
    waiting.delete(id)
    keepingFocus(() => perform(step))
    document.dispatchEvent(new CustomEvent("stream:applied"))
  }
}))

function perform(step) {
  const { op, target: id } = step.dataset
  const target = document.getElementById(id)
  if (!target) return
  // what each reader sees in their own way cannot be sent to all: the page that has the element asks for itself again
  if (op === "refresh") { document.dispatchEvent(new CustomEvent("stream:refresh")); return }
  const content = document.importNode(step.content, true)
  // an element that is already on the page is replaced in place: own echo, retry and replay all settle into one element
  if (op !== "replace" && op !== "update")
    for (const child of [...content.children]) {
      const old = child.id && document.getElementById(child.id)
      if (old) old.replaceWith(child)
      else if (arrivals.has(op)) child.dataset.fresh = ""
    }
  if (op === "remove" || op === "update" || content.childElementCount) ops[op]?.(target, content)
  need(step.dataset.scripts?.split(" ") ?? [])
}

// force: the answer to one's own form may replace the form one has just sent.
export function apply(html, { force = false } = {}) {
  const box = document.createElement("template")
  box.innerHTML = policy.createHTML(html)
  // a list that was being read at its end stays at its end
  const ends = [...document.querySelectorAll("[data-stick]")].filter(e => e.scrollHeight - e.scrollTop - e.clientHeight < 100)
  keepingFocus(() => {
    for (const step of box.content.querySelectorAll("template[data-op]")) {
      const touched = [step.dataset.target, ...[...step.content.children].map(c => c.id)].filter(Boolean).map(id => document.getElementById(id))
      const replaces = !arrivals.has(step.dataset.op)
      const busy = !force && (replaces ? typingIn(touched[0]) : touched.slice(1).some(typingIn))
      if (busy) waiting.set(step.dataset.target, step)
      else perform(step)
    }
  })
  for (const end of ends) end.scrollTop = end.scrollHeight
  document.dispatchEvent(new CustomEvent("stream:applied"))
}
