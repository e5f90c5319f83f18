// Inside [data-sheet=id] the link of a row opens its page as a sheet over the list: the address is the page's own, Back closes
// it, and the list stands where it stood. The dialog holds an element [data-sheet-body], and templates of what it shows
// while the page is on its way and when it does not come.
import { parse, news, typingIn } from "./stream.js"
import { needAsIn } from "./scripts.js"

let open                                                             // the dialog that shows a page, and where it came from
let stale = false                                                    // the list beneath has waited with its own news

// Shown as soon as there is something to show: a quick page without a blink, a slow one with its outline.
function stand(dialog, url, content) {
  dialog.querySelector("[data-sheet-body]").replaceChildren(content)
  if (open) return
  open = { dialog, url, title: document.title }
  history.pushState({ sheet: dialog.id }, "", url)
  dialog.showModal()
}
const part = (dialog, name) => document.importNode(dialog.querySelector(`template[data-sheet-${name}]`).content, true)

// again: what stands on the sheet stays until there is something newer.
async function show(dialog, url, { again = false } = {}) {
  const heading = dialog.querySelector(".dialog__title")
  heading.dataset.word ??= heading.textContent
  if (!again) heading.textContent = heading.dataset.word
  const ask = new AbortController(), slow = again ? 0 : setTimeout(() => stand(dialog, url, part(dialog, "waiting")), 150)
  dialog.addEventListener("close", () => ask.abort(), { once: true })
  let response, text
  try {
    response = await fetch(url, { headers: { accept: "text/html" }, credentials: "same-origin", signal: ask.signal })
    text = await response.text()
  } catch {
    clearTimeout(slow)
    if (!ask.signal.aborted && !again) fail(dialog, url)
    return
  }
  clearTimeout(slow)
  if (ask.signal.aborted) return
  const page = parse(text), main = page.querySelector("main")
  if (again && response.status >= 500) return                         // what is shown stays; the next news asks again
  if (!response.ok || response.redirected || !main) { location.assign(url); return }
  main.querySelector(".breadcrumb")?.remove()
  const title = main.querySelector("h1")
  heading.textContent = title?.textContent ?? page.title
  title?.parentElement.remove()
  const content = document.createDocumentFragment()
  content.append(...document.adoptNode(main).childNodes)
  stand(dialog, url, content)
  needAsIn(page)
  document.title = page.title
  // what is on the sheet stays true as well, and who may no longer see it does not
  const { topics, last } = news(page)
  document.dispatchEvent(new CustomEvent("stream:topics", { detail: { topics: news(document).topics + " " + topics, last } }))
  document.dispatchEvent(new CustomEvent("stream:applied"))
}

// What is new and cannot be told in a fragment is asked for once more: the sheet at once, unless someone is typing in it,
// the list beneath when the sheet closes.
document.addEventListener("page:refresh", event => {
  if (!open) return
  event.preventDefault()
  stale = true
  if (!typingIn(open.dialog)) show(open.dialog, open.url, { again: true })
})

// No line: “Try again” asks once more, here.
function fail(dialog, url) {
  stand(dialog, url, part(dialog, "failed"))
  const again = dialog.querySelector("[data-sheet-body] a")
  again.href = url
  again.focus()
  again.addEventListener("click", event => {
    event.preventDefault()
    show(dialog, url)
  })
}

function shut() {
  if (!open) return
  const { dialog, title } = open
  open = undefined
  dialog.querySelector("[data-sheet-body]").replaceChildren()
  document.title = title
  if (dialog.open) dialog.close()
  if (stale) document.dispatchEvent(new CustomEvent("stream:refresh"))
  stale = false
}

document.addEventListener("click", event => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  const link = event.target.closest?.("[data-sheet] .cell--link a"), dialog = link && document.getElementById(link.closest("[data-sheet]").dataset.sheet)
  if (!dialog?.showModal || open) return
  event.preventDefault()
  show(dialog, link.href)
})
// closed by the button, Escape or a click beside it: the address goes back with it
document.addEventListener("close", event => {
  if (event.target !== open?.dialog) return
  shut()
  if (history.state?.sheet) history.back()
}, true)
addEventListener("popstate", () => shut())
// a page that was left as a sheet and is loaded by itself is simply a page
if (history.state?.sheet) history.replaceState(null, "")
