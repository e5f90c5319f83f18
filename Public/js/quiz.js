// Taking a quiz: every answer is saved within a second, the time is the server's, and what could not be sent stays here until it can.
import { say } from "./toasts.js"
import { parse, reader } from "./stream.js"

const box = () => document.getElementById("quiz")
const fine = "application/json"
let waiting = new Map(), timer, sending = false, alone = false, said = new Set(), ended = false

// on this device until the server has it, also with a closed tab or a dead battery; signing out clears it. An attempt is one
// student's, and what is kept of it is only ever looked for by who typed it.
const key = (attempt = box()?.dataset.quiz) => "draft:quiz-" + reader() + "-" + attempt
const words = () => box()?.dataset ?? {}
function status(text, failed = false) {
  const at = document.querySelector("[data-saved]")
  if (!at || at.textContent === text) return
  at.textContent = text
  at.toggleAttribute("data-failed", failed)
}

// the fields of one question as they are now
function fields(question) {
  const out = [["q", question.dataset.question]]
  for (const field of question.querySelectorAll("input, select, textarea")) {
    if (!field.name || field.name === "q" || field.type === "hidden") continue
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue
    out.push([field.name, field.value])
  }
  return out
}
function keep() {
  try { waiting.size ? localStorage.setItem(key(), JSON.stringify([...waiting])) : localStorage.removeItem(key()) } catch { /* full or forbidden: it is still in memory */ }
}
function mark(question) {
  const cell = document.querySelector(`[data-map="${question.dataset.question}"]`)
  const has = fields(question).some(([name, value]) => name.startsWith("a.") && value.trim())
  cell?.toggleAttribute("data-answered", has)
  cell?.toggleAttribute("data-flagged", !!question.querySelector('[name^="flag."]')?.checked)
  const done = document.querySelector("[data-done]")
  if (done && !document.querySelector("button[data-map]")) done.textContent = [...document.querySelectorAll("[data-question]")].filter(q => fields(q).some(([n, v]) => n.startsWith("a.") && v.trim())).length
}

function changed(question, soon) {
  waiting.set(question.dataset.question, { fields: fields(question), typedAt: Date.now() })
  keep(); mark(question)
  status(words().wordSaving)
  clearTimeout(timer); timer = setTimeout(flush, soon)
}
// leaving: what a page sends on its way out must be small, or the browser refuses it (64 KiB, Fetch standard).
function post(path, answers, csrf = "", leaving = false) {
  const body = new URLSearchParams({ csrf })
  for (const [, { fields }] of answers) for (const [name, value] of fields) body.append(name, value)
  body.append("typedAt", Math.max(...answers.map(([, one]) => one.typedAt))); body.append("sentAt", Date.now())
  return fetch(path, { method: "POST", body, headers: { accept: fine }, credentials: "same-origin", keepalive: leaving && body.toString().length < 60000 })
}
async function flush(leaving = false) {
  if (sending || !waiting.size || !box()?.dataset.quiz) return
  sending = true; clearTimeout(timer); timer = 0
  const form = document.getElementById("answers"), batch = [...waiting].slice(0, alone ? 1 : undefined)
  try {
    const response = await post(form.action, batch, form.elements.csrf?.value, leaving)
    if (response.ok) {
      for (const [id, sent] of batch) if (waiting.get(id) === sent) waiting.delete(id)
      keep(); status(words().wordSaved)
      if ((await response.json()).isSubmitted && !waiting.size) over()
    } else if (response.status === 409) { waiting.clear(); keep(); over() }
    // signed out: the page leads to the door, and what is kept here goes out behind it; a page just opened only tries again
    else if ((response.status === 401 || response.status === 403) && performance.now() > 4000) location.reload()
    else if (response.status >= 500 || [401, 403, 429].includes(response.status)) throw response.status
    // one of them is not to be had: the others are not lost with it
    else if (batch.length > 1) alone = true
    else { waiting.delete(batch[0][0]); keep(); if (!waiting.size) location.reload() }
  } catch { status(words().wordKept, true); clearTimeout(timer); timer = setTimeout(flush, 3000) }
  sending = false
  if (waiting.size && !timer) timer = setTimeout(flush, 500)
}
function over() { if (!ended) { ended = true; location.assign(document.getElementById("answers").action.replace(/\/answers$/, "")) } }

