// A conversation: what is sent is kept first and shown second, goes out in order, and is one element however often it is
// sent or heard. History loads upwards, and from a part of it downwards; the end is kept only for those who are at it; who is typing goes away by itself.
import "./uploads.js"                                                  // which has a word before this, when files are on their way
import { parse, uuid } from "./stream.js"
import { soon } from "./refresh.js"
import { flush, hold, message, release, retry, stateOf, waiting } from "./outbox.js"
import { pressed } from "./keys.js"

const talk = () => document.getElementById("talk"), scroller = () => document.getElementById("talk-scroll")
const listOf = id => document.getElementById("messages-" + id), meta = name => document.querySelector(`meta[name="${name}"]`)?.content ?? ""
const byNumber = row => Number(row.dataset.number) || Infinity

// ——— what only this reader can know: which are mine, where a day or a run begins, who has read ———
const known = new WeakSet()
function settle() {
  const here = talk()
  if (!here) return
  const list = listOf(here.dataset.talk) ?? here.querySelector(".talk__list"), me = here.dataset.me
  const rows = [...list.querySelectorAll(".bubble")]
  for (let i = 1; i < rows.length; i++)                                // a late one goes where its number says
    if (byNumber(rows[i]) < byNumber(rows[i - 1])) { rows.sort((a, b) => byNumber(a) - byNumber(b)); list.append(...rows); break }
  const reads = (document.getElementById("reads-" + here.dataset.talk)?.dataset.reads ?? "").split(" ").filter(r => r && !r.startsWith(me))
  const seen = reads.length ? Math.min(...reads.map(r => Number(r.split(":")[1]))) : 0
  let before, mine
  for (const row of rows) {
    const own = row.dataset.by === me, day = row.dataset.day, pending = !row.dataset.number
    row.toggleAttribute("data-mine", own)
    row.toggleAttribute("data-opens-day", !pending && before?.dataset.day !== day)
    row.toggleAttribute("data-opens-run", pending ? before?.dataset.by !== row.dataset.by
      : before?.dataset.day !== day || before.dataset.by !== row.dataset.by || row.dataset.at - before.dataset.at > 300000)
    row.removeAttribute("data-tail")
    if (own && !pending) { row.dataset.state = byNumber(row) <= seen ? "read" : "sent"; mine = row }
    if (!known.has(row)) { known.add(row); if ("fresh" in row.dataset) document.getElementById("typist-" + row.dataset.by)?.remove() }
    before = row
  }
  mine?.setAttribute("data-tail", "")
}

// ——— what waits in the outbox ———
const kept = () => waiting().filter(entry => entry.kind === "message")
function show(entry) {
  const here = talk()
  if (here?.dataset.path !== entry.path || document.getElementById(entry.draft)) return
  const list = listOf(here.dataset.talk), template = document.getElementById("bubble-pending")
  if (!list || !template) return
  const row = template.content.firstElementChild.cloneNode(true)
  row.id = entry.draft
  row.querySelector(".bubble__text").textContent = entry.fields[0][1] || entry.names.join(", ")
  list.append(row)
  settle()
  end()
}
// As it stands: on its way, or not sent, with why where the server said so.
function mark(entry, state = stateOf(entry), why = "") {
  const row = document.getElementById(entry.draft)
  if (!row || row.dataset.number || !state) return
  row.dataset.state = state === "sending" ? "sending" : "failed"
  row.querySelector(".bubble__why").textContent = why
}
document.addEventListener("outbox:state", ({ detail: { entry, state, why } }) => { if (entry.kind === "message" && state !== "sent") mark(entry, state, why) })

