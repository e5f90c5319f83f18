// <button data-share="/path">: the device's own way of sharing, or the address into the clipboard
document.addEventListener("click", async event => {
  const button = event.target.closest?.("[data-share]")
  if (!button) return
  const url = new URL(button.dataset.share, location.href).href
  try {
    if (navigator.share) await navigator.share({ url, title: button.dataset.shareTitle })
    else { await navigator.clipboard.writeText(url); button.lastChild.textContent = button.dataset.wordCopied }
  } catch { /* the person thought better of it */ }
})
