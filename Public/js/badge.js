// Nothing waits any more: the icon of who has installed it says so as well, as the bell does.
function unmark() {
  const bell = document.getElementById("bell")
  if (bell && !("dot" in bell.dataset)) navigator.clearAppBadge?.().catch(() => {})
}
document.addEventListener("stream:applied", unmark)
unmark()
