// <form data-push="KEY" hidden>: lets this browser ring. The question is asked when the button is pressed and never before;
// who says no keeps the list of notifications, which needs nobody's leave.
import { register } from "./worker.js"

const form = document.querySelector("form[data-push]"), no = document.getElementById("push-denied")
const able = form?.dataset.push && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis

function refuse() { form.hidden = true; no.hidden = false }

async function offer() {
  if (Notification.permission === "denied") return refuse()
  const worker = await navigator.serviceWorker.getRegistration("/")
  const mine = await worker?.pushManager.getSubscription()
  const known = [...document.querySelectorAll("#devices input[name=endpoint]")].some(input => input.value && input.value === mine?.endpoint)
  form.hidden = known
}

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") return refuse()
  await register()
  const { pushManager } = await navigator.serviceWorker.ready
  let made = await pushManager.getSubscription()
  try { made ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push }) }
  catch { return refuse() }                     // a browser without a push service, or in a private window
  const { endpoint, keys } = made.toJSON()
  form.elements.endpoint.value = endpoint
  form.elements.p256dh.value = keys.p256dh
  form.elements.auth.value = keys.auth
  form.requestSubmit()
}

if (able) {
  form.querySelector("button").addEventListener("click", subscribe)
  offer()
}

// nothing waits any more: the icon of who has installed it says so as well
function unmark() {
  const bell = document.getElementById("bell")
  if (bell && !("dot" in bell.dataset)) navigator.clearAppBadge?.().catch(() => {})
}
document.addEventListener("stream:applied", unmark)
unmark()
