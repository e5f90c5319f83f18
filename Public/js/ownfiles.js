// <details data-own-files="path"> after a field for files: one's own files, each to be put into that field as if it had been chosen. It goes
// along as a copy, so that what was handed in stays as it was, whatever becomes of the own one.
const say = (part, text) => { part.querySelector("[data-own-said]").textContent = text ?? "" }

async function list(part) {
  const words = part.dataset, rows = part.querySelector("[data-own-list]")
  say(part, words.wordWaiting)
  let files
  try {
    const answer = await fetch(words.ownFiles, { credentials: "same-origin", headers: { accept: "application/json" } })
    if (!answer.ok) throw new TypeError("none")
    files = (await answer.json()).files
  } catch { return say(part, words.wordUnavailable) }
  say(part, files.length ? "" : words.wordEmpty)
  rows.replaceChildren(...files.map(file => {
    const row = document.createElement("li"), button = document.createElement("button"), name = document.createElement("bdi")
    button.type = "button"
    button.className = "button button--small"
    name.textContent = file.name
    button.append(name)
    button.addEventListener("click", () => put(part, file, button))
    row.append(button)
    return row
  }))
}
async function put(part, file, button) {
  const field = part.previousElementSibling?.querySelector("input[type=file]")
  if (!field || button.getAttribute("aria-busy") === "true") return
  button.setAttribute("aria-busy", "true")
  try {
    const answer = await fetch(file.path, { credentials: "same-origin" })
    if (!answer.ok) throw new TypeError("none")
    const chosen = new DataTransfer()
    chosen.items.add(new File([await answer.blob()], file.name, { type: file.type }))
    field.files = chosen.files
    field.dispatchEvent(new Event("change", { bubbles: true }))
    say(part, part.dataset.wordAdded)
  } catch { say(part, part.dataset.wordUnavailable) } finally { button.removeAttribute("aria-busy") }
}
document.addEventListener("toggle", event => { if (event.target.matches?.("[data-own-files]") && event.target.open) list(event.target) }, true)
