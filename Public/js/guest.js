// A guest's log of study, which lives in this browser alone.
// <div data-guest="path" data-school data-track data-day>: its button marks the day, its undo takes it back; the streak is asked of
// the same page with the days in its address, so that the browser and the server count by one rule.
// <section data-guest-offer="school" data-csrf>: after signing in, sends each day that was kept for that school to the account.
// A day is taken out of the log when the server has it, and never before.
import { parse } from "./stream.js"

const store = "guest-study", version = 1, most = 4000, shown = 400
const uuid = () => crypto.randomUUID()
const isDay = entry => entry && [entry.school, entry.track, entry.tick].every(id => /^[0-9a-f-]{36}$/.test(id)) && /^\d{4}-\d\d-\d\d$/.test(entry.day)

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "null")
    return kept?.v === version && Array.isArray(kept.days) ? kept.days.filter(isDay) : []
  } catch { return [] }
}
// A log of a later version is left as it is: it is somebody's.
function save(days) {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "null")
    if (kept && kept.v !== version) return false
    if (days.length > most) return false
    localStorage.setItem(store, JSON.stringify({ v: version, days }))
    return true
  } catch { return false }
}

// MARK: a day

const same = (entry, { school, track, day }) => entry.school === school && entry.track === track && entry.day === day

function draw(part) {
  const isDone = load().some(entry => same(entry, part.dataset))
  part.querySelector("[data-guest-done]").hidden = isDone
  part.querySelector("[data-guest-finished]").hidden = !isDone
}

async function count(part) {
  const { school, track } = part.dataset
  const days = [...new Set(load().filter(entry => entry.school === school && entry.track === track).map(entry => entry.day))].sort().slice(-shown)
  const response = await fetch(`${part.dataset.guest}?done=${days.join(",")}`, { headers: { accept: "text/html" } }).catch(() => null)
  if (!response?.ok) return                                             // without a line the day stands, and is counted later
  const page = parse(await response.text())
  const [now, then] = [document.getElementById("guest-streak"), page.getElementById("guest-streak")]
  if (now && then) now.replaceChildren(...then.childNodes)
}

function change(part, isDone) {
  const { school, track, day } = part.dataset
  const rest = load().filter(entry => !same(entry, part.dataset))
  const entry = { school, track, day, tick: uuid(), tappedAt: Date.now(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" }
  const isKept = save(isDone ? [...rest, entry] : rest)
  part.querySelector("[data-guest-failed]").hidden = isKept
  if (isKept && isDone) navigator.vibrate?.(30)
  draw(part)
  part.querySelector(isDone ? "[data-guest-undo]" : "[data-guest-done]")?.focus()
  if (isKept) count(part)
}

// MARK: into an account

async function post(path, fields, csrf) {
  const body = new URLSearchParams({ csrf, command: uuid(), ...fields })
  // the answer to a change is a way to another page, which is not gone here
  const response = await fetch(path, { method: "POST", body, credentials: "same-origin", redirect: "manual", headers: { accept: "text/html" } }).catch(() => null)
  return response !== null && (response.type === "opaqueredirect" || response.ok)
}

// Days that went over make the page draw itself anew, which is how the server would show it: without a word of what was done.
const added = new Set()

function tell(offer, isWhole) {
  offer.hidden = false
  offer.querySelector("[data-guest-add]").hidden = isWhole
  offer.querySelector("[data-guest-added]").hidden = !isWhole
  offer.querySelector("[data-guest-waiting]").hidden = isWhole
}

async function add(offer) {
  const school = offer.dataset.guestOffer, csrf = offer.dataset.csrf
  const button = offer.querySelector("[data-guest-add]")
  button.disabled = true
  const mine = load().filter(entry => entry.school === school)
  let isWhole = true
  for (const track of new Set(mine.map(entry => entry.track))) {
    if (!await post(`/study/tracks/${track}/membership`, {}, csrf)) { isWhole = false; continue }
    for (const { day, tick, tappedAt, zone } of mine.filter(entry => entry.track === track)) {
      const isThere = await post(`/study/tracks/${track}/days/${day}/completion`, { tick, tappedAt: String(tappedAt ?? ""), zone: zone ?? "" }, csrf)
      if (isThere) save(load().filter(entry => entry.tick !== tick))
      else isWhole = false
    }
  }
  button.disabled = false
  if (isWhole) added.add(school)
  // the one that was tapped may have given its place to a new one meanwhile
  for (const here of document.querySelectorAll(`[data-guest-offer="${CSS.escape(school)}"]`)) tell(here, isWhole)
}

document.addEventListener("click", event => {
  const part = event.target.closest?.("[data-guest]"), offer = event.target.closest?.("[data-guest-offer]")
  if (part && event.target.closest("[data-guest-done]")) change(part, true)
  if (part && event.target.closest("[data-guest-undo]")) change(part, false)
  if (offer && event.target.closest("[data-guest-add]")) add(offer)
})

function begin() {
  for (const part of document.querySelectorAll("[data-guest]")) { draw(part); count(part) }
  for (const offer of document.querySelectorAll("[data-guest-offer][hidden]")) {
    if (load().some(entry => entry.school === offer.dataset.guestOffer)) offer.hidden = false
    else if (added.has(offer.dataset.guestOffer)) tell(offer, true)
  }
}
document.addEventListener("stream:applied", begin)
begin()
