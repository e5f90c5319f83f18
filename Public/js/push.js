// <form data-push="KEY" hidden>: lets this browser ring. The question is asked when the button is pressed and never before;
// who says no keeps the list of notifications, which needs nobody's leave.
import { register } from "./worker.js"

// looked for each time: the page may have been replaced meanwhile
const asking = () => document.querySelector("form[data-push]")
const able = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis

function refuse() { asking().hidden = true; document.getElementById("push-denied").hidden = false }

async function offer() {
  const isRefused = document.getElementById("push-denied")?.hidden === false
  if (!able || isRefused || !asking()?.dataset.push) return
  if (Notification.permission === "denied") return refuse()
  const worker = await navigator.serviceWorker.getRegistration("/")
  const mine = await worker?.pushManager.getSubscription()
  const known = [...document.querySelectorAll("#devices input[name=endpoint]")].some(input => input.value && input.value === mine?.endpoint)
  const form = asking()
  if (form) form.hidden = known
}

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") return refuse()
  await register()
  const { pushManager } = await navigator.serviceWorker.ready
  let made = await pushManager.getSubscription()
  try { made ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: asking().dataset.push }) }
  catch { return refuse() }                     // a browser without a push service, or in a private window
  const { endpoint, keys } = made.toJSON(), form = asking()
  form.elements.endpoint.value = endpoint
  form.elements.p256dh.value = keys.p256dh
  form.elements.auth.value = keys.auth
  form.requestSubmit()
}

document.addEventListener("click", event => { if (able && event.target.closest?.("form[data-push] button")) subscribe() })
document.addEventListener("stream:applied", offer)
offer()
