// [data-preview=path]: what is written in the form's text is shown as readers will see it, by the server's own renderer.
// [data-insert=text] puts a file into the text where the cursor stands. [data-today=hour] knows the day on this device's clock, where
// days begin at that hour.
import { apply } from "./stream.js"

for (const field of document.querySelectorAll("input[data-today]")) today(field)
function today(field) {
  const now = new Date()
  if (now.getHours() < Number(field.dataset.today)) now.setDate(now.getDate() - 1)
  field.value = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-")
}
document.addEventListener("stream:applied", () => { for (const field of document.querySelectorAll("input[data-today]")) today(field) })

const box = document.querySelector("[data-preview]"), form = box?.closest("form"), area = form?.elements.text
if (area) {
  let timer, shown = area.value, number = 0
  const show = async () => {
    if (area.value === shown) return
    const text = shown = area.value, mine = ++number
    const body = new URLSearchParams({ csrf: form.elements.csrf?.value ?? "", text })
    if (box.dataset.lesson) body.set("lesson", box.dataset.lesson)
    try {
      const response = await fetch(box.dataset.preview, { method: "POST", body, credentials: "same-origin",
        headers: { accept: "text/vnd.stream+html", "x-csrf-token": form.elements.csrf?.value ?? "" } })
      // an answer that was overtaken says nothing
      if (response.ok && mine === number) apply(await response.text())
    } catch { shown = undefined }
  }
  area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 350) })
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-insert]")
    if (!button) return
    area.setRangeText(button.dataset.insert, area.selectionStart, area.selectionEnd, "end")
    area.focus()
    area.dispatchEvent(new Event("input", { bubbles: true }))
  })
}
