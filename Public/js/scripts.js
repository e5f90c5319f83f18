// A page names the scripts that its elements need, each in an element of its own. What comes into an open page later may need some
// that the page came without: the page it was fetched from names them, or the fragment does (data-scripts).
const named = page => [...page.querySelectorAll("script[type=module][src]")].map(script => /\/js\/([a-z]+)\.js$/.exec(script.getAttribute("src"))?.[1])

// Called when the elements are in their place: a script that is new here begins with what it finds, one that runs hears of it by
// stream:applied. Always of this page's own version, because two of a module would do everything twice.
export function need(names) {
  // without a line the elements do what they do without a script
  for (const name of names) if (/^[a-z]+$/.test(name ?? "")) import(`./${name}.js`).catch(() => {})
}
export const needAsIn = page => need(named(page))
