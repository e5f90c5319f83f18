// <span data-own-zone=id>: the choice of a zone begins with this device's own, as long as nobody has chosen.
function choose() {
  for (const mark of document.querySelectorAll("[data-own-zone]")) {
    const select = document.getElementById(mark.dataset.ownZone), own = Intl.DateTimeFormat().resolvedOptions().timeZone
    mark.remove()
    const name = ["Etc/UTC", "Etc/UCT", "GMT"].includes(own) ? "UTC" : own
    if (select && [...select.options].some(option => option.value === name)) select.value = name
  }
}
document.addEventListener("stream:applied", choose)
choose()
