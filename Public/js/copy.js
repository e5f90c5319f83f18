// <button data-copy="id" data-word-copied="…">: copies the text (or value) of that element. Copy buttons are .js-only.
import { say } from "./toasts.js"
document.addEventListener("click", async event => {
  const button = event.target.closest?.("button[data-copy]"), from = button && document.getElementById(button.dataset.copy)
  if (!from) return
  try { await navigator.clipboard.writeText((from.value ?? from.textContent).trim()) }
  catch { (from.select ?? (() => getSelection().selectAllChildren(from))).call(from); return }      // refused: select it, so that one key is left to press
  button.dataset.copied = ""
  say(button.dataset.wordCopied)
  setTimeout(() => { delete button.dataset.copied }, 2000)
})
