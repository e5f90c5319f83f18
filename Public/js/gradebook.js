// The gradebook as a sheet: arrows move, typing writes, Enter goes down, a block from a spreadsheet is pasted as it is.
// Cells are bare text; which student and item a cell is about follows from its row and its column.
import { apply, reader, uuid } from "./stream.js"
import { say } from "./toasts.js"
import { pressed } from "./keys.js"
import { shelf as store } from "./shelf.js"

const table = () => document.querySelector("[data-gradebook]")
const first = 2                                                        // before the scores stand the name and the total
const words = () => document.getElementById("gradebook-words")?.dataset ?? {}
const isScore = cell => cell?.tagName === "TD" && cell.cellIndex >= first && table()?.contains(cell)
const rowOf = cell => cell.parentElement
const itemOf = cell => table().tHead.rows[0].cells[cell.cellIndex].dataset.i
let active, anchor, editing

// What a cell says, without the word beside it: that something is missing, what is left of a late score, or what there is to get.
const value = cell => cell.firstChild?.nodeType === Node.TEXT_NODE ? cell.firstChild.data : ""
const noteOf = cell => cell.querySelector("small")?.textContent
function show(cell, text, note) {
  cell.textContent = text
  if (note) cell.append(Object.assign(document.createElement("small"), { textContent: note }))
}

function at(row, column) {
  const rows = table().tBodies[0].rows
  const cells = rows[Math.max(0, Math.min(row, rows.length - 1))].cells
  return cells[Math.max(first, Math.min(column, cells.length - 1))]
}
const place = cell => ({ row: rowOf(cell).sectionRowIndex, column: cell.cellIndex })

function select(to) {
  for (const old of table().querySelectorAll("[aria-selected]")) old.removeAttribute("aria-selected")
  if (!anchor || anchor === to) return
  for (const cell of block()) cell.setAttribute("aria-selected", "true")
}
function* block() {
  const a = place(anchor ?? active), b = place(active)
  for (let row = Math.min(a.row, b.row); row <= Math.max(a.row, b.row); row++)
    for (let column = Math.min(a.column, b.column); column <= Math.max(a.column, b.column); column++) yield at(row, column)
}
function go(cell, extend = false) {
  if (!cell) return
  if (active) active.tabIndex = -1
  active = cell
  if (!extend) anchor = cell
  active.tabIndex = 0
  active.focus({ preventScroll: true })
  active.scrollIntoView({ block: "nearest", inline: "nearest" })
  select(active)
  const open = document.getElementById("gradebook-open")
  if (open) { open.hidden = false; open.href = `${table().dataset.path}/cells/${itemOf(cell)}/${rowOf(cell).dataset.s}` }
}
function move(rows, columns, extend) {
  const { row, column } = place(active)
  go(at(row + rows, column + columns * (document.dir === "rtl" ? -1 : 1)), extend)
}

function edit(cell, text) {
  const input = document.createElement("input")
  const was = value(cell), before = [...cell.childNodes]
  input.value = text ?? was
  input.dir = "ltr"; input.maxLength = 40; input.autocomplete = "off"
  input.setAttribute("aria-label", `${rowOf(cell).cells[0].textContent}, ${table().tHead.rows[0].cells[cell.cellIndex].querySelector("a")?.textContent ?? ""}`)
  cell.replaceChildren(input)
  editing = { cell, input, was, before }
  input.focus()
  if (text === undefined) input.select()
}
function finish(keep) {
  if (!editing) return
  const { cell, input, was, before } = editing
  editing = undefined
  cell.replaceChildren(...before)
  if (keep && input.value.trim() !== was) save([{ cell, typed: input.value.trim(), was }])
}