document.addEventListener("input", event => {
  const question = event.target.closest("[data-question]")
  if (question && box()?.dataset.quiz && !finish.done) changed(question, event.target.matches("input:not([type=radio], [type=checkbox]), textarea") ? 700 : 150)
})
addEventListener("online", () => flush())
addEventListener("pagehide", () => flush(true))
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") flush(true) })
// Leaving by a button of the form takes what is on the page along; whether it arrived, the page that comes knows. What is kept
// stays until the server has said so, and goes in before the whole is handed in.
document.addEventListener("submit", event => {
  const form = event.target, attempt = /\/attempts\/([0-9a-f-]+)\/submit$/.exec(form.action)?.[1]
  if (!attempt || !localStorage.getItem(key(attempt))) return
  event.preventDefault()
  if (!bring.busy) bring(form, event.submitter, attempt)
}, true)
async function bring(form, button, attempt) {
  bring.busy = true
  try {
    const kept = JSON.parse(localStorage.getItem(key(attempt)))
    const response = await post(form.action.replace(/submit$/, "answers"), kept, form.elements.csrf?.value)
    // a refusal is about what cannot be had any more, as after the end: handing in says the rest
    if (response.status >= 500 || [401, 403, 429].includes(response.status)) throw response.status
    localStorage.removeItem(key(attempt))
    form.requestSubmit(button)
  } catch { say(document.documentElement.dataset.wordOffline) }
  bring.busy = false
}

// ── the time ──
// The server says how much is left, and had said it when the first byte came; from there this device only counts. Its counter
// stands still while the device sleeps: then the server is asked again.
const began = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0
let first = true, wall = Date.now(), counter = performance.now()
async function again() {
  const since = performance.now()
  try {
    const page = parse(await (await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" })).text())
    const left = page.querySelector("[data-left]")?.dataset.left, at = document.querySelector("[data-left]")
    if (!left || !at) return
    at.endsAt = since + Number(left)
    if (Number(left) > 0 && finish.done) stop(false)
  } catch { /* no line: the answers carry the time they were typed at */ }
}
function slept() {
  const gone = Date.now() - wall - (performance.now() - counter)
  wall = Date.now(); counter = performance.now()
  return gone > 5000
}
function clock() {
  const at = document.querySelector("[data-left]")
  if (!at) return
  if (slept()) again()
  if (at.seenDeadline !== at.dataset.deadline) { at.seenDeadline = at.dataset.deadline; at.endsAt = (first ? began : performance.now()) + Number(at.dataset.left); first = false; said = new Set(); if (at.endsAt > performance.now()) stop(false) }
  const left = Math.max(0, at.endsAt - performance.now()), seconds = Math.ceil(left / 1000)
  const pad = n => String(n).padStart(2, "0"), hours = Math.floor(seconds / 3600)
  const text = (hours ? hours + ":" + pad(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)) + ":" + pad(seconds % 60)
  if (at.textContent !== text) at.textContent = text
  at.closest(".quiz__time")?.toggleAttribute("data-low", seconds <= 60)
  for (const [limit, name] of [[300, "wordFive"], [60, "wordOne"]])
    if (seconds <= limit && seconds > limit - 20 && !said.has(limit)) { said.add(limit); say(words()[name]) }
  if (left === 0 && !ended && box()?.dataset.quiz) finish()
}
// nothing can be answered after the end, unless more time is given
function stop(done) {
  finish.done = done
  for (const question of document.querySelectorAll("[data-question]")) question.disabled = done
}
// what was typed goes out with the time it was typed at; the server waits a few seconds for it, and so does the page
async function finish() {
  if (finish.done) return
  stop(true)
  say(words().wordOver)
  await flush()
  setTimeout(() => { if (finish.done && !waiting.size) over() }, 5300)
}
setInterval(clock, 250); clock()

// ── begin: what this device's clock shows, so that late answers can be judged ──
document.addEventListener("submit", event => { const at = event.target.querySelector("[data-clock]"); if (at) at.value = Date.now() }, true)

// what a crash or a dead line left behind is put back and sent
function restore() {
  if (!box()?.dataset.quiz) return
  let kept
  try { kept = JSON.parse(localStorage.getItem(key()) ?? "null") } catch { return }
  for (const [id, one] of kept ?? []) {
    const question = document.querySelector(`[data-question="${CSS.escape(id)}"]`)
    if (question) for (const field of question.querySelectorAll("input, select, textarea")) {
      if (!field.name || field.name === "q" || field.type === "hidden") continue
      const said = one.fields.filter(([name]) => name === field.name).map(([, value]) => value)
      if (field.type === "checkbox" || field.type === "radio") field.checked = said.includes(field.value)
      else if (said.length) field.value = said[0]
    }
    waiting.set(id, one)
  }
  if (waiting.size) flush()
}
restore()
