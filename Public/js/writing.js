// [data-preview=path]: what is written in the form's text is shown as readers will see it, by the server's own renderer.
// [data-insert=text] puts a file into the text where the cursor stands.
// All of it looks for its elements when it is needed: the page may have been replaced meanwhile.
import { apply } from "./stream.js"

const boxOf = form => form?.querySelector?.("[data-preview]")
const areaOf = box => box?.closest("form")?.elements.text
const shown = new WeakMap()
let timer, number = 0
async function show(box) {
  const area = areaOf(box), form = area.form, text = area.value
  if (!area.isConnected || text === (shown.get(area) ?? area.defaultValue)) return
  const mine = ++number
  shown.set(area, text)
  const body = new URLSearchParams({ csrf: form.elements.csrf?.value ?? "", text })
  if (box.dataset.lesson) body.set("lesson", box.dataset.lesson)
  try {
    const response = await fetch(box.dataset.preview, { method: "POST", body, credentials: "same-origin",
      headers: { accept: "text/vnd.stream+html", "x-csrf-token": form.elements.csrf?.value ?? "" } })
    // an answer that was overtaken says nothing
    if (response.ok && mine === number) apply(await response.text())
  } catch { shown.delete(area) }
}
function soon(form) {
  const box = boxOf(form)
  if (!areaOf(box)) return
  clearTimeout(timer)
  timer = setTimeout(() => show(box), 350)
}
document.addEventListener("input", event => soon(event.target.form ?? event.target))
// what drafts.js has put back, before this could listen
for (const box of document.querySelectorAll("[data-preview]")) soon(box.closest("form"))

document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-insert]"), area = button && areaOf(document.querySelector("[data-preview]"))
  if (!area) return
  area.setRangeText(button.dataset.insert, area.selectionStart, area.selectionEnd, "end")
  area.focus()
  area.dispatchEvent(new Event("input", { bubbles: true }))
})
