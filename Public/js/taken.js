// What was kept of a form that was sent by leaving its page (drafts.js) is let go when the page that comes has taken it. A page that
// says no, as after a session that was over, did not take the words: they stay for when the form is open again.
const way = performance.getEntriesByType?.("navigation")[0]?.type
function settle() {
  let sent
  try { sent = JSON.parse(sessionStorage.getItem("sent-draft") ?? "null"); sessionStorage.removeItem("sent-draft") } catch { return }
  // who came back, or loaded a page again, may never have had an answer
  if (!sent || way === "back_forward" || way === "reload") return
  // the page to sign in on may come before this ran on the page that said no
  if (!document.querySelector('.error-state, form[action="/sign-in"]')) (sent[0] ? localStorage : sessionStorage).removeItem(sent[1])
}
settle()
