// What a page asks and tells: it is answered where it says (a port), or all windows are told.
addEventListener("message", event => {
  const { kind, key, account, isAsked, path, name, page, rows, at } = event.data ?? {}, port = event.ports[0]
  // at each change of a school: nobody is told how it stands
  if (kind === "rows") return event.waitUntil(line.hear(rows, account))
  if (kind === "reached") return event.waitUntil((async () => port?.postMessage(!beyond.has(path) && await line.reached(at).catch(() => false)))())
  // what changes how it stands is told to every page, and not only to who asked
  const answer = async said => {
    port?.postMessage(said)
    if (!port || /^(keep|forget|retry|discard)$/.test(kind)) await line.tellAll(said)
  }
  const told = message => { port?.postMessage(message); line.tellAll(message) }
  const work = {
    keep: async () => { try { await line.keep(told); device.failure = undefined } catch (why) { device.failure = String(why?.message || why?.name || why) } },
    // what somebody else typed, or what nobody was asked about, stays for who typed it
    forget: () => device.wipe(isAsked ? account : undefined),
    standing: () => {},
    leaving: () => leaving.prepare(page),
    files: () => {},
    "keep-file": () => files.keep(path, name),
    "drop-file": () => files.drop(path),
    sync: async () => { if (!at || !await line.reached(at)) await line.sync() },
    retry: async () => {
      await device.orphans(all => all.map(one => one.key === key ? { ...one, reason: undefined } : one))
      line.taken.delete(key)
      if (await isHere(key)) await device.change({ do: "retry", key })
      await line.sync()
    },
    discard: async () => { await discard(key); line.tellAll({ kind: "changed", sent: 1 }) },
  }[kind]
  if (!work) return
  event.waitUntil((async () => {
    const isOfFiles = /file/.test(kind)
    let hasFailed = false
    try { await work() } catch (why) { if (isOfFiles) hasFailed = true; else device.failure = String(why?.message ?? why) }
    const now = await line.standing()
    // no names of files to anybody but whose they are
    await answer(isOfFiles ? { ...now, hasFailed, files: now.kept && now.state !== "locked" ? await files.list().catch(() => []) : [] } : now)
  })())
})
async function discard(key) {
  await device.orphans(all => all.filter(one => one.key !== key))
  if (await isHere(key)) await device.change({ do: "discard", key })
}
// Among what the rows know, and not only beside them.
async function isHere(key) {
  const said = await device.tell({ do: "standing" })
  return [...said?.waiting ?? [], ...said?.refused ?? []].some(one => one.key === key)
}
