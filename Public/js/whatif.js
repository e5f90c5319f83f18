// What if: the answer follows the typing. Nothing is kept; the form itself asks, and works as well with its button.
let timer
document.addEventListener("input", event => {
  const form = event.target.closest?.("#what-if-form")
  if (!form) return
  clearTimeout(timer)
  timer = setTimeout(() => { if (!("busy" in form.dataset)) form.requestSubmit(); else timer = setTimeout(() => form.requestSubmit(), 200) }, 250)
})
