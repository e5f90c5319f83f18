// Taking a quiz: every answer is saved within a second, the time is the server's, and what could not be sent stays here until it can.
import "./offline.js"
import { say } from "./toasts.js"
import { parse, reader, uuid } from "./stream.js"
import { flush as goOut, held, hold } from "./outbox.js"
import { shelf } from "./shelf.js"

const box = () => document.getElementById("quiz")
const fine = "application/json"
let waiting = new Map(), timer, current, alone = false, said = new Set(), ended = false

// on this device until the server has it, also with a closed tab or a dead battery; signing out clears it. An attempt is one
// student's, and what is kept of it is only ever looked for by who typed it.
const draft = attempt => "quiz-" + reader() + "-" + attempt
const key = (attempt = box()?.dataset.quiz) => "draft:" + draft(attempt)
const handedOver = attempt => { const kept = held(draft(attempt)); return kept && !kept.refused }
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
// What is kept is one for all tabs of the attempt: each adds what it has, and takes away only what it knows the server has.
function stored(attempt) { try { return new Map(JSON.parse(shelf.getItem(key(attempt)) ?? "[]")) } catch { return new Map() } }
function keep(gone = []) {
  const all = stored()
  for (const [id, sent] of gone) if (!(all.get(id)?.typedAt > sent.typedAt)) all.delete(id)
  for (const [id, one] of waiting) all.set(id, one)
  try { all.size ? shelf.setItem(key(), JSON.stringify([...all])) : shelf.removeItem(key()) } catch { /* full or forbidden: it is still in memory */ }
}
function clear() { waiting.clear(); shelf.removeItem(key()) }
function mark(question) {
  const cell = document.querySelector(`[data-map="${question.dataset.question}"]`)
  const has = fields(question).some(([name, value]) => name.startsWith("a.") && value.trim())
  cell?.toggleAttribute("data-answered", has)
  cell?.toggleAttribute("data-flagged", !!question.querySelector('[name^="flag."]')?.checked)
  const done = document.querySelector("[data-done]")
  if (done) done.textContent = [...document.querySelectorAll("[data-question]")].filter(q => fields(q).some(([n, v]) => n.startsWith("a.") && v.trim())).length
}

