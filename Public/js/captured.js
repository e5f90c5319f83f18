// A capture that was sent without a line waits on this device (capture.js). It goes out once, from whatever page its writer has open
// when the line is back (outbox.js asks for it then); its own page does that by itself. Nobody else's session ever sends it.
import { forgetDraft, keepDraft, readDraft } from "./making.js"
import { hasCapture, markCapture } from "./outbox.js"
import { say } from "./toasts.js"

const pause = 15000
const csrf = () => document.querySelector('meta[name="csrf"]')?.content ?? ""

async function read() {
  const held = await readDraft("capture")
  return { held, said: held && JSON.parse(new TextDecoder().decode(held.parts[0])) }
}
// As the worker tells of what it has (unsent.js).
export async function request() {
  const { path, fields, at } = (await read()).said?.post ?? {}
  return path && { key: "capture", isOfPage: true, path, page: path, body: new URLSearchParams(fields).toString(), typedAt: at }
}

// - Returns: whether it has to be tried again.
async function send() {
  const { held, said } = await read()
  if (!said?.isPending || !said.post) { markCapture(false); return false }
  const data = new FormData()
  data.set("csrf", csrf())
  for (const [name, value] of said.post.fields) data.append(name, value)
  if (said.post.hasFiles) {
    const files = await readDraft("capture-files")
    // without what it was taken for it would say something else
    if (!files) return false
    files.parts.forEach((bytes, at) => {
      const isPhoto = at < files.rest.photos
      data.append(isPhoto ? "file" : "sound", new Blob([bytes], { type: isPhoto ? "image/jpeg" : files.rest.type }),
        isPhoto ? `photo-${at + 1}.jpg` : "sound" + files.rest.ending)
    })
  }
  const response = await fetch(said.post.path, { method: "POST", body: data, credentials: "same-origin",
    headers: { accept: "text/vnd.stream+html, text/html;q=0.5" } })
  if (response.ok && response.redirected) {
    // what was written meanwhile, in another tab, is another capture
    const now = await readDraft("capture")
    if (now && JSON.parse(new TextDecoder().decode(now.parts[0])).sending === said.sending) {
      await forgetDraft("capture")
      await forgetDraft("capture-files")
    }
    markCapture(false)
    say(said.post.words.sent, { path: new URL(response.url).pathname, title: said.post.words.title })
    return false
  }
  if (response.status === 409 || response.status === 422) {
    // it stays on its own page, where its writer sees what is wrong
    await keepDraft("capture", [new TextEncoder().encode(JSON.stringify({ ...said, isPending: false }))], held.rest)
    markCapture(false)
    say(said.post.words.refused, { path: said.post.path, title: said.post.words.title })
    return false
  }
  // signed out, in another school, or the server has to rest: it stays, for the next page
  return response.status >= 500 || response.status === 429
}

let busy = false, timer
export async function flush() {
  if (busy || !csrf() || document.querySelector("[data-capture]") || !navigator.onLine || !hasCapture()) return
  busy = true
  clearTimeout(timer)
  // One sender over all tabs; where two are, its own name makes it once.
  const once = () => send().catch(() => true)
  const again = await (navigator.locks ? navigator.locks.request("captured", { ifAvailable: true }, lock => lock ? once() : true) : once()).catch(() => true)
  busy = false
  if (again) timer = setTimeout(flush, pause)
}