document.addEventListener("submit", event => {
  const form = event.target
  if (form.id !== "composer") return
  const field = form.elements.text, text = field.value.trim()
  const uploads = [...form.querySelectorAll("input[name=upload]")].map(i => i.value)
  if ([...form.querySelectorAll(".uploads__row progress")].length) return   // uploads.js waits for them and asks again
  event.preventDefault(); event.stopImmediatePropagation()
  if (!text && !uploads.length) { field.focus(); return }
  if ([...text].length > Number(field.dataset.most)) { field.setCustomValidity(field.dataset.wordLong); field.reportValidity(); return }
  const entry = message(uuid(), talk().dataset.path, text, uploads, [...form.querySelectorAll(".uploads__row bdi")].map(b => b.textContent))
  if (!entry.by || !hold(entry)) { form.submit(); return }                           // nothing can be kept here: the plain way
  show(entry)
  form.reset()
  form.querySelector(".uploads")?.replaceChildren()
  form.querySelector("details")?.removeAttribute("open")
  document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
  // in an old part of the talk it could not be seen: it is sent from the latest
  if (!("end" in talk().dataset)) { location.assign(talk().dataset.path); return }
  field.focus()
  flush()
}, true)
document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-retry], [data-drop]"), row = button?.closest(".bubble")
  if (!row) return
  if (button.matches("[data-drop]")) { release({ draft: row.id }); row.remove(); settle() }
  else retry(row.id)
})
document.addEventListener("keydown", event => {
  if (pressed(event, "writing") === "send" && !event.isComposing && event.target.form?.id === "composer") { event.preventDefault(); event.target.form.requestSubmit() }
})
// ——— the end, for those who are at it ———
let near = true
const end = () => { const box = scroller(); if (box) { box.scrollTop = 0; near = true; below() } }
document.addEventListener("scroll", event => { if (event.target === scroller()) { near = event.target.scrollTop > -100; below(); if (event.target.scrollHeight + event.target.scrollTop - event.target.clientHeight < 300) earlier(); if (event.target.scrollTop > -300) later() } }, true)

// Who reads further up is told that something was said, and stays where they are until they tap it.
let lastShown = 0
function below() {
  const here = talk(), chip = here?.querySelector("[data-below]")
  if (!chip) return
  const last = Math.max(0, ...[...here.querySelectorAll(".bubble[data-number]")].map(byNumber))
  if (near || !lastShown) { lastShown = last; chip.hidden = true; return }
  if (last > lastShown) chip.hidden = !("end" in here.dataset)
}
document.addEventListener("click", event => { if (event.target.closest?.("[data-below]")) { end(); scroller()?.focus({ preventScroll: true }) } })

// ——— history, upwards ———
let loading = false
async function earlier() {
  const link = document.querySelector("[data-earlier]"), list = link?.closest("ol")
  if (!link || loading) return
  loading = true
  try {
    const response = await fetch(link.href, { headers: { accept: "text/html" }, credentials: "same-origin" })
    if (!response.ok) return
    const rows = [...parse(await response.text()).querySelectorAll(".talk__list > :is(.bubble, #talk-earlier)")].filter(r => r.id === "talk-earlier" || !document.getElementById(r.id))
    const box = scroller(), from = box.scrollTop
    link.closest("li").replaceWith(...rows.map(r => document.adoptNode(r)))
    if (box.scrollTop !== from) box.scrollTop = from                   // counted from the end, so nothing jumps
    settle()
    document.dispatchEvent(new CustomEvent("history:loaded"))
  } catch { /* the link is still there */ } finally { loading = false }
}
document.addEventListener("click", event => {
  if (event.target.closest?.("[data-earlier]")) { event.preventDefault(); earlier() }
  else if (event.target.closest?.("[data-later]")) { event.preventDefault(); later() }
})

// ——— and downwards, from a part that has no end ———
async function later() {
  const link = document.querySelector("[data-later]"), list = link?.closest("ol"), here = talk()
  if (!link || loading) return
  loading = true
  try {
    const response = await fetch(link.href, { headers: { accept: "text/html" }, credentials: "same-origin" })
    if (!response.ok || response.redirected) return
    const rows = [...parse(await response.text()).querySelectorAll(".talk__list > :is(.bubble, #talk-later)")].filter(r => r.id === "talk-later" || !document.getElementById(r.id))
    const box = scroller(), top = box.scrollHeight + box.scrollTop
    link.closest("li").replaceWith(...rows.map(r => document.adoptNode(r)))
    box.scrollTop = top - box.scrollHeight                             // what is looked at stays where it is
    near = box.scrollTop > -100
    settle()
    if (document.getElementById("talk-later")) return
    // the end is here: from now on it is the talk itself, with what was said in between
    list.id = "messages-" + here.dataset.talk
    here.dataset.end = ""
    merge()
  } catch { /* the link is still there */ } finally { loading = false }
}

