// What if: the answer follows the typing. Nothing is kept; the form itself asks, and works as well with its button.
let timer
document.addEventListener("input", event => {
  const form = event.target.closest?.("form[data-what-if]")
  if (!form) return
  clearTimeout(timer)
  timer = setTimeout(() => form.requestSubmit(), 250)                  // while it is busy, forms.js asks once more behind it
})
