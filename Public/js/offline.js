// A page that is opened without a line: who writes something that is kept on this device is told so in their own words and
// look, rather than by the browser. Where one writes, the page is laid down; sw.js shows it; it leads back by itself.
import { register } from "./worker.js"

const root = document.documentElement
function written() {
  const page = document.implementation.createHTMLDocument(document.title), text = page.createElement("h1")
  for (const name of ["lang", "dir", "data-theme", "data-scheme"]) page.documentElement.setAttribute(name, root.getAttribute(name) ?? "")
  page.documentElement.dataset.lineDown = ""
  for (const one of document.head.querySelectorAll("meta[charset], meta[name=viewport], meta[name=color-scheme], meta[name=theme-color], link[rel=stylesheet]"))
    page.head.append(page.importNode(one, true))
  text.textContent = root.dataset.wordOffline
  const main = page.createElement("main"), head = page.createElement("div")
  main.className = "page page--narrow"; main.id = "main"; head.className = "page__head"; page.body.className = "plain"
  head.append(text); main.append(head); page.body.append(main)
  // Of the scripts it has this one only, which the browser keeps with what it imports, since a page has had it. An address is not
  // for us to give to an element (Trusted Types), and is for us to write.
  const script = `<script type="module" src="${new URL(import.meta.url).pathname}"></script>`
  return "<!doctype html>" + page.documentElement.outerHTML.replace("</head>", script + "</head>")
}
export async function prepare() {
  try {
    await register()
    const shelf = await caches.open("offline")
    await shelf.put("/offline", new Response(written(), { headers: { "content-type": "text/html; charset=utf-8" } }))
  } catch { /* a private window, or a browser without one: its own page says that there is no line */ }
}
if ("serviceWorker" in navigator && "caches" in globalThis && document.querySelector("[data-work] form[data-draft], #quiz[data-quiz]")) prepare()

// on the page itself: back as soon as the school answers
if ("lineDown" in root.dataset) {
  const look = () => fetch("/favicon.svg", { cache: "no-store" }).then(answer => answer.ok && location.reload()).catch(() => {})
  addEventListener("online", look)
  setInterval(look, 5000)
}
