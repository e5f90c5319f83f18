// Inside [data-sheet=id] the link of a row opens its page as a sheet over the list: the address is the page's own, Back closes
// it, and the list stands where it stood. The dialog holds an element [data-sheet-body].
import { parse } from "./stream.js"

let open                                                             // the dialog that shows a page, and where it came from

async function show(dialog, url) {
  const body = dialog.querySelector("[data-sheet-body]")
  const response = await fetch(url, { headers: { accept: "text/html" }, credentials: "same-origin" })
  const page = parse(await response.text()), main = page.querySelector("main")
  if (!response.ok || response.redirected || !main) { location.assign(url); return }
  main.querySelector(".breadcrumb")?.remove()
  const title = main.querySelector("h1")
  dialog.querySelector(".dialog__title").textContent = title?.textContent ?? page.title
  title?.parentElement.remove()
  body.replaceChildren(...document.adoptNode(main).childNodes)
  open = { dialog, title: document.title }
  history.pushState({ sheet: dialog.id }, "", url)
  document.title = page.title
  dialog.showModal()
}

function shut() {
  if (!open) return
  const { dialog, title } = open
  open = undefined
  dialog.querySelector("[data-sheet-body]").replaceChildren()
  document.title = title
  if (dialog.open) dialog.close()
}

document.addEventListener("click", event => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  const link = event.target.closest?.("[data-sheet] .cell--link a"), dialog = link && document.getElementById(link.closest("[data-sheet]").dataset.sheet)
  if (!dialog?.showModal || open) return
  event.preventDefault()
  show(dialog, link.href).catch(() => location.assign(link.href))
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