function changed(question, soon) {
  // whatever page is open when the line is back sends it (outbox.js)
  const one = { fields: fields(question), typedAt: Date.now(), path: new URL(form().action).pathname, title: document.querySelector("h1")?.textContent }
  waiting.set(question.dataset.question, one)
  keep(); mark(question)
  tabs?.postMessage([question.dataset.question, one])
  if (handedOver(box().dataset.quiz)) handInLater()                  // what is typed on while it waits goes along
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
// one after the other: who asks while one is under way waits for that
function flush(leaving = false) { return current ??= send(leaving).finally(() => { current = undefined }) }
async function send(leaving) {
  if (!waiting.size || !box()?.dataset.quiz) return
  clearTimeout(timer); timer = 0
  const form = document.getElementById("answers"), batch = [...waiting].slice(0, alone ? 1 : undefined)
  try {
    const response = await post(form.action, batch, form.elements.csrf?.value, leaving)
    if (response.ok) {
      for (const [id, sent] of batch) if (waiting.get(id) === sent) waiting.delete(id)
      keep(batch); status(words().wordSaved)
      if ((await response.json()).isSubmitted && !waiting.size) over()
    } else if (response.status === 409) { clear(); over() }
    // signed out: the page leads to the door, and what is kept here goes out behind it; a page just opened only tries again
    else if ((response.status === 401 || response.status === 403) && performance.now() > 4000) location.reload()
    else if (response.status >= 500 || [401, 403, 429].includes(response.status)) throw response.status
    // one of them is not to be had: the others are not lost with it
    else if (batch.length > 1) alone = true
    else { waiting.delete(batch[0][0]); keep(batch); if (!waiting.size) location.reload() }
  } catch { status(words().wordKept, true); clearTimeout(timer); timer = setTimeout(flush, 3000) }
  if (waiting.size && !timer) timer = setTimeout(flush, 500)
}
function over() { if (!ended) { ended = true; location.assign(document.getElementById("answers").action.replace(/\/answers$/, "")) } }

document.addEventListener("input", event => {
  const question = event.target.closest("[data-question]")
  if (question && box()?.dataset.quiz && !finish.done) changed(question, event.target.matches("input:not([type=radio], [type=checkbox]), textarea") ? 700 : 150)
})
addEventListener("online", () => { flush() })
addEventListener("pagehide", () => flush(true))
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") flush(true) })
// Another tab of the same attempt shows what is typed here, so that none of them sends what is old.
const tabs = box()?.dataset.quiz && globalThis.BroadcastChannel ? new BroadcastChannel(key()) : undefined
tabs?.addEventListener("message", ({ data: [id, one] }) => {
  const question = document.querySelector(`[data-question="${CSS.escape(id)}"]`)
  if (!question) return
  if (!(waiting.get(id)?.typedAt > one.typedAt)) { waiting.delete(id); fill(question, one.fields); mark(question) }
})
function fill(question, values) {
  for (const field of question.querySelectorAll("input, select, textarea")) {
    if (!field.name || field.name === "q" || field.type === "hidden") continue
    const said = values.filter(([name]) => name === field.name).map(([, value]) => value)
    if (field.type === "checkbox" || field.type === "radio") field.checked = said.includes(field.value)
    else if (said.length) field.value = said[0]
  }
}

// ── one question at a time ──
// All of them are on the page, so going on needs no line.
const form = () => document.getElementById("answers")
const questions = () => [...document.querySelectorAll("[data-question]")]
function unpack() {
  const later = form()?.querySelectorAll("template[data-later]") ?? []
  for (const one of later) {
    const question = one.content.firstElementChild
    question.hidden = true
    one.replaceWith(question)
  }
  if (later.length) form().dataset.steps = ""
}
function show(place) {
  const all = questions(), at = Math.min(Math.max(0, place), all.length - 1)
  all.forEach((question, number) => { question.hidden = number !== at })
  form().elements.at.value = at
  for (const [name, to] of [["previous", at - 1], ["next", at + 1]]) {
    const step = form().querySelector(`[data-step=${name}] button`)
    step.value = "go." + to
    step.parentElement.hidden = to < 0 || to >= all.length
  }
  for (const cell of form().querySelectorAll("[data-map]")) cell.toggleAttribute("aria-current", false)
  form().querySelector(`[data-map="${all[at].dataset.question}"]`)?.setAttribute("aria-current", "step")
  history.replaceState(history.state, "", "?at=" + at)
  all[at].tabIndex = -1
  all[at].focus({ preventScroll: true })
  all[at].scrollIntoView({ block: "nearest" })
}

// ── the buttons ──
// None of them leads to a page that cannot be had: what is on this one is saved, or kept, and stays.
document.addEventListener("submit", event => {
  const sent = event.target, act = event.submitter?.value ?? ""
  if (sent.id === "answers" && box()?.dataset.quiz) {
    event.preventDefault(); event.stopImmediatePropagation()
    if (act.startsWith("go.") && "steps" in sent.dataset) { show(Number(act.slice(3))); flush() }
    else if (act === "review") review()
    else if (waiting.size) flush()
    else status(words().wordSaved)
    return
  }
  const attempt = /\/attempts\/([0-9a-f-]+)\/submit$/.exec(sent.action)?.[1]
  if (!attempt || !sent.closest("[data-quiz-review]")) return
  event.preventDefault(); event.stopImmediatePropagation()
  if (!bring.busy) bring(sent, event.submitter, attempt)
}, true)
async function review() {
  const own = form().action.replace(/answers$/, "review")
  await flush()
  if (waiting.size) await flush()                                     // what was typed while the first was under way
  try {
    if (waiting.size) throw new TypeError("not there yet")
    await fetch(own, { method: "HEAD", credentials: "same-origin", cache: "no-store" })
    location.assign(own)
  } catch { const panel = document.getElementById("quiz-offline"); panel.hidden = false; panel.querySelector("button").focus() }
}
// what is kept goes in before the whole is handed in; without a line all of it waits together, as assignments do
async function bring(sent, button, attempt) {
  bring.busy = true
  button?.setAttribute("aria-busy", "true")
  const own = sent.action.replace(/\/submit$/, "")
  try {
    const kept = [...stored(attempt)]
    if (kept.length) {
      const response = await post(own + "/answers", kept, sent.elements.csrf?.value)
      // a refusal is about what cannot be had any more, as after the end: handing in says the rest
      if (response.status >= 500 || [401, 403, 429].includes(response.status)) throw response.status
      shelf.removeItem(key(attempt))
    }
    const done = await fetch(sent.action, { method: "POST", body: new URLSearchParams(new FormData(sent)), credentials: "same-origin", headers: { accept: fine } })
    if (done.status === 401) { location.reload(); return }
    if (done.status >= 500 || done.status === 403 || done.status === 429) throw done.status
    location.assign(own)
  } catch { handInLater(attempt, own) }
  button?.removeAttribute("aria-busy")
  bring.busy = false
}
// It waits on this device and goes out from whatever page is open when the line is back (outbox.js).
function handInLater(attempt = box().dataset.quiz, own = form().action.replace(/\/answers$/, "")) {
  const all = [...stored(attempt)], since = Math.max(0, ...all.map(([, one]) => one.typedAt)) || Date.now()
  const { wordSent, wordRefused, wordWaiting } = document.querySelector("[data-word-sent]")?.dataset ?? {}
  hold({ draft: draft(attempt), since, command: uuid(), by: reader(), path: new URL(own, location.href).pathname + "/answers",
    page: new URL(own, location.href).pathname, title: document.querySelector("h1")?.textContent, words: { sent: wordSent, refused: wordRefused },
    fields: [...all.flatMap(([, one]) => one.fields), ["submit", "true"]] })
  if (handedOver(attempt)) waiting.clear()                            // all of it goes out together, and nothing beside it
  const note = document.querySelector("[data-hand-in-note]")
  if (note) note.textContent = wordWaiting
  document.querySelector("[data-hand-in-later]")?.toggleAttribute("hidden", true)
  setTimeout(goOut, 5000)
}
document.addEventListener("click", event => { if (event.target.closest?.("[data-hand-in-later]")) handInLater() })

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
  setTimeout(() => { if (finish.done && !waiting.size && !handedOver(box().dataset.quiz)) over() }, 5300)
}
setInterval(clock, 250); clock()

// ── begin: what this device's clock shows, so that late answers can be judged ──
document.addEventListener("submit", event => { const at = event.target.querySelector("[data-clock]"); if (at) at.value = Date.now() }, true)

// what a crash or a dead line left behind is put back and sent
function restore() {
  if (!box()?.dataset.quiz) return
  for (const [id, one] of stored()) {
    const question = document.querySelector(`[data-question="${CSS.escape(id)}"]`)
    if (question) fill(question, one.fields)
    waiting.set(id, one)
  }
  if (waiting.size) flush()
}
// once for each page of questions, also for one that comes in place of another
let started
function start() {
  if (started === box()) return
  started = box()
  unpack()
  restore()
}
document.addEventListener("stream:applied", start)
start()
