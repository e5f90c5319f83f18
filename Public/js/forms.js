// A form is sent once, however often its button is pressed. <form data-live> is sent without leaving the page.
import { apply, uuid } from "./stream.js"
import { say } from "./toasts.js"

const words = document.documentElement.dataset
function busy(form, button) {
  form.dataset.busy = ""
  button?.setAttribute("aria-busy", "true")
}
function free(form) {
  delete form.dataset.busy
  for (const button of [...form.elements, ...form.querySelectorAll("[aria-busy]")]) button.removeAttribute("aria-busy")
}

// Another button of a live form that is on its way is another wish: Late, just after Absent. It has its turn when the answer is
// there, in the form that has this id then. The same button once more is the same wish.
const underWay = new Map(), wishes = new Map()
const wish = button => ["name", "value", "formaction"].map(name => button?.getAttribute(name) ?? "").join("\n")
function after(form) {
  const next = wishes.get(form.id), now = document.getElementById(form.id)
  wishes.delete(form.id)
  // the same form about something else, as the desk's for the next student, was not meant
  if (next === undefined || !now || "busy" in now.dataset || now.getAttribute("action") !== form.getAttribute("action")) return
  const button = [...now.elements].find(b => b.matches("button, [type=submit]") && wish(b) === next)
  if (next === wish()) now.requestSubmit()
  else if (button && !button.disabled) now.requestSubmit(button)
}

document.addEventListener("submit", event => {
  const form = event.target, button = event.submitter
  if (event.defaultPrevented || form.method === "dialog") return
  if ("busy" in form.dataset) {
    event.preventDefault()
    if (!form.id || !form.matches("[data-live]")) return
    if (underWay.get(form.id)?.wish === wish(button) && button) wishes.delete(form.id)
    else wishes.set(form.id, wish(button))
    return
  }
  busy(form, button)
  if (form.matches("[data-live]")) { event.preventDefault(); send(form, button) }
  // a download or a lost connection leaves the page where it is: the button must not turn for ever
  else setTimeout(() => free(form), form.matches("[data-download]") ? 2000 : 15000)
})
// back from the cache: what was in flight then is not in flight now
addEventListener("pageshow", () => { for (const form of document.querySelectorAll("form[data-busy]")) free(form) })

async function send(form, button) {
  const data = new FormData(form, button)
  const get = (button?.getAttribute("formmethod") ?? form.method).toLowerCase() === "get"
  const action = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href, location.href)
  if (get) action.search = new URLSearchParams(data)
  const body = get ? undefined : form.enctype === "multipart/form-data" ? data : new URLSearchParams(data)
  const sent = { action, body, wish: wish(button), isAnswered: false }
  if (form.id) underWay.set(form.id, sent)
  let isFromDevice = false
  try {
    const response = await fetch(action, {
      method: get ? "GET" : "POST",
      body,
      headers: { accept: "text/vnd.stream+html, text/html;q=0.5" }, credentials: "same-origin",
    })
    sent.isAnswered = true
    // The session is over: the way leads by signing in, and back to this page. What was typed is kept by drafts.js.
    if (response.status === 401) { location.assign("/sign-in?next=" + encodeURIComponent(location.pathname + location.search)); return }
    const fragments = response.headers.get("content-type")?.startsWith("text/vnd.stream+html")
    if (fragments) {
      const html = await response.text()
      if (response.ok) {
        document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
        // a form that stays has said what it had to say: what it says next is something else
        if (form.elements.command) form.elements.command.value = uuid()
        form.closest("dialog[open]")?.close()
        if (form.matches("[data-reset]")) form.reset()
      }
      apply(html, { force: true })
      isFromDevice = response.ok && response.headers.has("x-device")
      // the first mistake is where the hands are needed
      if (!response.ok) (document.querySelector(".error-summary[tabindex]") ?? document.querySelector("[aria-invalid=true]"))?.focus()
    } else if (response.ok && response.redirected) {
      document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
      location.assign(response.url)                                  // the server answered with another page: go there
      return
    } else if (response.ok) location.reload()
    else if (response.status === 403) location.reload()
    else say(words.wordFailed)
  } catch { say(words.wordOffline); wishes.delete(form.id) }
  underWay.delete(form.id)
  free(form)
  after(form)
  // without a line nobody else tells this page what has changed on it
  if (isFromDevice) document.dispatchEvent(new CustomEvent("stream:refresh"))
}
// Who leaves at once takes along what is on its way, because the browser drops what it has not sent yet: the sending's own
// name makes it once. A wish that had no turn yet is sent behind it, under a name of its own.
addEventListener("pagehide", () => {
  for (const [id, { action, body, isAnswered }] of underWay) {
    if (!(body instanceof URLSearchParams)) continue
    if (!isAnswered) leave(action, body)
    const form = document.getElementById(id), button = wishes.has(id) && [...form?.elements ?? []].find(b => b.matches("button, [type=submit]") && wish(b) === wishes.get(id))
    if (!button) continue
    const next = new URLSearchParams(new FormData(form, button))
    if (next.has("command")) next.set("command", uuid())
    leave(new URL(button.getAttribute("formaction") ?? form.action, location.href), next)
  }
})
const leave = (action, body) => fetch(action, { method: "POST", body, headers: { accept: "text/vnd.stream+html" }, credentials: "same-origin", keepalive: true }).catch(() => {})
