// <div data-drawing>: a canvas to draw on. What was drawn is kept as strokes, so that undo goes back as far as one likes, a reload loses
// nothing, and a window of another size changes nothing. It becomes a picture on white paper when it is saved, with its strokes beside it
// as far as there is room for them (as OwnFilesStrokes.swift has it): so it is drawn on elsewhere, from [data-from].
import { pressed } from "./keys.js"
import { named, once, runs, saveFiles, tell } from "./making.js"
import { shelf } from "./shelf.js"
import { reader } from "./stream.js"

const wide = [1600, 1200], mostPoints = 60000, nearest = 3, lineGap = 60
const widths = { thin: 4, medium: 10, thick: 26 }
const beside = { bytes: 262144, points: 20000, acts: 5000 }
const draft = from => `draft:drawing${from ? ":" + from : ""}@${reader() ?? ""}`

const fits = shape => Array.isArray(shape) && shape.length === 2 && shape.every(side => wide.includes(side))
const isStroke = act => act?.clear === true || (typeof act?.pen === "string" && act.width in widths && Array.isArray(act.points) && act.points.every(Number.isFinite))
const isDrawing = read => read && fits(read.shape) && Array.isArray(read.acts) && read.acts.every(isStroke)
function kept(name) {
  try {
    const read = JSON.parse(shelf.getItem(name) ?? "null")
    return isDrawing(read) ? read : undefined
  } catch { return undefined }
}
async function fetched(path) {
  try {
    const answer = await fetch(path, { credentials: "same-origin" }), read = answer.ok ? await answer.json() : undefined
    return isDrawing(read) ? read : undefined
  } catch { return undefined }
}

