// <time datetime data-relative>: the server's text stands until this runs, then "3 minutes ago" keeps itself true.
const units = [["day", 864e5], ["hour", 36e5], ["minute", 6e4]]
function tick() {
  if (document.visibilityState === "hidden") return
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const ms = new Date(element.dateTime) - Date.now()
    if (Number.isNaN(ms) || Math.abs(ms) > 7 * 864e5) continue       // after a week a date says more
    const [unit, size] = units.find(([, s]) => Math.abs(ms) >= s) ?? ["minute", 6e4]
    const language = element.closest("[lang]")?.lang
    const text = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(ms / size), unit)
    if (element.textContent !== text) element.textContent = text
  }
}
tick()
setInterval(tick, 30000)
document.addEventListener("visibilitychange", tick)
document.addEventListener("stream:applied", tick)
