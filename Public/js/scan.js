// <button data-scan="dialog-id" hidden>: shows itself where the browser reads codes (BarcodeDetector), and reads one with the camera.
// A link of ours is gone to; anything else goes into the field called “code”. Pasting works everywhere.
const Detector = globalThis.BarcodeDetector
const openers = () => [...document.querySelectorAll("button[data-scan]")]

async function able() {
  if (!Detector || !navigator.mediaDevices?.getUserMedia) return false
  try { return (await Detector.getSupportedFormats()).includes("qr_code") } catch { return false }
}

// What was read: the page of joining with the code, or the code itself.
function take(text) {
  let url
  try { url = new URL(text) } catch { /* a bare code */ }
  if (url?.origin === location.origin && url.pathname === "/join") { location.assign(url); return true }
  const field = document.querySelector("input[name=code]")
  if (!field || !/^[\w\s-]{20,60}$/.test(url ? url.searchParams.get("code") ?? "" : text)) return false
  field.value = url ? url.searchParams.get("code") : text
  field.focus()
  return true
}

async function look(dialog) {
  const view = dialog.querySelector("[data-scan-view]"), say = dialog.querySelector("[data-scan-say]")
  let stream
  try { stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }) }
  catch { say.textContent = say.dataset.wordRefused; return }
  const stop = () => { for (const track of stream.getTracks()) track.stop(); view.srcObject = null }
  if (!dialog.open) { stop(); return }
  dialog.addEventListener("close", stop, { once: true })
  view.srcObject = stream
  await view.play().catch(() => {})
  const detector = new Detector({ formats: ["qr_code"] })
  while (dialog.open) {
    const [found] = await detector.detect(view).catch(() => [])
    if (found && take(found.rawValue)) { dialog.close(); return }
    if (found) say.textContent = say.dataset.wordOther
    await new Promise(next => setTimeout(next, 200))
  }
}

document.addEventListener("click", event => {
  const button = event.target.closest?.("button[data-scan]"), dialog = button && document.getElementById(button.dataset.scan)
  if (!dialog) return
  dialog.showModal()
  look(dialog)
})
const show = () => { if (openers().some(button => button.hidden)) able().then(yes => { if (yes) for (const button of openers()) button.hidden = false }) }
document.addEventListener("stream:applied", show)
show()