// One batch after the other, because the second is written over what the first left; what is typed meanwhile is the next batch,
// so that a column typed on a slow line is two sendings and not thirty.
const line = edit => [edit.item, edit.student, edit.typed.replaceAll(/[\t\n]/g, " "), edit.was, "."].join("\t")
let waiting = [], underWay, saved = Promise.resolve()
function save(edits) {
  for (const { cell, typed, was } of edits) {
    const item = itemOf(cell), student = rowOf(cell).dataset.s, earlier = waiting.find(e => e.item === item && e.student === student)
    if (earlier) earlier.typed = typed
    else waiting.push({ cell, item, student, typed, was, note: noteOf(cell) })
  }
  showWaiting()
  status(words().saving)
  if (!underWay) saved = sendAll()
}
function showWaiting() { for (const { cell, typed } of waiting) { cell.textContent = typed; cell.dataset.state = "saving" } }
function bodyOf(edits) {
  const body = new URLSearchParams(new FormData(document.getElementById("gradebook-form")))
  body.set("command", uuid())
  body.set("cells", edits.map(line).join("\n"))
  return body
}
async function sendAll() {
  while (waiting.length) {
    const edits = waiting
    waiting = []
    underWay = bodyOf(edits)
    await send(edits, underWay)
    showWaiting()
  }
  underWay = undefined
}
const post = (body, more) => fetch(document.getElementById("gradebook-form").action, { method: "POST", body, credentials: "same-origin", headers: { accept: "text/vnd.stream+html" }, ...more })
async function send(edits, body) {
  try {
    const answer = await post(body)
    if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/vnd.stream+html")) throw answer
    for (const edit of edits) { delete edit.cell.dataset.state; sent.set(keyOf(edit), edit.typed) }
    status("")
    apply(await answer.text(), { force: true })
    const undo = document.querySelector(`#toasts form[action="${CSS.escape(table().dataset.path)}/undo"] [name=at]`)?.value
    if (undo && undos.at(-1) !== undo) undos.push(undo)
  } catch {
    // what could not be saved stays visible and says so; the cell shows what the server has
    for (const { cell, was, note, typed, item, student } of edits) {
      show(cell, was, note); cell.dataset.state = "refused"; cell.title = `${words().offline} (${typed})`
      told.set(keyOf({ item, student }), { item, student, typed, is: was, why: words().offline })
      const next = waiting.find(e => e.item === item && e.student === student)
      if (next) next.was = was
    }
    status(words().offline)
    say(words().offline)
  }
  keepTold()
}

// What was turned away, or is more than there is to get, stays listed with what was typed and why, also when the page is loaded again.
const keyOf = ({ item, student }) => item + "." + student
const shelf = () => "draft:grade-told-" + table().dataset.path + "@" + (reader() ?? "")
const sent = new Map()
let told = new Map()
function keepTold() {
  try { told.size ? store.setItem(shelf(), JSON.stringify([...told])) : store.removeItem(shelf()) } catch { /* full or forbidden: it is on the page */ }
  showTold()
}
function cellOf({ item, student }) {
  const head = [...table().tHead.rows[0].cells].find(head => head.dataset.i === item)
  return head && [...table().tBodies[0].rows].find(row => row.dataset.s === student)?.cells[head.cellIndex]
}
function showTold() {
  const box = document.getElementById("gradebook-told")
  if (!box) return
  box.hidden = !told.size
  box.querySelector("ul").replaceChildren(...[...told.values()].map(one => {
    const row = document.createElement("li"), cell = cellOf(one), text = document.createElement("span"), act = document.createElement("button")
    const name = cell && rowOf(cell).cells[0].querySelector("bdi")?.textContent, title = cell && table().tHead.rows[0].cells[cell.cellIndex].querySelector("a")?.textContent
    text.dir = "auto"
    text.textContent = [name, title, one.typed].filter(Boolean).join(" · ") + ": " + one.why
    act.type = "button"; act.className = "button button--small"; act.hidden = !cell
    act.textContent = one.mend ? words().mend.replace("#", one.mend) : words().again
    act.addEventListener("click", () => {
      // on a phone the cells are not there: the column's own page is
      if (!isShown(cell)) { location.assign(table().tHead.rows[0].cells[cell.cellIndex].querySelector("a").href); return }
      go(cell)
      if (one.mend) save([{ cell, typed: one.mend, was: value(cell) }])
      else edit(cell, one.typed)
    })
    row.className = "cluster cluster--between"
    row.append(text, act)
    if (cell && !one.mend) { cell.dataset.state = "refused"; cell.title = `${one.why} (${one.typed})` }
    return row
  }))
}
document.addEventListener("click", event => { if (event.target.closest?.("[data-told-away]") && table()) { told.clear(); keepTold() } })

