// Signing out without a line. The server hears of it before anything else is asked of it, and until then no page opens here: the cookie that
// says who is signed in is the server's to end.
const leaving = (() => {
  const shelf = "leaving", form = "/sign-out", farewell = "/farewell"
  let waits                                                            // whether the server has yet to hear; unknown until it was read
  // a browser that keeps nothing has kept nothing of this either
  const isWaiting = async () => waits ??= await caches.match(form, { cacheName: shelf }).then(left => !!left, () => false)
  isWaiting()
  const words = () => caches.match(farewell, { cacheName: shelf })
  async function forget() { waits = false; await caches.delete(shelf) }

  // - Returns: whether the server has heard of it; something on the way is not believed.
  async function tell() {
    const left = await caches.match(form, { cacheName: shelf })
    try {
      const answer = await fetch(form, { method: "POST", body: await left.text(), cache: "no-store",
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" } })
      const kind = answer.headers.get("content-type") ?? ""
      if (answer.status >= 500 || answer.status === 429 || !/^application\/(problem\+)?json/.test(kind)) return false
    } catch { return false }
    await forget()
    return true
  }
  return {
    // Known to be nothing that the server has yet to hear.
    get isOver() { return waits === false },
    // What is shown here until it has, in the language of who leaves.
    prepare: async page => (await caches.open(shelf)).put(farewell, new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } })),
    // The form that signs out.
    async out(request) {
      const body = await request.clone().text()
      try { const answer = await doubting(request); await forget(); return answer } catch (why) {
        const said = await words()
        // nothing was asked and nothing is forgotten here: the browser says that there is no line
        if (!said) throw why
        await (await caches.open(shelf)).put(form, new Response(body))
        waits = true
        return said
      }
    },
    // A page, once the server has heard.
    async first(request, go) {
      if (!await isWaiting() || await tell()) return go()
      return request.mode === "navigate" && await words() || Response.error()
    },
  }
})()
