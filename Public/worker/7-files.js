// Files that a person has asked to have with them, as tomorrow's handout on the bus. With a line the server decides each time, and twice a day
// it is asked of all of them: what may not be seen any more goes from here, too.
const files = (() => {
  const shelf = "device-files", often = 432e5, isGone = status => [403, 404, 410].includes(status)
  const open = () => caches.open(shelf)

  // - Returns: what is kept, the newest first; sizes in bytes.
  async function list() {
    const all = await open()
    const found = await Promise.all((await all.keys()).map(async ({ url }) => {
      const { headers } = await all.match(url) ?? new Response()
      return { path: new URL(url).pathname, name: decodeURIComponent(headers.get("x-name") ?? ""), size: Number(headers.get("content-length")), keptAt: Number(headers.get("x-kept-at")) }
    }))
    return found.sort((a, b) => b.keptAt - a.keptAt)
  }
  // All of it, or nothing.
  // - Throws: where there is no line, no room, or no such file for this person.
  async function keep(path, name) {
    const answer = await fetch(path, { credentials: "same-origin", cache: "no-store", redirect: "error" })
    if (!answer.ok) throw new Error(String(answer.status))
    const bytes = await answer.blob(), headers = new Headers(answer.headers)
    headers.set("content-length", bytes.size)
    headers.set("x-name", encodeURIComponent(name))
    headers.set("x-kept-at", Date.now())
    if (!isOurs(await device.known())) throw new Error("device")
    await (await open()).put(path, new Response(bytes, { headers }))
    // whoever has signed out meanwhile leaves nothing behind
    if (!isOurs(await device.known())) await caches.delete(shelf)
  }
  const drop = async path => (await open()).delete(path)

  // A player asks for a part, and some play nothing that comes whole.
  async function part(kept, asked) {
    const all = await kept.blob(), from = Number(asked[1]), to = asked[2] ? Math.min(Number(asked[2]), all.size - 1) : all.size - 1
    const headers = new Headers(kept.headers)
    headers.set("content-range", from > to ? `bytes */${all.size}` : `bytes ${from}-${to}/${all.size}`)
    headers.set("content-length", from > to ? 0 : to - from + 1)
    return from > to ? new Response(null, { status: 416, headers }) : new Response(all.slice(from, to + 1), { status: 206, headers })
  }
  // - Returns: the file as it lies here; nothing where it does not.
  async function answer(request) {
    const { pathname, searchParams } = new URL(request.url), kept = await (await open()).match(pathname)
    if (!kept || !isFilled(await device.known())) return undefined
    const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.get("range") ?? "")
    if (range) return part(kept, range)
    if (!searchParams.has("save")) return kept
    const headers = new Headers(kept.headers)
    headers.set("content-disposition", (headers.get("content-disposition") ?? "").replace(/^inline/, "attachment"))
    return new Response(kept.body, { headers })
  }
  // What the server has just said of it.
  async function heard(path, answer) {
    const all = await open(), kept = await all.match(path)
    if (!kept) return
    if (isGone(answer.status)) return all.delete(path)
    const tag = answer.headers.get("etag")
    if (tag && tag !== kept.headers.get("etag")) await keep(path, decodeURIComponent(kept.headers.get("x-name") ?? ""))
  }
  async function look() {
    const known = await device.known()
    if (!isOurs(known) || Date.now() - (known.filesAt ?? 0) < often) return
    for (const { path } of await list()) await heard(path, await fetch(path, { credentials: "same-origin", cache: "no-store", headers: { range: "bytes=0-0" } }))
    await device.note({ filesAt: Date.now() })
  }
  return { shelf, list, keep, drop, answer, heard, look, forget: () => caches.delete(shelf) }
})()
