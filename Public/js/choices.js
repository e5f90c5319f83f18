// <form data-choices>: what is a choice and no more is saved when it is made, and the word that says so can take it back. What turns the whole
// page waits for its button unless a pointer made the choice: with arrow keys one passes others on the way.
let pointed = 0
addEventListener("pointerdown", () => { pointed = Date.now() }, true)
document.addEventListener("change", event => {
  const field = event.target, form = field.form
  if (!form?.matches("[data-choices]") || !field.matches("[type=radio], [type=checkbox], [type=time], select")) return
  if (!form.matches("[data-live]") && Date.now() - pointed > 1500 || field.type === "time" && !field.value) return
  form.requestSubmit()
})
// A look is seen at once; what the school has chosen only its own page knows.
document.addEventListener("form:done", ({ detail: form }) => {
  if (!form.matches("[data-choices]")) return
  for (const field of form.querySelectorAll("input")) if (field.type === "radio" || field.type === "checkbox") field.defaultChecked = field.checked
  const { theme, scheme, keys } = Object.fromEntries(new FormData(form)), root = document.documentElement.dataset
  if (theme === undefined) return
  if (theme === "inherit" || scheme === "inherit") { location.reload(); return }
  Object.assign(root, { theme, scheme })
  if (keys === "off") root.keys = "off"
  else delete root.keys
})
