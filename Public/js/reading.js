// <form data-read>: what it says was read is read once the page has been looked at for a moment. Opening changes nothing.
// With data-read="now" it is only on the way to something else, and is sent at once: the browser then keeps no place for it.
let timer
const looked = new WeakSet()
function look() {
  clearTimeout(timer)
  const form = document.querySelector("form[data-read]")
  if (!form || document.visibilityState !== "visible" || document.prerendering) return
  looked.add(form)
  const send = () => { if (form.isConnected && !("busy" in form.dataset)) form.requestSubmit() }
  if (form.dataset.read === "now") send()
  else timer = setTimeout(send, 700)
}
look()
document.addEventListener("visibilitychange", look)
document.addEventListener("prerenderingchange", look)
// one that has come since, as of what was written anew while it was open
document.addEventListener("stream:applied", () => { if (!looked.has(document.querySelector("form[data-read]"))) look() })
