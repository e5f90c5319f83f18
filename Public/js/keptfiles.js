// [data-keep-file]: keeps that file on a device that is somebody's own, or lets it go; there is no button where nothing is kept (docs/sync.md).
import { ask, isOwn } from "./device.js"
import { say } from "./toasts.js"

const root = document.documentElement, buttons = () => document.querySelectorAll("button[data-keep-file]")

function show(now) {
  const kept = new Set((now?.files ?? []).map(file => file.path))
  for (const button of buttons()) {
    const isKept = kept.has(button.dataset.keepFile)
    button.hidden = !isOwn(now) || now.state === "locked"
    button.setAttribute("aria-pressed", isKept)
    button.querySelector("[data-keep-text]").textContent = isKept ? button.dataset.wordKept : button.dataset.wordKeep
  }
}
async function look() { show(root.dataset.device === "on" ? await ask("files") : undefined) }

document.addEventListener("click", async event => {
  const button = event.target.closest?.("button[data-keep-file]")
  if (!button || button.getAttribute("aria-busy")) return
  const { keepFile: path, name } = button.dataset, isKept = button.getAttribute("aria-pressed") === "true"
  button.setAttribute("aria-busy", "true")
  const now = await ask(isKept ? "drop-file" : "keep-file", { path, name }, 120000)
  button.removeAttribute("aria-busy")
  if (now) show(now)
  if (!now || now.hasFailed) say(button.dataset.wordFailed)
})
new MutationObserver(look).observe(root, { attributeFilter: ["data-device"] })
document.addEventListener("stream:applied", look)
look()