// Ctrl/⌘ and Z take back what was saved last, as the word about it would.
const undos = []
async function undo() {
  await saved
  const at = undos.pop()
  if (!at) return
  const body = new URLSearchParams(new FormData(document.getElementById("gradebook-form")))
  body.set("command", uuid()); body.set("at", at)
  try {
    const answer = await fetch(table().dataset.path + "/undo", { method: "POST", body, credentials: "same-origin", headers: { accept: "text/vnd.stream+html" } })
    if (!answer.headers.get("content-type")?.startsWith("text/vnd.stream+html")) throw answer
    apply(await answer.text(), { force: true })
  } catch { undos.push(at); status(words().offline); say(words().offline) }
}
// what the word's own button took back is not taken back once more
document.addEventListener("form:done", event => {
  const at = event.detail.elements.at?.value
  if (undos.includes(at)) undos.splice(undos.indexOf(at), 1)
})
// Who leaves at once takes all of it along: the browser drops what is on its way, and its own name makes it once. More than a page
// may send on its way out (64 KiB) has to be waited for.
const small = () => !underWay || underWay.toString().length + (waiting.length ? bodyOf(waiting).toString().length : 0) < 60000
addEventListener("pagehide", () => {
  finish(true)
  if (!underWay || !small()) return
  post(underWay, { keepalive: true }).catch(() => {})
  if (waiting.length) post(bodyOf(waiting), { keepalive: true }).catch(() => {})
})
addEventListener("beforeunload", event => { if (!small()) event.preventDefault() })
function status(text) { const line = document.getElementById("gradebook-status"); if (line) line.textContent = text ?? "" }

function paste(text) {
  const rows = text.replace(/\r/g, "").replace(/\n$/, "").split("\n").map(line => line.split("\t"))
  const from = place(active), edits = []
  const width = table().tHead.rows[0].cells.length, height = table().tBodies[0].rows.length
  // one value into a selection fills it
  if (rows.length === 1 && rows[0].length === 1 && anchor !== active) return fill(rows[0][0])
  let beyond = 0
  rows.forEach((line, down) => line.forEach((typed, right) => {
    if (from.row + down >= height || from.column + right >= width) { if (typed.trim()) beyond++; return }
    const cell = at(from.row + down, from.column + right)
    if (value(cell) !== typed.trim()) edits.push({ cell, typed: typed.trim(), was: value(cell) })
  }))
  if (edits.length) save(edits)
  // what has no place in the sheet is counted, after the word about the rest
  if (beyond) saved.then(() => { const text = words().beyond.replace("#", beyond); status(text); say(text) })
}
function fill(typed) {
  const edits = [...block()].filter(cell => value(cell) !== typed).map(cell => ({ cell, typed, was: value(cell) }))
  if (edits.length) save(edits)
}

// What the server says of a cell, and whether there is something to look at again. The live line says the same once more, before or
// after the answer to whoever wrote: a word about a cell that is as it was when it was judged takes no judgement away.
function judge(one, cell) {
  const key = { item: one.dataset.i, student: one.dataset.s }, typed = sent.get(keyOf(key)), before = told.get(keyOf(key)), is = one.value
  sent.delete(keyOf(key))
  if (one.dataset.kind !== "now") told.set(keyOf(key), { ...key, typed, is, why: one.title })
  else if (typed !== undefined && one.dataset.mend) told.set(keyOf(key), { ...key, typed, is, why: one.dataset.over, mend: one.dataset.mend })
  else if (typed === undefined && before && before.is === is) return
  else told.delete(keyOf(key))
  if (one.dataset.kind === "now") delete cell.dataset.state
  else { cell.dataset.state = one.dataset.kind; status(one.title) }
}
function news() {
  const feed = document.getElementById("gradebook-feed"), sheet = table()
  if (!sheet || !feed?.childElementCount) return
  const rows = new Map([...sheet.tBodies[0].rows].map(row => [row.dataset.s, row]))
  const columns = new Map([...sheet.tHead.rows[0].cells].map(head => [head.dataset.i, head.cellIndex]))
  for (const one of feed.children) {
    const row = rows.get(one.dataset.s), cell = row?.cells[one.dataset.kind === "total" ? 1 : columns.get(one.dataset.i) ?? -1]
    if (!cell) continue
    if (one.dataset.kind === "total") { cell.textContent = one.value; continue }
    if (editing?.cell === cell) { cell.dataset.state = "conflict"; cell.title = words().conflict; continue }
    show(cell, one.value, one.dataset.note)
    cell.className = one.className
    cell.title = one.title
    judge(one, cell)
  }
  feed.replaceChildren()
}

