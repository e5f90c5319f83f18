// What its writer has sent and the school's books do not have yet, wherever in this browser it lies: with the worker, with the pages
// (outbox.js), or as a capture. All in one shape: { key, path, body, typedAt, reason, isEditable }, and what lies with the pages is isOfPage.
import { ask, isOwn } from "./device.js"
import { flush, hasCapture, requests } from "./outbox.js"

const captured = () => import("./captured.js")
// - Parameter standing: what the worker says; nothing where there is none.
export async function unsent(standing) {
  const ofWorker = isOwn(standing) ? [...standing.waiting ?? [], ...standing.refused ?? []] : []
  const capture = hasCapture() ? await captured().then(its => its.request()).catch(() => undefined) : undefined
  return [...ofWorker, ...requests(), ...capture ? [capture] : []]
}
// Sends what can be sent.
// - Returns: what is left of it.
export async function sendAll(entries) {
  await Promise.all([flush(), hasCapture() && captured().then(its => its.flush()).catch(() => {})])
  const standing = await ask("sync", {}, 30000) && await ask("standing", {}, 4000)
  // of a worker that does not answer nothing is known but what it had
  return [...await unsent(standing), ...standing ? [] : entries.filter(one => !one.isOfPage)]
}
