// What was begun in a form (drafts.js) or made (making.js) and never sent, and lies in this browser alone. In the shape in which unsent.js tells of what
// waits; it is nobody's but its writer's to send.
import { hasCapture, held } from "./outbox.js"
import { reader } from "./stream.js"
import { shelf, tabShelf } from "./shelf.js"

// The key of work names its student. What was handed in without a line waits as a request of its own.
const isDraft = name => /^draft:(?!outbox-|quiz-|capture-waits)/.test(name) && (name.startsWith("draft:work-") || name.endsWith("@" + reader()))
function entry(shelf, name) {
  let kept
  try { kept = JSON.parse(shelf.getItem(name) ?? "null") } catch { /* not one of ours */ }
  if (!kept?.words?.length || held(name.slice("draft:".length)) || name.startsWith("draft:made-capture@") && hasCapture()) return []
  return [{ key: name, isBegun: true, isMade: !!kept.isMade, isEditable: true, path: kept.path, page: kept.page, body: new URLSearchParams(kept.words).toString(), typedAt: kept.typedAt }]
}
export function begun() {
  if (!reader()) return []
  try {
    return [[localStorage, shelf], [sessionStorage, tabShelf]].flatMap(([storage, shelf]) => Object.keys(storage).filter(isDraft).flatMap(name => entry(shelf, name)))
  } catch { return [] }                                                 // nothing can be kept here
}
export async function letGo(key) {
  for (const one of [shelf, tabShelf]) one.removeItem(key)
  const made = /^draft:made-(.*)@/.exec(key)?.[1]
  if (!made) return
  const { forgetDraft } = await import("./making.js")
  await forgetDraft(made)
  await forgetDraft(made + "-files")
}
