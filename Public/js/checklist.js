// <form data-tick>: says when it was sent, by this device's clock, for it may reach the school hours later.
document.addEventListener("submit", event => {
  const form = event.target
  if (form.matches?.("form[data-tick]")) form.elements.at.value = Date.now()
}, true)
