// <div data-scanner>: paper before a camera, page by page, becomes one PDF or pictures among one's own files. Each page lies on this
// device as soon as it is there, because a phone may end this page while its camera is open. One picture at a time is worked on, and let go.
import { pressed } from "./keys.js"
import { bytesOf, forgetDraft, keepDraft, named, once, readDraft, runs, saveFiles, tell } from "./making.js"
import { look, pdf, straighten } from "./pages.js"

const mostPixels = 3_000_000, mostPages = 30, step = 0.01
const corners = [[0.04, 0.04], [0.96, 0.04], [0.96, 0.96], [0.04, 0.96]]
const jpeg = (canvas, quality) => new Promise(done => canvas.toBlob(done, "image/jpeg", quality))
const made = (width, height) => Object.assign(document.createElement("canvas"), { width, height })
// What a canvas holds goes when it has no size, and not when somebody gets round to it.
const free = canvas => { canvas.width = canvas.height = 0 }
const within = value => Math.min(1, Math.max(0, value))

function scanner(part) {
  const get = name => part.querySelector(`[data-${name}]`), stage = get("stage"), shown = Object.assign(new Image(), { className: "scanner__picture", alt: part.dataset.wordPhoto }), handles = [...part.querySelectorAll("[data-corner]")]
  part.querySelector(".scanner__stage").prepend(shown)
  // open: the picture that is worked on, and where its corners are, in parts of its width and height
  let pages = [], open, isKept = false, removed, stream
  const say = (word, state = "") => { const said = get("said"); said.textContent = word ?? ""; said.dataset.state = state; get("saved-link").hidden = true }

  async function keep() {
    const all = [...pages.map(page => page.bytes), ...open ? [open.bytes] : []]
    if (!all.length) { await forgetDraft("scanner"); isKept = false; return }
    isKept = await keepDraft("scanner", all, { pages: pages.map(({ width, height }) => ({ width, height })), quad: open?.quad, turn: open?.turn })
    if (!isKept) say(part.dataset.wordUnkept, "unkept")
  }
  // A picture as it lies on this device: upright, no larger than is worked on.
  async function take(source) {
    let picture
    try { picture = await createImageBitmap(source, source instanceof Blob ? { imageOrientation: "from-image" } : {}) } catch { return say(part.dataset.wordNoPicture, "refused") }
    const share = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height))), canvas = made(Math.max(1, Math.round(picture.width * share)), Math.max(1, Math.round(picture.height * share)))
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await jpeg(canvas, 0.9)
    free(canvas)
    if (!blob) return say(part.dataset.wordNoPicture, "refused")
    open = { bytes: await bytesOf(blob), quad: corners.map(corner => [...corner]), turn: 0 }
    say("")
    await Promise.all([keep(), edit()])
  }
  const url = bytes => URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }))
  function shows(image, bytes) {
    const before = image.src, now = url(bytes)
    image.src = now
    if (before.startsWith("blob:")) URL.revokeObjectURL(before)
    return image.decode().catch(() => {})
  }
  async function edit() {
    stage.hidden = !open
    get("taking").hidden = !!open || pages.length >= mostPages
    if (!open) return
    await shows(shown, open.bytes)
    place()
  }
  function place() {
    handles.forEach((handle, at) => {
      handle.style.setProperty("left", open.quad[at][0] * 100 + "%")
      handle.style.setProperty("top", open.quad[at][1] * 100 + "%")
    })
    get("edge").setAttribute("points", open.quad.map(([x, y]) => `${x * 100},${y * 100}`).join(" "))
  }
  handles.forEach((handle, at) => {
    handle.addEventListener("pointerdown", event => { handle.setPointerCapture(event.pointerId); event.preventDefault(); handle.focus() })
    handle.addEventListener("pointermove", event => {
      if (!open || !handle.hasPointerCapture(event.pointerId)) return
      const box = shown.getBoundingClientRect()
      open.quad[at] = [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)]
      place()
    })
    handle.addEventListener("pointerup", () => { if (open) keep() })
    handle.addEventListener("keydown", event => {
      const does = pressed(event, "scanner"), by = { up: [0, -step], down: [0, step], left: [-step, 0], right: [step, 0] }[does]
      if (!open || !by) return
      event.preventDefault()
      open.quad[at] = [within(open.quad[at][0] + by[0]), within(open.quad[at][1] + by[1])]
      place()
      keep()
    })
  })
  async function straight() {
    const picture = await createImageBitmap(new Blob([open.bytes], { type: "image/jpeg" })), canvas = made(picture.width, picture.height), pen = canvas.getContext("2d", { willReadFrequently: true })
    pen.drawImage(picture, 0, 0)
    picture.close()
    const page = straighten(pen.getImageData(0, 0, canvas.width, canvas.height), open.quad.map(([x, y]) => [x * canvas.width, y * canvas.height]), mostPixels)
    free(canvas)
    if (!page) return undefined
    const { data, width, height } = look(page, part.querySelector("input[name=look]:checked")?.value), flat = made(width, height)
    flat.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0)
    const turned = turn(flat, open.turn), size = { width: turned.width, height: turned.height }, blob = await jpeg(turned, 0.82)
    free(flat)
    free(turned)
    return blob && { bytes: await bytesOf(blob), ...size }
  }
  function turn(canvas, quarters) {
    if (!quarters) return canvas
    const isSideways = quarters % 2 === 1, out = isSideways ? made(canvas.height, canvas.width) : made(canvas.width, canvas.height), pen = out.getContext("2d")
    pen.translate(out.width / 2, out.height / 2)
    pen.rotate(quarters * Math.PI / 2)
    pen.drawImage(canvas, -canvas.width / 2, -canvas.height / 2)
    return out
  }
  once(get("add"), async () => {
    const page = open && await straight()
    if (!page) return say(part.dataset.wordNoPage, "refused")
    pages.push(page)
    open = undefined
    list()
    await Promise.all([keep(), edit()])
    if (isKept) say(part.dataset.wordKept, "kept")
    get("taking").querySelector("input")?.focus()
  })
  once(get("cancel"), async () => { open = undefined; await Promise.all([keep(), edit()]) })
  get("quarter").addEventListener("click", () => {
    open.turn = (open.turn + 1) % 4
    say(part.dataset.wordTurned.replace("%@", (open.turn * 90).toLocaleString(document.documentElement.lang)))
    keep()
  })
  for (const input of part.querySelectorAll("input[type=file]")) input.addEventListener("change", async () => {
    const file = input.files[0]
    if (file) await take(file)
    input.value = ""
  })

  // MARK: pages

  function list() {
    const rows = get("pages"), form = part.querySelector("template").content.firstElementChild
    for (const image of rows.querySelectorAll("img")) URL.revokeObjectURL(image.src)
    rows.replaceChildren(...pages.map((page, at) => {
      const row = form.cloneNode(true), say = row.querySelector("[data-number]"), image = new Image()
      row.prepend(image)
      say.textContent = part.dataset.wordPage.replace("%@", (at + 1).toLocaleString(document.documentElement.lang))
      image.src = url(page.bytes)
      image.alt = say.textContent
      for (const button of row.querySelectorAll("button")) button.setAttribute("aria-label", button.title + " · " + say.textContent)
      const by = (name, work) => row.querySelector(`[data-${name}]`).addEventListener("click", () => { work(); list(); keep() })
      by("up", () => move(at, at - 1))
      by("down", () => move(at, at + 1))
      by("remove", () => { removed = { page: pages.splice(at, 1)[0], at } })
      row.querySelector("[data-up]").disabled = at === 0
      row.querySelector("[data-down]").disabled = at === pages.length - 1
      return row
    }))
    get("done").hidden = !pages.length
    get("regain").hidden = !removed
    get("taking").hidden = !!open || pages.length >= mostPages
  }
  const move = (from, to) => { pages.splice(to, 0, ...pages.splice(from, 1)) }
  get("regain").addEventListener("click", () => {
    pages.splice(removed.at, 0, removed.page)
    removed = undefined
    list()
    keep()
  })
  // the same pages once more are the same file, so that what was sent without an answer is kept once
  let ready
  function output(kind, title) {
    const state = [kind, title, ...pages]
    if (ready?.state.length === state.length && ready.state.every((one, at) => one === state[at])) return ready.files
    const files = kind === "pdf" ? [{ blob: pdf(pages, title), name: title + ".pdf" }]
      : pages.map((page, at) => ({ blob: new Blob([page.bytes], { type: "image/jpeg" }), name: `${title} ${at + 1}.jpg` }))
    ready = { state, files }
    return files
  }
  const title = () => get("name").value.trim() || (get("name").value = named(undefined, part.dataset.wordName, ""))
  async function save(kind) {
    const files = output(kind, named({ value: title() }, "", ""))
    let answer = { state: "saved" }
    // no more at once than the school takes
    for (let at = 0; at < files.length && answer.state === "saved"; at += 20) answer = await saveFiles(part.querySelector("form"), "", files.slice(at, at + 20))
    tell(part, answer, isKept)
    if (answer.state !== "saved") return
    pages = []
    removed = ready = undefined
    get("name").value = ""
    list()
    await keep()
  }
  once(get("save-pdf"), () => save("pdf"))
  once(get("save-pictures"), () => save("pictures"))

  // MARK: the camera in the page, for whoever has one and no phone

  const view = get("view"), stop = () => { for (const track of stream?.getTracks() ?? []) track.stop(); stream = undefined; get("camera").hidden = true }
  get("live").hidden = !navigator.mediaDevices?.getUserMedia
  once(get("live"), async () => {
    await keep()
    try { stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 2000 } } }) } catch { return say(part.dataset.wordNoCamera, "refused") }
    view.srcObject = stream
    get("camera").hidden = false
    await view.play().catch(() => {})
  })
  once(get("shoot"), async () => {
    if (!view.videoWidth) return
    const canvas = made(view.videoWidth, view.videoHeight)
    canvas.getContext("2d").drawImage(view, 0, 0)
    stop()
    await take(canvas)
    free(canvas)
  })
  get("stop").addEventListener("click", stop)
  addEventListener("pagehide", stop)
  document.addEventListener("stream:applied", () => { if (!part.isConnected) stop() })

  readDraft("scanner").then(async kept => {
    if (!kept) return list()
    const known = kept.rest.pages ?? []
    pages = known.map((page, at) => ({ ...page, bytes: kept.parts[at] }))
    if (kept.parts.length > known.length) open = { bytes: kept.parts[known.length], quad: kept.rest.quad ?? corners, turn: kept.rest.turn ?? 0 }
    isKept = true
    list()
    await edit()
  })
}
runs("[data-scanner]", scanner)
