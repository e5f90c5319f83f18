// Pictures that a page shows, as the faces of a class: those that were seen lately are there without a line, and where there is none the
// place stays empty instead of broken. With a line the server decides each time: what may not be seen any more goes from here, too.
const pictures = (() => {
  const shelf = "device-pictures", most = 600, largest = 300000, blank = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`
  let kept = 0
  async function keep(request, answer) {
    // who has signed out meanwhile leaves nothing behind
    if (!isOurs(await device.known())) return
    const all = await caches.open(shelf)
    if (!answer.ok) return all.delete(request, { ignoreVary: true })
    if (!(Number(answer.headers.get("content-length")) <= largest)) return
    await all.put(request, answer)
    // the oldest go, looked for now and then
    if (kept++ % 50) return
    const keys = await all.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - most))) await all.delete(old)
  }
  return {
    shelf,
    async answer(event) {
      const { request } = event, isOwn = isOurs(await device.known())
      try {
        const answer = await fetch(request)
        if (isOwn && answer.type === "basic" && answer.status !== 206) event.waitUntil(keep(request, answer.clone()).catch(() => {}))
        return answer
      } catch (why) {
        if (!isFilled(await device.known())) throw why
        return await files.answer(request) ?? await caches.match(request, { cacheName: shelf, ignoreVary: true })
          ?? new Response(blank, { headers: { "content-type": "image/svg+xml", "cache-control": "no-store" } })
      }
    },
    forget: () => caches.delete(shelf),
  }
})()