// What was loaded upwards is asked for again portion by portion, as far as it is shown: a word far up may be another by now.
const mostPortions = 40                                               // two thousand messages; who has read further up reloads
async function mergeUpwards(list, page) {
  for (let portions = 0; portions < mostPortions; portions++) {
    const href = page.querySelector("[data-earlier]")?.getAttribute("href"), before = Number(new URL(href ?? "", location.href).searchParams.get("before"))
    const shown = [...list.querySelectorAll(".bubble[data-number]")].some(row => byNumber(row) < before)
    if (!href || !shown) return
    const response = await fetch(href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" })
    if (!response.ok || response.redirected) return
    page = parse(await response.text())
    for (const row of page.querySelectorAll(".talk__list > .bubble")) document.getElementById(row.id)?.replaceWith(document.adoptNode(row))
  }
}

// The line was down for longer than the server remembers: what is new is put to what is here, so that neither the place nor
// a half-written word is lost.
async function merge() {
  const here = talk()
  try {
    const response = await fetch(here.dataset.path, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" })
    if (response.status >= 500) throw response.status
    if (!response.ok || response.redirected) { location.reload(); return }
    const fresh = parse(await response.text()), list = listOf(here.dataset.talk), rows = [...fresh.querySelectorAll(".talk__list > .bubble")]
    const last = Math.max(0, ...[...list.querySelectorAll(".bubble[data-number]")].map(byNumber))
    if (rows.length && byNumber(rows[0]) > last + 1) { location.reload(); return }       // too much for this page
    for (const row of rows) { const old = document.getElementById(row.id); document.adoptNode(row); if (old) old.replaceWith(row); else list.append(row) }
    for (const id of ["reads-" + here.dataset.talk, "talk-foot"]) {
      const old = document.getElementById(id), now = fresh.getElementById(id)
      if (old && (id.startsWith("reads") || !now)) { if (now) old.replaceWith(document.adoptNode(now)); else location.reload() }
    }
    fillBeside(fresh)
    document.dispatchEvent(new CustomEvent("stream:applied"))
    await mergeUpwards(list, fresh)
    document.dispatchEvent(new CustomEvent("stream:applied"))
  } catch { setTimeout(() => { if (here.isConnected) merge() }, soon()) }
}
document.addEventListener("page:refresh", event => { if (talk() && listOf(talk().dataset.talk)) { event.preventDefault(); merge() } })

// ——— reading ———
let told = 0, timer
function see() {
  const here = talk()
  if (!here || !("end" in here.dataset) || document.visibilityState === "hidden") return
  const last = Math.max(0, ...[...here.querySelectorAll(".bubble[data-number]")].map(byNumber))
  const mine = document.getElementById("reads-" + here.dataset.talk)?.dataset.reads.split(" ").find(r => r.startsWith(here.dataset.me))
  if (last <= Math.max(told, Number(mine?.split(":")[1] ?? 0))) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    told = last
    fetch(here.dataset.path + "/read", { method: "POST", credentials: "same-origin", keepalive: true,
      body: new URLSearchParams({ csrf: meta("csrf"), number: last }), headers: { accept: "text/vnd.stream+html" } })
      .then(r => { if (!r.ok) told = 0 }).catch(() => { told = 0 })
  }, 300)
}
document.addEventListener("visibilitychange", see)
addEventListener("focus", see)

// ——— typing ———
let said = 0
document.addEventListener("input", event => {
  const field = event.target
  if (field.form?.id !== "composer" || field.name !== "text") return
  field.setCustomValidity("")
  if (!field.value.trim() || Date.now() - said < 3000) return
  said = Date.now()
  fetch(talk().dataset.path + "/typing", { method: "POST", credentials: "same-origin", body: new URLSearchParams({ csrf: meta("csrf") }), headers: { accept: "text/vnd.stream+html" } }).catch(() => {})
})
const typists = new Map()
function typing() {
  for (const row of document.querySelectorAll("[data-typist]")) {
    const who = row.dataset.typist
    if (who === talk()?.dataset.me) { row.remove(); continue }
    if (typists.get(who)?.row === row) continue
    clearTimeout(typists.get(who)?.timer)
    typists.set(who, { row, timer: setTimeout(() => { row.remove(); typists.delete(who) }, 5000) })
  }
}

