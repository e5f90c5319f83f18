// <button command="show-modal" commandfor="x"> where the browser has no invoker commands yet (Safari before 26.2).
import { pressed } from "./keys.js"

if (!("commandForElement" in HTMLButtonElement.prototype)) {
  const acts = {
    "show-modal": t => t.showModal(), close: t => t.close(), "request-close": t => t.requestClose?.() ?? t.close(),
    "show-popover": t => t.showPopover(), "hide-popover": t => t.hidePopover(), "toggle-popover": t => t.togglePopover(),
  }
  document.addEventListener("click", event => {
    const button = event.target.closest("button[command][commandfor]"), target = button && document.getElementById(button.getAttribute("commandfor"))
    if (target) acts[button.getAttribute("command")]?.(target)
  })
}
// light dismiss where <dialog closedby> is missing
if (!("closedBy" in HTMLDialogElement.prototype))
  document.addEventListener("click", event => event.target.matches?.("dialog[closedby=any]:modal") && event.target.close())
// a link that opens a page without a script opens the same thing as a sheet with one: <a href="/x/new" data-dialog="id">
document.addEventListener("click", event => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  const link = event.target.closest?.("a[data-dialog]"), dialog = link && document.getElementById(link.dataset.dialog)
  if (!dialog?.showModal) return
  event.preventDefault()
  dialog.showModal()
})
// <button data-back hidden>: to where one came from, if one came from a page of ours
for (const button of document.querySelectorAll("[data-back]")) button.hidden = history.length < 2 || !document.referrer.startsWith(location.origin + "/")
document.addEventListener("click", event => { if (event.target.closest?.("[data-back]")) history.back() })
// <details class="drop"> closes like a menu: by Escape, or by a click elsewhere
document.addEventListener("click", event => { for (const drop of document.querySelectorAll("details.drop[open]")) if (!drop.contains(event.target)) drop.open = false })
document.addEventListener("keydown", event => {
  const drop = pressed(event, "menu") === "close" && event.target.closest?.("details.drop[open]")
  if (drop) { drop.open = false; drop.querySelector("summary").focus() }
})
// arrows walk through an open menu
document.addEventListener("keydown", event => {
  const does = pressed(event, "menu")
  if (does !== "next" && does !== "previous") return
  const menu = event.target.closest?.(".menu") ?? document.querySelector(".menu:popover-open")
  if (!menu) return
  const items = [...menu.querySelectorAll(".menu__item:not([aria-disabled=true])")], at = items.indexOf(document.activeElement)
  event.preventDefault()
  items.at(does === "next" ? (at + 1) % items.length : at <= 0 ? -1 : at - 1)?.focus()
})
