// A form is sent once, however often its button is pressed. <form data-live> is sent without leaving the page.
import { apply } from "./stream.js"
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

document.addEventListener("submit", event => {
  const form = event.target, button = event.submitter
  if (event.defaultPrevented || form.method === "dialog") return
  if ("busy" in form.dataset) { event.preventDefault(); return }
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
  try {
    const response = await fetch(action, {
      method: get ? "GET" : "POST",
      body: get ? undefined : form.enctype === "multipart/form-data" ? data : new URLSearchParams(data),
      headers: { accept: "text/vnd.stream+html, text/html;q=0.5" }, credentials: "same-origin",
    })
    // The session is over: the way leads by signing in, and back to this page. What was typed is kept by drafts.js.
    if (response.status === 401) { location.assign("/sign-in?next=" + encodeURIComponent(location.pathname + location.search)); return }
    const fragments = response.headers.get("content-type")?.startsWith("text/vnd.stream+html")
    if (fragments) {
      const html = await response.text()
      if (response.ok) {
        document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
        form.closest("dialog[open]")?.close()
        if (form.matches("[data-reset]")) form.reset()
      }
      apply(html, { force: true })
      // the first mistake is where the hands are needed
      if (!response.ok) (document.querySelector(".error-summary[tabindex]") ?? document.querySelector("[aria-invalid=true]"))?.focus()
    } else if (response.ok && response.redirected) {
      document.dispatchEvent(new CustomEvent("form:done", { detail: form }))
      location.assign(response.url)                                  // the server answered with another page: go there
      return
    } else if (response.ok) location.reload()
    else if (response.status === 403) location.reload()
    else say(words.wordFailed)
  } catch { say(words.wordOffline) }
  free(form)
}