// ——— the list: what is newest is on top ———
function order() {
  const list = document.getElementById("talk-list"), me = list?.closest("[data-talks]")?.dataset.me
  if (!list) return
  const at = row => Number(row.querySelector("[data-at]")?.dataset.at ?? 0), rows = [...list.children]
  for (const row of rows) {
    const line = row.querySelector("[data-number]"), number = Number(line?.dataset.number ?? 0)
    // what is open is being read
    if (row.dataset.seen !== undefined && number > Number(row.dataset.seen) && line.dataset.by !== me && !row.hasAttribute("aria-current")) row.dataset.unread = ""
    row.dataset.seen = number
  }
  if (rows.some((row, i) => i && at(row) > at(rows[i - 1]))) list.append(...rows.sort((a, b) => at(b) - at(a)))
}

// ——— the list beside a conversation ———
const beside = () => document.getElementById("talks-beside")
function fillBeside(page) {
  const old = document.getElementById("talks-list"), now = page.getElementById("talks-list")
  if (!old || !now) return
  const top = old.scrollTop
  old.replaceWith(document.adoptNode(now))
  now.scrollTop = top
}
// A conversation that has just begun has no line here yet, and one that was read elsewhere keeps its dot: the bars know better.
let asking, answered
const differs = () => {
  const isOn = Boolean(document.querySelector("#side-dot-messages[data-on]")), isMarked = Boolean(beside()?.querySelector("li[data-unread]:not(:has(.cell__trail > .icon))"))
  return isOn === isMarked ? "" : isOn ? "on" : "off"
}
function compare() {
  if (!beside() || asking) return
  if (!differs()) { answered = ""; return }
  asking = setTimeout(async () => {                                    // what is being read here is read in a moment
    const how = differs()
    try {
      if (!how || how === answered) return
      const response = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" })
      if (!response.ok || response.redirected) return
      fillBeside(parse(await response.text()))
      order()
      answered = differs()                                             // one that is far down the list is not asked for again
    } catch { /* the next word brings it */ } finally { asking = undefined }
  }, 1500)
}
// The list stays where it was scrolled to when another of its conversations is opened.
const place = "talks-top"
document.addEventListener("click", event => { if (beside()?.contains(event.target)) sessionStorage.setItem(place, document.getElementById("talks-list")?.scrollTop ?? 0) })
function recall() {
  const list = document.getElementById("talks-list"), current = list?.querySelector("[aria-current]")
  if (!list) return
  list.scrollTop = Number(sessionStorage.getItem(place) ?? 0)
  const row = current?.getBoundingClientRect(), room = list.getBoundingClientRect()
  if (row && (row.top < room.top || row.bottom > room.bottom)) list.scrollTop += row.top - room.top - room.height / 3
}

// ——— the keyboard of a phone ———
const port = globalThis.visualViewport, low = matchMedia("(pointer: coarse) and (max-height: 30rem)")
function keyboard() {
  const here = talk()
  if (!here || !port) return
  const hidden = Math.max(0, innerHeight - port.height - port.offsetTop)
  document.documentElement.style.setProperty("--keyboard", (hidden > 80 ? hidden : 0) + "px")
  here.toggleAttribute("data-keyboard", hidden > 80 || innerHeight < screen.height * 0.65 || low.matches)
  if (near) end()
}
port?.addEventListener("resize", keyboard)

const restore = () => { for (const entry of kept()) { show(entry); mark(entry, entry.refused ? "refused" : stateOf(entry)) } }
document.addEventListener("stream:applied", () => { settle(); typing(); order(); if (near) end(); else below(); see(); compare() })
restore(); settle(); order(); recall(); keyboard(); below(); see()
if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" })
// what is before one's eyes already scrolls no more
if (scroller()?.scrollTop > -300) later()
