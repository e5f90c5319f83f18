// Making a quiz: rows that come and go, questions that are dragged or moved by arrow keys. Each has a button that does it without a script.
import { pressed } from "./keys.js"

function number(list) { return Math.max(0, ...[...list.querySelectorAll("[name]")].map(f => Number(f.name.split(".")[1] ?? f.value) || 0)) + 1 }
function room(rows) {
  const list = rows.querySelector("[data-rows-list]"), add = rows.querySelector("[data-rows-add]")
  if (add) add.disabled = list.children.length >= Number(rows.dataset.most)
}
document.addEventListener("click", event => {
  const add = event.target.closest("[data-rows-add]"), drop = event.target.closest("[data-rows-drop]")
  const rows = (add ?? drop)?.closest("[data-rows]")
  if (!rows) return
  event.preventDefault()
  const list = rows.querySelector("[data-rows-list]")
  if (drop) {
    const row = drop.closest("[data-rows-row]"), next = row.nextElementSibling ?? row.previousElementSibling
    if (list.children.length > 1) { row.remove(); next?.querySelector("input")?.focus() }
  } else if (list.children.length < Number(rows.dataset.most)) {
    const next = number(list), row = document.importNode(rows.querySelector("template").content, true)
    for (const part of row.querySelectorAll("*")) for (const attribute of ["name", "value", "id"]) {
      const text = part.getAttribute(attribute)
      if (text?.includes("NUMBER")) part.setAttribute(attribute, text.replace("NUMBER", next))
    }
    list.append(row)
    list.lastElementChild.querySelector("input:not([type=radio], [type=checkbox])")?.focus()
  }
  room(rows)
})

// ── pictures of a question: chosen, pasted or dropped; they go into the text where the hand was last ──
const shelfOf = field => field?.form?.querySelector("[data-pictures]")
const holdsPictures = field => /^(text|explanation|notes|(option|left)\.\d+)$/.test(field?.name ?? "")
let spot
function aim(field) {
  const put = shelfOf(field)?.querySelector("[name=put]")
  if (!holdsPictures(field)) return
  spot = field
  if (!put) return
  // a row that was added since has no choice of its own yet
  if (![...put.options].some(one => one.value === field.name)) put.add(new Option(field.getAttribute("aria-label") ?? field.name, field.name))
  put.value = field.name
}
function offer(shelf, files) {
  const input = shelf.querySelector("input[type=file]"), picture = [...files].find(file => file.type.startsWith("image/"))
  if (!input || !picture) return false
  const box = new DataTransfer()
  box.items.add(picture)
  input.files = box.files
  shelf.open = true
  shelf.querySelector("[name=about]").focus()
  return true
}
document.addEventListener("focusin", event => aim(event.target))
document.addEventListener("paste", event => {
  const shelf = shelfOf(event.target), data = event.clipboardData
  // words that come with a picture of themselves, as from a sheet, are meant as words
  if (shelf && data?.files.length && !data.types.includes("text/plain") && offer(shelf, data.files)) event.preventDefault()
})
const below = event => (event.target.form ?? event.target.closest?.("form"))?.querySelector("[data-pictures]")
document.addEventListener("dragover", event => { if (event.dataTransfer?.types.includes("Files") && below(event)) event.preventDefault() })
document.addEventListener("drop", event => {
  const shelf = below(event), files = event.dataTransfer?.files
  if (!shelf || !files?.length || event.target.type === "file") return
  event.preventDefault()
  aim(event.target)
  offer(shelf, files)
})
document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-put]"), form = button?.form
  if (!form) return
  const field = spot?.isConnected && spot.form === form ? spot : form.elements.text
  field.setRangeText(button.dataset.put, field.selectionStart, field.selectionEnd, "end")
  field.focus()
  field.dispatchEvent(new Event("input", { bubbles: true }))
})

// ── order ──
const rowsOf = list => [...list.querySelectorAll(":scope > .sortable__row")]
let dragged, moves = Promise.resolve()
// one after the other: each names a place, and the last one pressed is the one that is meant
function move(row, place) { moves = moves.then(() => put(row, place)) }
async function put(row, place) {
  const form = document.getElementById("arrange")
  if (!form) return
  const body = new URLSearchParams({ act: "place", place, csrf: form.elements.csrf?.value ?? "" })
  const response = await fetch(row.dataset.sort, { method: "POST", body, headers: { accept: "application/json" }, credentials: "same-origin" }).catch(() => null)
  if (!response?.ok) location.reload()
}
function settle(list) {
  const rows = rowsOf(list)
  rows.forEach((row, place) => {
    const shown = row.querySelector(".sortable__number")
    if (shown) shown.textContent = new Intl.NumberFormat(document.documentElement.lang === "ar" ? "ar-u-nu-latn" : document.documentElement.lang).format(place + 1)
    row.querySelector(".sortable__up")?.toggleAttribute("disabled", place === 0)
    row.querySelector(".sortable__down")?.toggleAttribute("disabled", place === rows.length - 1)
  })
}
// the buttons up and down keep the hand where it is: on the button, or where it can do nothing more on the other one
document.addEventListener("click", event => {
  const button = event.target.closest?.(".sortable__up, .sortable__down"), row = button?.closest(".sortable__row")
  if (!row) return
  event.preventDefault()
  const up = button.matches(".sortable__up"), other = up ? row.previousElementSibling : row.nextElementSibling
  if (!other) return
  up ? other.before(row) : other.after(row)
  settle(row.parentElement)
  const next = button.disabled ? row.querySelector(up ? ".sortable__down" : ".sortable__up") : button
  next.focus()
  move(row, rowsOf(row.parentElement).indexOf(row))
})
// by pointer, so that fingers can, too (and buttons cannot be dragged in Firefox)
document.addEventListener("pointerdown", event => {
  const grip = event.target.closest?.("[data-sort-grip]"), row = grip?.closest(".sortable__row")
  if (!row || event.button > 0) return
  dragged = { row, from: rowsOf(row.parentElement).indexOf(row) }
  row.dataset.dragged = ""
  grip.setPointerCapture(event.pointerId)
})
document.addEventListener("pointermove", event => {
  if (!dragged) return
  const { row } = dragged, other = document.elementFromPoint(row.getBoundingClientRect().left + 8, event.clientY)?.closest(".sortable__row")
  if (!other || other === row || other.parentElement !== row.parentElement) return
  const box = other.getBoundingClientRect()
  event.clientY > box.top + box.height / 2 ? other.after(row) : other.before(row)
})
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => {
  if (!dragged) return
  const { row, from } = dragged, place = rowsOf(row.parentElement).indexOf(row)
  delete row.dataset.dragged; dragged = undefined
  settle(row.parentElement)
  if (place !== from) move(row, place)
})
document.addEventListener("keydown", event => {
  const grip = event.target.closest?.("[data-sort-grip]"), row = grip?.closest(".sortable__row"), does = row && pressed(event, "order")
  if (!does) return
  event.preventDefault()
  const other = does === "up" ? row.previousElementSibling : row.nextElementSibling
  if (!other) return
  does === "up" ? other.before(row) : other.after(row)
  grip.focus()
  settle(row.parentElement)
  move(row, rowsOf(row.parentElement).indexOf(row))
})
