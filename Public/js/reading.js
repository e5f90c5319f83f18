// <form data-read>: what it says was read is read once the page has been looked at for a moment. Opening changes nothing.
let timer
function look() {
  clearTimeout(timer)
  const form = document.querySelector("form[data-read]")
  if (!form || document.visibilityState !== "visible" || document.prerendering) return
  timer = setTimeout(() => { if (form.isConnected && !("busy" in form.dataset)) form.requestSubmit() }, 700)
}
look()
document.addEventListener("visibilitychange", look)
document.addEventListener("prerenderingchange", look)
