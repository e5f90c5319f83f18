// <form data-choices>: what is a choice and no more is saved when it is made, and the word that says so can take it back. A language waits
// for its button unless a pointer chose it: with arrow keys one passes others on the way.
let pointed = 0
addEventListener("pointerdown", () => { pointed = Date.now() }, true)
document.addEventListener("change", event => {
  const field = event.target, form = field.form
  if (!form?.matches("[data-choices]") || !field.matches("[type=radio], [type=checkbox], [type=time], select")) return
  if (field.type === "time" && !field.value || field.name === "language" && Date.now() - pointed > 1500) return
  form.requestSubmit()
})
// What was saved is what the page begins with from now on.
document.addEventListener("form:done", ({ detail: form }) => {
  if (!form.matches("[data-choices]")) return
  for (const field of form.querySelectorAll("[type=radio], [type=checkbox]")) field.defaultChecked = field.checked
  for (const option of form.querySelectorAll("option")) option.defaultSelected = option.selected
})
