// <time datetime data-relative>: "3 minutes ago" keeps itself true, by the rule that the server wrote it by (Kit's Marks): what is
// further off than a day, or lies more than an hour ahead, is a moment. So nothing moves when this runs first.
const minute = 6e4, hour = 60 * minute, day = 24 * hour
function said(element) {
  const passed = Date.now() - new Date(element.dateTime)
  if (Number.isNaN(passed) || passed > -minute / 2 && passed < minute) return
  const left = Math.ceil(-passed / minute)
  if (passed >= day || left >= 60) return element.title
  const [count, unit] = left > 0 ? [left, "minute"] : passed < hour ? [-Math.floor(passed / minute), "minute"] : [-Math.floor(passed / hour), "hour"]
  // Hebrew's word for two hours has the figure behind it, in brackets, which nobody says
  return new Intl.RelativeTimeFormat(element.closest("[lang]")?.lang).format(count, unit).replace(/\s*\(\d+\)$/, "")
}
function tick() {
  if (document.visibilityState === "hidden") return
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = said(element)
    if (text && element.textContent !== text) element.textContent = text
  }
}
tick()
setInterval(tick, 30000)
document.addEventListener("visibilitychange", tick)
document.addEventListener("stream:applied", tick)
