// Fetches this page again and puts its <main> in place of the old one: the scroll, the focus and half-written forms stay.
import { parse, keepingFocus, typingIn, news, untouched } from "./stream.js"
import { needAsIn } from "./scripts.js"

let running = false, wanted = false, later
// the first is what every page has; by its address the pages of two versions differ
const script = page => page.querySelector("script[type=module]")?.getAttribute("src")

// What must not be taken from under somebody's hands: words, open dialogs, files on their way, a form that came back with what
// was wrong (its words are its defaults), a film that plays.
const dirty = main => typingIn(main) || main.querySelector("dialog[open], :popover-open, [data-dragging], form[aria-busy=true], form[data-busy], .uploads__row, .error-summary, [aria-invalid=true]") || [...main.querySelectorAll("video, audio")].some(m => !m.paused) || [...main.querySelectorAll("input, textarea, select")].some(field =>
  field.type === "hidden" || field.type === "search" ? false
    : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.type === "file" ? field.files.length
        : field.tagName === "SELECT" ? [...field.options].some(o => o.selected !== o.defaultSelected) && field.selectedIndex > 0
          : field.value !== field.defaultValue)

// What did not come is asked for again: nothing else repeats the word that there is news. Not by all in the same second.
export const soon = () => 4000 + Math.random() * 4000

export async function refresh() {
  // a page that knows a better way than being replaced takes it
  if (!document.dispatchEvent(new CustomEvent("page:refresh", { cancelable: true }))) return
  wanted = true
  if (running) return
  running = true
  clearTimeout(later)
  await new Promise(go => setTimeout(go, Math.random() * 300))       // a whole school does not ask in the same instant
  try {
    while (wanted) {
      wanted = false
      const main = document.querySelector("main")
      if (!main || dirty(main)) { later = setTimeout(refresh, 4000); break }
      const response = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin", cache: "no-store" })
      // signed out, moved, or no longer allowed: the real page says it better than a fragment could
      if (response.status >= 500) throw response.status
      if (!response.ok || (response.redirected && new URL(response.url).pathname !== location.pathname)) { location.reload(); break }
      const page = parse(await response.text()), fresh = page.querySelector("main")
      await untouched()
      if (!fresh || dirty(main)) { later = setTimeout(refresh, 4000); break }
      // the server is a newer one: its page wants its own scripts and styles
      if (script(page) !== script(document)) { location.reload(); break }
      if (fresh.innerHTML === main.innerHTML) continue
      const open = [...main.querySelectorAll("details[open][id]")].map(d => d.id)
      const top = scrollY
      keepingFocus(() => main.replaceChildren(...document.adoptNode(fresh).childNodes))
      needAsIn(page)
      for (const id of open) document.getElementById(id)?.setAttribute("open", "")
      scrollTo({ top, behavior: "instant" })
      document.title = page.title
      document.dispatchEvent(new CustomEvent("stream:topics", { detail: news(page) }))
      document.dispatchEvent(new CustomEvent("stream:applied"))
    }
  } catch { clearTimeout(later); later = setTimeout(refresh, soon()) }
  running = false
}
document.addEventListener("stream:refresh", refresh)
