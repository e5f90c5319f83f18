// <form data-pasting>: its button waits until the field of the link holds something, and while it is being sent; what was pasted
// with white space around it loses it.
const field = form => form.querySelector("[name=code]")
const judge = form => {
  const button = form.querySelector("button:not([type=button])")
  if (button) button.disabled = "sending" in form.dataset || !field(form)?.value.trim()
}
const all = () => { for (const form of document.querySelectorAll("form[data-pasting]")) { delete form.dataset.sending; judge(form) } }

document.addEventListener("input", event => {
  const form = event.target.form
  if (!form?.matches("[data-pasting]")) return
  if (event.target === field(form) && event.inputType === "insertFromPaste") event.target.value = event.target.value.trim()
  judge(form)
})
document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-pasting]") || event.defaultPrevented) return
  form.dataset.sending = ""
  setTimeout(() => judge(form))                                        // after the browser has read what is sent
})
addEventListener("pageshow", all)
document.addEventListener("stream:applied", all)
all()
