// <form data-search data-results="id"> with an input of type search: asks 300 ms after the last key, and keeps the address true.
// data-keep="name": what is ticked under that name among the results goes along, and comes back ticked.
import { parse } from "./stream.js"
import { needAsIn } from "./scripts.js"
import { say } from "./toasts.js"

const pending = new WeakMap()                                        // form → { timer, ask }

// The ticks among the results, as part of an address; the server puts what they name on top.
function keep(form, query) {
  const name = form.dataset.keep, results = name && document.getElementById(form.dataset.results)
  if (!results) return
  query.delete(name)
  for (const box of results.querySelectorAll("input:checked")) if (box.name === name) query.append(name, box.value)
}

async function find(form, address) {
  const job = pending.get(form) ?? {}
  job.ask?.abort()
  job.ask = new AbortController()
  pending.set(form, job)
  const url = new URL(address ?? (form.action || location.href))
  const data = address ? url.searchParams : new URLSearchParams(new FormData(form))
  for (const [key, value] of [...data]) if (!value) data.delete(key)
  keep(form, data)
  url.search = data
  const box = form.querySelector(".search") ?? form
  box.setAttribute("aria-busy", "true")
  try {
    const response = await fetch(url, { headers: { accept: "text/html" }, credentials: "same-origin", signal: job.ask.signal })
    // too often, and asked again by itself when it may be
    if (response.status === 429) { say(document.documentElement.dataset.wordSlow); later(form, (Number(response.headers.get("retry-after")) || 2) * 1000); return }
    if (!response.ok) return
    const page = parse(await response.text()), id = form.dataset.results, fresh = page.getElementById(id), old = document.getElementById(id)
    if (!fresh || !old) { location.assign(url); return }
    old.replaceWith(document.adoptNode(fresh))
    needAsIn(page)
    history.replaceState(history.state, "", url)
    document.dispatchEvent(new CustomEvent("stream:applied"))
  } catch { /* a newer question, or no line: the words stay in the field and Enter still works */ }
  if (pending.get(form)?.ask === job.ask) box.removeAttribute("aria-busy")
}
function later(form, wait) {
  const job = pending.get(form) ?? {}
  clearTimeout(job.timer)
  job.timer = setTimeout(() => find(form), wait)
  pending.set(form, job)
}

document.addEventListener("input", event => {
  const form = event.target.form
  if (event.isComposing || !form?.matches("form[data-search]") || !event.target.matches("input[type=search]")) return
  later(form, 300)
})
// the next part of a list with ticks in it: they go along there, too
document.addEventListener("click", event => {
  const link = event.target.closest?.(".pager a"), results = link?.closest("[id]")
  const form = results && document.querySelector(`form[data-keep][data-results="${CSS.escape(results.id)}"]`)
  if (!form || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  event.preventDefault()
  find(form, link.href)
})
// a filter needs no waiting: choosing is the last key
document.addEventListener("change", event => {
  const form = event.target.form
  if (form?.matches("form[data-search]") && event.target.matches("select, input[type=checkbox], input[type=radio]")) later(form, 0)
})
document.addEventListener("click", event => {
  const clear = event.target.closest?.(".search__clear"), field = clear?.closest(".search")?.querySelector("input")
  if (!field) return
  event.preventDefault()                                             // without a script it is a link to the page without a query
  field.value = ""
  field.focus()
  field.dispatchEvent(new Event("input", { bubbles: true }))
})