async function drawing(part) {
  const get = name => part.querySelector(`[data-${name}]`), canvas = get("canvas"), view = canvas.getContext("2d")
  const from = get("from")?.dataset.from, name = draft(from), here = kept(name)
  // What was begun on it here and not saved is newer than what the school has.
  const known = here ?? (from ? await fetched(from) : undefined)
  if (!part.isConnected) return
  if (from && !known) {
    for (const control of part.querySelectorAll(".js-only button, .js-only input")) control.disabled = true
    return say("Unread")
  }
  const shape = known?.shape ?? (innerHeight > innerWidth ? [...wide].reverse() : wide)
  let acts = known?.acts ?? [], undone = [], paper = known?.paper ?? "blank", now, waiting, isKept = !!here
  ;[canvas.width, canvas.height] = shape
  const ink = Object.assign(document.createElement("canvas"), { width: shape[0], height: shape[1] }), pen = ink.getContext("2d")
  const chosen = name => part.querySelector(`input[name=${name}]:checked`)?.value
  const colour = name => getComputedStyle(part.querySelector(`[data-colour=${CSS.escape(name)}]`) ?? part).backgroundColor

  function segment(stroke, at) {
    const points = stroke.points, before = Math.max(0, at - 3)
    pen.globalCompositeOperation = stroke.pen === "eraser" ? "destination-out" : "source-over"
    pen.strokeStyle = pen.fillStyle = stroke.pen === "eraser" ? "black" : colours.get(stroke.pen) ?? "black"
    pen.lineCap = pen.lineJoin = "round"
    pen.lineWidth = widths[stroke.width] * (stroke.pen === "eraser" ? 2 : 1) * points[at + 2] / 100
    pen.beginPath()
    pen.moveTo(points[before], points[before + 1])
    pen.lineTo(points[at], points[at + 1])
    pen.stroke()
  }
  const colours = new Map([...part.querySelectorAll("[data-colour]")].map(dot => [dot.dataset.colour, colour(dot.dataset.colour)]))
  function rule() {
    if (paper === "blank") return
    view.strokeStyle = colours.get("rule") ?? "silver"
    view.lineWidth = 3
    view.beginPath()
    for (let y = lineGap; y < shape[1]; y += lineGap) { view.moveTo(0, y); view.lineTo(shape[0], y) }
    if (paper === "squares") for (let x = lineGap; x < shape[0]; x += lineGap) { view.moveTo(x, 0); view.lineTo(x, shape[1]) }
    view.stroke()
  }
  function show() {
    waiting = undefined
    view.fillStyle = colours.get("paper") ?? "white"
    view.fillRect(0, 0, ...shape)
    rule()
    view.drawImage(ink, 0, 0)
  }
  const soon = () => { waiting ??= requestAnimationFrame(show) }
  const visible = () => acts.slice(acts.findLastIndex(act => act.clear) + 1)
  function redraw() {
    pen.globalCompositeOperation = "source-over"
    pen.clearRect(0, 0, ...shape)
    for (const stroke of visible()) for (let at = 0; at < stroke.points.length; at += 3) segment(stroke, at)
    soon()
    buttons()
  }
  function buttons() {
    const isEmpty = !visible().length
    get("undo").disabled = !acts.length
    get("redo").disabled = !undone.length
    get("clear").disabled = get("save").disabled = isEmpty
    part.dataset.strokes = visible().length
  }
  function say(word) { get("said").textContent = part.dataset["word" + word] }
  // undone strokes are not kept: a reload is no way to redo
  function keep() {
    try { shelf.setItem(name, JSON.stringify({ shape, paper, acts })); isKept = true } catch { isKept = false }
    get("said").textContent = isKept ? part.dataset.wordKept : part.dataset.wordUnkept
    get("said").dataset.state = isKept ? "kept" : "unkept"
    get("saved-link").hidden = true
  }
  function change() { redraw(); keep() }
  function undo() { if (acts.length) { undone.push(acts.pop()); change() } }
  function redo() { if (undone.length) { acts.push(undone.pop()); change() } }

  function add(event) {
    const box = canvas.getBoundingClientRect()
    const x = Math.round((event.clientX - box.left) * shape[0] / box.width), y = Math.round((event.clientY - box.top) * shape[1] / box.height)
    const points = now.points, last = points.length - 3
    if (last >= 0 && Math.hypot(points[last] - x, points[last + 1] - y) < nearest) return
    points.push(x, y, event.pointerType === "pen" && event.pressure ? Math.round(30 + 140 * event.pressure) : 100)
    segment(now, points.length - 3)
    soon()
  }
  canvas.addEventListener("pointerdown", event => {
    if (now || !event.isPrimary || event.button > 0) return
    if (acts.reduce((sum, act) => sum + (act.points?.length ?? 0), 0) > mostPoints * 3) { say("Full"); return }
    canvas.setPointerCapture(event.pointerId)
    now = { pen: chosen("pen") ?? "black", width: chosen("width") ?? "medium", points: [], by: event.pointerId }
    add(event)
  })
  canvas.addEventListener("pointermove", event => {
    if (now?.by !== event.pointerId) return
    for (const one of event.getCoalescedEvents?.() ?? [event]) add(one)
    if (now.points.length > mostPoints) end(event)
  })
  function end(event) {
    if (now?.by !== event.pointerId) return
    const { by, ...stroke } = now
    now = undefined
    acts.push(stroke)
    undone = []
    buttons()
    keep()
  }
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, end)

  get("undo").addEventListener("click", undo)
  get("redo").addEventListener("click", redo)
  get("clear").addEventListener("click", () => { acts.push({ clear: true }); undone = []; change(); get("undo").focus() })
  for (const choice of part.querySelectorAll("input[name=paper]")) {
    choice.checked = choice.value === paper
    choice.addEventListener("change", () => { paper = chosen("paper") ?? "blank"; soon(); keep() })
  }
  const keyed = event => {
    if (!part.isConnected) return document.removeEventListener("keydown", keyed)
    if (event.target.matches("input[type=text], textarea")) return
    const does = pressed(event, "drawing")
    if (!does || now) return
    event.preventDefault()
    does === "undo" ? undo() : redo()
  }
  document.addEventListener("keydown", keyed)
  // - Returns: nothing when they are more than lie beside a picture.
  function strokesBeside() {
    const seen = visible(), text = JSON.stringify({ shape, paper, acts: seen })
    const points = seen.reduce((sum, act) => sum + act.points.length / 3, 0)
    return text.length <= beside.bytes && points <= beside.points && seen.length <= beside.acts ? text : undefined
  }
  let made
  once(get("save"), async () => {
    show()
    const state = JSON.stringify([paper, acts])
    if (made?.state !== state) made = { state, blob: await new Promise(done => canvas.toBlob(done, "image/png")) }
    if (!made.blob) return tell(part, { state: "refused" }, isKept)
    const strokes = strokesBeside()
    const answer = await saveFiles(part.querySelector("form"), "drawing", [{ blob: made.blob, name: named(get("name"), part.dataset.wordName, ".png") }], { strokes })
    tell(part, answer, isKept)
    if (answer.state !== "saved") return
    if (!strokes) get("said").textContent += " " + part.dataset.wordLong
    // The next time it is asked for, it is what was saved.
    if (from) shelf.removeItem(name)
  })
  redraw()
}
runs("[data-drawing]", drawing)
