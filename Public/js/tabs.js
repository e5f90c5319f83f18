// A strip of tabs that is wider than the screen begins where the current one is in sight, in its middle where there is room.
function show(strip) {
  const here = strip.querySelector("[aria-current]")
  if (!here || strip.scrollWidth <= strip.clientWidth) return
  const [tab, all] = [here.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += tab.left + tab.width / 2 - all.left - all.width / 2
}
const showAll = () => document.querySelectorAll(".tabs").forEach(show)
showAll()
document.addEventListener("stream:applied", showAll)