document.addEventListener("keydown", event => {
  if (event.isComposing || !table()) return
  const does = pressed(event, "sheet")
  if (editing && event.target === editing.input) {
    const steps = { enter: [event.shiftKey ? -1 : 1, 0], next: [0, event.shiftKey ? -1 : 1], down: [1, 0], up: [-1, 0] }[does]
    if (does === "cancel") { const { cell } = editing; finish(false); go(cell) }
    else if (steps) { const { cell } = editing; finish(true); active = cell; does === "next" ? go(at(place(cell).row, place(cell).column + steps[1])) : move(...steps) }
    else return
    event.preventDefault()
    return
  }
  if (!isScore(event.target)) return
  const moves = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], "page-down": [15, 0], "page-up": [-15, 0] }[does]
  if (moves) move(...moves, event.shiftKey)
  else if (does === "first") go(at(place(active).row, first))
  else if (does === "last") go(at(place(active).row, Infinity))
  else if (does === "fill") fill(value(anchor ?? active))
  else if (does === "undo" && !event.shiftKey) undo()
  else if (event.ctrlKey || event.metaKey || event.altKey) return
  else if (does === "enter" || does === "edit") edit(active)
  else if (does === "clear") fill("")
  else if (event.key.length === 1 && event.key !== " ") edit(active, event.key)
  else return
  event.preventDefault()
  event.stopPropagation()
})
document.addEventListener("click", event => { const cell = event.target.closest?.("td"); if (isScore(cell) && !cell.querySelector("input")) { finish(true); go(cell, event.shiftKey) } })
document.addEventListener("dblclick", event => { const cell = event.target.closest?.("td"); if (isScore(cell) && !editing) { event.preventDefault(); edit(cell) } })
document.addEventListener("focusout", event => { if (editing && event.target === editing.input) setTimeout(() => { if (editing && document.activeElement !== editing.input) finish(true) }) })
document.addEventListener("paste", event => { if (editing || !isScore(document.activeElement)) return; event.preventDefault(); paste(event.clipboardData.getData("text/plain")) })
document.addEventListener("copy", event => {
  if (editing || !isScore(document.activeElement)) return
  const lines = new Map()
  for (const cell of block()) lines.set(rowOf(cell), [...lines.get(rowOf(cell)) ?? [], value(cell)])
  event.clipboardData.setData("text/plain", [...lines.values()].map(line => line.join("\t")).join("\n"))
  event.preventDefault()
})
document.addEventListener("stream:applied", () => { news(); begin() })

// On a phone the heads are a strip of links to the columns' own pages, and the cells are not there.
const isShown = cell => cell.getClientRects().length > 0
let begun
// one stop for the Tab key in the whole sheet
function begin() {
  const sheet = table()
  if (!sheet || begun === sheet && (active?.isConnected ?? true) || !sheet.tBodies[0]?.rows.length || sheet.tHead.rows[0].cells.length <= first) return
  begun = sheet
  const open = document.getElementById("gradebook-open")
  if (open) open.hidden = true                                       // it was about a cell of the table before
  if (isShown(at(0, first))) {
    sheet.setAttribute("role", "grid")
    active = anchor = at(0, first)
    active.tabIndex = 0
    document.querySelector(".gradebook")?.removeAttribute("tabindex")
  } else {
    // the strip begins at the newest column that has scores: that one is being filled
    const heads = [...sheet.tHead.rows[0].cells].filter(head => head.querySelector(".picture"))
    heads.at(-1)?.scrollIntoView({ block: "nearest", inline: "center" })
  }
  try { told = new Map(JSON.parse(store.getItem(shelf()) ?? "[]")) } catch { told = new Map() }
  showTold()
}
begin()
