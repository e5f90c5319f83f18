// Chromium reads Speculation-Rules from the response header. Elsewhere: warm the page when a finger or pointer lands on a link.
if (!HTMLScriptElement.supports?.("speculationrules") && !navigator.connection?.saveData) {
  const seen = new Set()
  const warm = link => {
    if (!link || link.origin !== location.origin || link.download || link.target || link.closest("[data-no-prefetch]")) return
    const here = link.pathname + link.search
    if (here === location.pathname + location.search || seen.has(here)) return
    seen.add(here)
    setTimeout(() => seen.delete(here), 10000)
    fetch(here, { headers: { purpose: "prefetch" }, credentials: "same-origin", priority: "low" }).catch(() => {})
  }
  const link = event => event.target.closest?.("a[href]")
  addEventListener("pointerover", event => {
    const at = event.pointerType === "mouse" && link(event)
    if (at) setTimeout(() => at.matches(":hover") && warm(at), 65)   // passing over is not wanting
  }, { passive: true })
  addEventListener("touchstart", event => warm(link(event)), { passive: true })
}
