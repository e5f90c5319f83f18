// A photo before it is sent: parts of it are blurred so that nothing comes back of them, and it is cut. All of it happens on this
// device: whoever asked gets the new picture, and the old one goes nowhere.

const smallest = 0.02, cells = 8
const bound = value => Math.min(1, Math.max(0, value))
const canvas = (width, height) => Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) })
const free = one => { if (one) one.width = one.height = 0 }              // small phones have little room for pictures

// The frame in pixels of a picture: whole ones, and what is begun is in it.
function pixels(picture, frame) {
  const left = Math.floor(frame.left * picture.width), top = Math.floor(frame.top * picture.height)
  return { left, top, width: Math.max(1, Math.ceil(frame.right * picture.width) - left), height: Math.max(1, Math.ceil(frame.bottom * picture.height) - top) }
}

// Made of a few cells: a soft filter could be undone, and not every browser has one. Halved again and again, so that each cell is
// what all of its place comes to.
function blur(picture, frame) {
  const { left, top, width, height } = pixels(picture, frame)
  let part = canvas(width, height)
  part.getContext("2d").drawImage(picture, left, top, width, height, 0, 0, width, height)
  while (Math.max(part.width, part.height) > cells) {
    const scale = Math.max(0.5, cells / Math.max(part.width, part.height)), less = canvas(part.width * scale, part.height * scale)
    less.getContext("2d").drawImage(part, 0, 0, less.width, less.height)
    free(part)
    part = less
  }
  const pen = picture.getContext("2d")
  pen.imageSmoothingEnabled = true
  pen.drawImage(part, left, top, width, height)
  free(part)
  return picture
}
function crop(picture, frame) {
  const { left, top, width, height } = pixels(picture, frame), cut = canvas(width, height)
  cut.getContext("2d").drawImage(picture, left, top, width, height, 0, 0, width, height)
  free(picture)
  return cut
}

// - Parameters: a picture; a dialog with a canvas and buttons; what is said.
// - Returns: the picture as it was made, or undefined when nothing is to be changed.
export async function retouch(blob, dialog, words, label) {
  const get = name => dialog.querySelector(`[data-${name}]`), view = get("view"), edges = [...dialog.querySelectorAll("[data-edge]")]
  let first
  try { first = await createImageBitmap(blob) } catch { return undefined }
  const steps = [], heard = new AbortController(), on = (element, name, does) => element.addEventListener(name, does, { signal: heard.signal })
  let picture, frame
  const say = text => { get("retouched").textContent = text ?? "" }

  // What was done is done again from the beginning: taking back needs no room for old pictures.
  function again() {
    free(picture)
    picture = canvas(first.width, first.height)
    picture.getContext("2d").drawImage(first, 0, 0)
    for (const step of steps) picture = step.does(picture, step.frame)
    get("undo").disabled = !steps.length
    reset()
  }
  function reset() {
    frame = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 }
    const scale = Math.min(1, 1200 / Math.max(picture.width, picture.height))
    view.width = Math.max(1, Math.round(picture.width * scale))
    view.height = Math.max(1, Math.round(picture.height * scale))
    show()
  }
  function show() {
    const pen = view.getContext("2d"), { width, height } = view
    const left = frame.left * width, top = frame.top * height, wide = (frame.right - frame.left) * width, high = (frame.bottom - frame.top) * height
    pen.drawImage(picture, 0, 0, width, height)
    pen.fillStyle = "rgb(0 0 0 / 0.4)"
    pen.beginPath()
    pen.rect(0, 0, width, height)
    pen.rect(left, top, wide, high)
    pen.fill("evenodd")
    // on every ground one of the two is seen
    const line = Math.max(2, width / 250)
    for (const [color, dash] of [["white", []], ["black", [line * 3, line * 3]]]) {
      pen.strokeStyle = color
      pen.lineWidth = line
      pen.setLineDash(dash)
      pen.strokeRect(left, top, wide, high)
    }
    for (const edge of edges) edge.value = Math.round(frame[edge.dataset.edge] * 100)
  }
  const isSmall = () => frame.right - frame.left < smallest || frame.bottom - frame.top < smallest
  function act(does, word) {
    if (isSmall()) return say(words.wordSmall)
    steps.push({ does, frame: { ...frame } })
    again()
    say(word)
  }
  on(get("blur"), "click", () => act(blur, words.wordBlurred))
  on(get("crop"), "click", () => act(crop, words.wordCropped))
  on(get("undo"), "click", () => {
    steps.pop()
    again()
    say(words.wordUndone)
    if (!steps.length) get("blur").focus()                               // the button is none any more
  })
  for (const edge of edges) on(edge, "input", () => {
    const other = { left: "right", right: "left", top: "bottom", bottom: "top" }[edge.dataset.edge], isFirst = ["left", "top"].includes(edge.dataset.edge)
    const value = edge.value / 100
    // an edge takes the other one along, and never stands behind it
    frame[edge.dataset.edge] = isFirst ? Math.min(value, 1 - smallest) : Math.max(value, smallest)
    frame[other] = isFirst ? Math.max(frame[other], frame[edge.dataset.edge] + smallest) : Math.min(frame[other], frame[edge.dataset.edge] - smallest)
    show()
  })

  const place = event => {
    const box = view.getBoundingClientRect()
    return { x: bound((event.clientX - box.left) / box.width), y: bound((event.clientY - box.top) / box.height) }
  }
  let from, before
  on(view, "pointerdown", event => {
    if (event.button || !event.isPrimary) return
    event.preventDefault()
    view.setPointerCapture(event.pointerId)
    from = place(event)
    before = frame
  })
  on(view, "pointermove", event => {
    if (!from) return
    const to = place(event)
    frame = { left: Math.min(from.x, to.x), right: Math.max(from.x, to.x), top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) }
    // a tap is no frame
    if (isSmall()) frame = before
    show()
  })
  for (const name of ["pointerup", "pointercancel"]) on(view, name, () => { from = undefined })

  view.setAttribute("aria-label", label)
  say("")
  again()
  dialog.showModal()
  const isUsed = await new Promise(done => {
    on(get("use"), "click", () => done(true))
    on(dialog, "close", () => done(false))
  })
  const made = isUsed && steps.length ? await new Promise(done => picture.toBlob(done, "image/jpeg", 0.85)) : undefined
  heard.abort()
  if (dialog.open) dialog.close()
  first.close()
  free(picture)
  free(view)
  return made ?? undefined
}
