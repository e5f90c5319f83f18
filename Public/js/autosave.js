// <textarea data-autosave> saves its form a moment after the last key and on leaving; [data-autosave-state] says how it stands.
// The form carries the version it was written upon, so that two devices do not overwrite each other unseen.
import { keep, sending, tell } from "./drafts.js"

const pause = 1200

function watch(area) {
  if ("watched" in area.dataset) return
  area.dataset.watched = ""
  const form = area.form, state = form.querySelector("[data-autosave-state]"), words = state?.dataset ?? {}
  const version = form.elements.version
  let timer, saved = area.defaultValue, busy = false
  const say = text => { if (state && text) state.textContent = text }

  async function save() {
    clearTimeout(timer)
    if (busy || area.value === saved) return
    busy = true
    const text = area.value
    say(words.wordSaving)
    if (form.dataset.draft) sending(form)
    const body = new URLSearchParams({ csrf: form.elements.csrf?.value ?? "", [area.name]: text })
    if (version) body.set("version", version.value)
    try {
      const response = await fetch(form.action, { method: "POST", body, credentials: "same-origin", keepalive: body.toString().length < 60000,
        headers: { accept: "application/json", "x-csrf-token": form.elements.csrf?.value ?? "" } })
      if (response.ok) {
        // the server's words now: the page may fetch itself again with them
        saved = area.defaultValue = text
        if (version) version.value = (await response.json()).version ?? version.value
        // what the browser kept for a reload is on the server now
        if (area.value === text) document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
        else if (form.dataset.draft) keep(form)
        say(words.wordSaved)
      } else if (response.status === 409 || response.status === 412) {
        say(words.wordStale)
        if (form.dataset.draft) tell(form)
      } else { say(words.wordFailed); timer = setTimeout(save, 10000) }
    } catch { say(words.wordFailed); timer = setTimeout(save, 10000) }
    busy = false
    if (area.value !== text) timer = setTimeout(save, pause)
  }
  area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(save, pause) })
  area.addEventListener("blur", save)
  addEventListener("pagehide", save)
  addEventListener("online", save)
  // what drafts.js has put back is not at the server yet
  save()
}
const all = () => { for (const area of document.querySelectorAll("textarea[data-autosave]")) watch(area) }
all()
document.addEventListener("stream:applied", all)
