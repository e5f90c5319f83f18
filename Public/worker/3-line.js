// The way to the server: what waits is sent in order, each under its own key, and then it is asked what is new. One at a time. Somebody
// else's session never sends it, and never sees what is here.
const line = (() => {
  let state = "on", running, again = false, newest, newestAt = 0
  const heard = () => { state = "on" }, lost = () => { state = "off" }
  // Without an answer in this time there is no line; the server may have it all the same, and its key makes it once.
  const patience = 15000
  async function call(path, { headers, ...more } = {}) {
    const { school } = await device.known() ?? {}
    try {
      const answer = await fetch(path, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(patience), ...more,
        headers: { accept: "application/json", ...(school && !more.anySchool ? { "homeroom-school": school } : {}), ...headers } })
      heard()
      return answer
    } catch (why) { lost(); throw new Lost(String(why?.message ?? why)) }
  }
  class Lost extends Error {}
  class Later extends Error {}
  class Locked extends Error {}
  class Stale extends Error {}
  // Rows go for the word of a server of ours alone, and not of something on the way.
  const isOurs = answer => (answer.headers.get("content-type") ?? "").startsWith("application/problem+json")
  // - Throws: what an answer means that is not what was asked for.
  function mustBeFine(answer) {
    if (answer.ok) return
    const why = { 401: "session", 404: "school", 409: "somebody" }[answer.status]
    if (!isOurs(answer)) throw new Later()
    throw why ? new Locked(why) : answer.status === 403 ? new Stale() : new Later()
  }

  // - Returns: the session of who is signed in, as the text that a device takes.
  async function session(anySchool = false) {
    const answer = await call("/api/v1/sync/session", { anySchool })
    if (answer.status === 403 && isOurs(answer)) throw new Locked("school")
    mustBeFine(answer)
    const said = await answer.json()
    newestAt = Date.now()
    return { text: JSON.stringify(said.session), said: said.session, files: said.files, ahead: said.now - Date.now() }
  }

  // ——— keeping ———
  const guards = ["content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "permissions-policy", "cache-control", "strict-transport-security"]
  async function fetchAll(assets, files, told) {
    const shelf = await caches.open(device.shelf), wanted = new Set(files.map(name => `${assets}/${name}`))
    let done = 0
    const rest = []
    for (const path of wanted) (await shelf.match(path)) ? done++ : rest.push(path)
    const next = async () => {
      for (let path; (path = rest.pop());) { await device.asset(path); told({ kind: "keeping", done: ++done, of: wanted.size }) }
    }
    told({ kind: "keeping", done, of: wanted.size })
    await Promise.all([next(), next(), next(), next()])
    return async () => { for (const old of await shelf.keys()) if (!wanted.has(new URL(old.url).pathname)) await shelf.delete(old) }
  }
  // With what the server's pages come, so that those of the device do, too.
  async function guarded({ account }) {
    const page = await call("/", { headers: { accept: "text/html" } }), html = await page.text()
    // the page and the session are of two moments; who was signed in at both is the one
    if (readerOf(html) !== account) throw new Later()
    return { headers: guards.flatMap(name => page.headers.has(name) ? [[name, page.headers.get(name)]] : []), language: languageOf(html) }
  }
  async function keep(told = () => {}, anySchool = true) {
    const { text, said, files, ahead } = await session(anySchool)
    // a server without the program has no devices
    if (!files.includes("homeroom.wasm")) throw new Error("module")
    const tidy = await fetchAll(said.assets, files, told)
    const { headers, language } = await guarded(said)
    await device.begin(text, { headers, language, ahead, unsure: false, isElsewhere: false })
    await tidy()
    await exchange(said)
  }

  // ——— sending ———
  const post = (one, csrf) => call(one.path, { method: "POST", redirect: "manual", body: one.body + (one.body ? "&" : "") + "command=" + one.key,
    headers: { "content-type": "application/x-www-form-urlencoded", "x-csrf-token": csrf, ...(one.school ? { "homeroom-school": one.school } : {}) } })
  // - Returns: why it is refused for good, or nothing.
  async function sendOne(one) {
    let answer = await post(one, newest.csrf)
    if (answer.status === 403) {
      newest = (await sure()).said
      answer = await post(one, newest.csrf)
    }
    if (answer.ok || answer.type === "opaqueredirect") return undefined
    if (answer.status === 401) mustBeFine(answer)
    if (answer.status === 429 || answer.status >= 500 || !isOurs(answer)) throw new Later()
    const problem = await answer.json().catch(() => ({}))
    return problem.errors?.[0]?.detail ?? problem.detail ?? String(answer.status)
  }
  // What the server has taken stays on the device until the rows say so; it is not sent again meanwhile.
  const taken = new Set()
  async function push() {
    let sent = 0
    const { account } = await device.known() ?? {}
    if (!account) return sent
    const orphans = (await store.requests(account)).filter(one => one.orphan && !one.reason)
    for (const one of orphans) {
      const reason = await sendOne(one)
      sent++
      await device.orphans(all => all.flatMap(each => each.key !== one.key ? [each] : reason ? [{ ...each, reason }] : []))
    }
    return sent + await pushAll()
  }
  // A hundred in one round trip, each with its own outcome.
  async function pushAll() {
    for (let sent = 0, last; ;) {
      const asked = await device.tell({ do: "push" })
      // what the answer said nothing of, as that of a server with older books, waits for what the pull says
      if (!asked?.form || asked.form === last) return sent
      const answer = await call("/api/v1/sync/push", { method: "POST", body: asked.form,
        headers: { "content-type": "application/x-www-form-urlencoded", "x-csrf-token": newest.csrf } })
      // what cannot be sent with others is sent by itself, and nothing waits behind it for ever
      if ([400, 413, 422].includes(answer.status) && isOurs(answer)) { await pushOne(asked.form); sent++; continue }
      mustBeFine(answer)
      last = asked.form
      const said = await answer.json()
      for (const one of said.results) if (one.status === 200) taken.add(one.key)
      sent += said.results.length
      if (!(await device.change({ do: "pushed", answer: said }))?.isDone) throw new Later()
    }
  }
  async function pushOne(form) {
    const fields = new URLSearchParams(form), one = { key: fields.get("key"), path: fields.get("path"), body: fields.get("body") }
    const reason = await sendOne(one)
    if (reason) return device.change({ do: "refused", key: one.key, reason })
    taken.add(one.key)
    // accepted, it leaves the outbox with the rows that it made
    await pull()
  }
  async function pull() {
    for (let round = 0, isMore = false; round < 2000; round++) {
      const asked = await device.pull()
      if (!asked) return
      const answer = await call("/api/v1/sync/pull", { method: "POST", body: asked.form,
        headers: { "content-type": "application/x-www-form-urlencoded", "x-csrf-token": newest.csrf } })
      mustBeFine(answer)
      const progress = await device.take(new Uint8Array(await answer.arrayBuffer()), asked.run)
      if (progress === undefined) return
      if (progress === 2) throw new Old()
      if (progress === 1) { isMore = true; continue }
      // where nothing was new nothing is written but the hour
      await (progress === 3 && !isMore ? device.note : device.save)({ syncedAt: Date.now() })
      taken.clear()
      return
    }
  }
  class Old extends Error {}

  // Whose session it is comes with each push and pull, which are refused to anybody else, and what they may see with the rows. What else the
  // session says, as a name or which program the server has, is asked now and then, and when a page or a refusal says that it is another.
  const recent = 300000
  const isRecent = known => newest?.account === known.account && known.state === "ready" && !known.unsure && Date.now() - newestAt < recent
  const doubt = () => { newestAt = 0 }
  async function sure() {
    const now = await session(), known = await device.known()
    if (now.said.account !== known?.account) throw new Locked("somebody")
    newest = now.said
    return now
  }
  async function exchange(said) {
    newest = said
    const sent = await push()
    await pull()
    return sent
  }
  async function update({ text, said, files }) {
    const tidy = await fetchAll(said.assets, files, () => {})
    await device.move(text, (await guarded(said)).headers)
    await tidy()
  }
  async function round() {
    const known = await device.known()
    if (!known) return
    if (isRecent(known)) return exchanged(newest)
    const now = await sure()
    // whoever was locked out is here again, or what lay here was damaged: all of it anew, and what waited is sent
    if (known.state !== "ready") { await keep(undefined, false); return tellAll({ kind: "changed", sent: 1 }) }
    if (known.unsure || Math.abs(now.ahead - (known.ahead ?? 0)) > 60000) await device.note({ unsure: false, ahead: now.ahead })
    if (now.said.assets !== known.assets) await update(now)
    else if (now.text !== known.session) await device.renew(now.text)
    await exchanged(now.said)
  }
  async function exchanged(said) {
    const before = (await device.known())?.hash
    let sent
    try { sent = await exchange(said) } catch (why) {
      if (!(why instanceof Old)) throw why
      await update(await sure())
      sent = await exchange(newest)
    }
    if (sent || (await device.known())?.hash !== before) tellAll({ kind: "changed", sent })
    files.look().catch(() => {})
  }
  // - Returns: whether all went well.
  async function attempt(isSecond = false) {
    try { await round(); device.failure = undefined; return true } catch (why) {
      // what lay here is no good: it is had anew at once
      if (!isSecond && (await device.known())?.state === "damaged") return attempt(true)
      // the proof of the forms is another since somebody signed in again
      if (!isSecond && why instanceof Stale) { doubt(); return attempt(true) }
      if (why instanceof Locked) await device.lock(why.message)
      else if (!(why instanceof Lost || why instanceof Later || why instanceof Stale)) device.failure = String(why?.message ?? why)
      return false
    } finally { tellAll(await standing()) }
  }
  // Who asks while it is under way is answered by one more.
  function sync() {
    if (running) { again = true; return running }
    return running = (async () => {
      let well
      do { again = false; well = await attempt() } while (again && well)
      return well
    })().finally(() => { running = undefined })
  }
  // ——— rows of the live line ———
  let saving, waiters = []
  // - Parameter account: whose line brought them: what another's was not told of would be taken for told.
  async function hear(text, account) {
    const known = await device.known()
    if (!isFilled(known) || known.account !== account) return
    const left = await device.hear(Uint8Array.from(atob(text), letter => letter.charCodeAt(0))).catch(() => 1)
    for (const go of waiters.splice(0)) go()
    if (left === 1) return sync()
    // lost with the worker, they are fetched again: the disk is spared a write for each
    if (left === 0) saving ??= setTimeout(() => { saving = undefined; device.save({ syncedAt: Date.now() }).catch(() => {}) }, 1000)
  }
  // The word that a page has changed can be here before the rows that it is about.
  // - Returns: whether they are here.
  async function reached(at) {
    if (!/^[0-9]+$/.test(at ?? "") || !isFilled(await device.known())) return false
    if (await device.reached(at)) return true
    await new Promise(go => { waiters.push(go); setTimeout(go, 100) })
    return !!await device.reached(at)
  }

  // What waits goes before anything else that is sent or asked for.
  // - Returns: whether nothing waits any more.
  async function flush() {
    const { account } = await device.known() ?? {}
    if (!account) return true
    const waits = async () => (await store.requests(account)).some(one => !one.reason && !taken.has(one.key))
    if (!await waits()) return true
    if (state === "off" && !navigator.onLine) return false
    await sync()
    return !await waits()
  }

  // ——— how it stands ———
  async function standing() {
    const known = await device.known()
    if (!known) return { kind: "standing", kept: false, line: state, state: device.failure ? "failed" : "ready", why: device.failure, waiting: [], refused: [] }
    // what somebody typed is for themselves, and who is here may be another
    if (known.state === "locked" || known.unsure)
      return { kind: "standing", kept: known.why !== "somebody", account: known.account, school: known.school, line: state, state: "locked", why: known.why, waiting: [], refused: [] }
    const all = await store.requests(known.account)
    const shown = known.state !== "ready" ? "failed" : isLapsed(known) ? "lapsed" : known.state
    return { kind: "standing", kept: true, account: known.account, school: known.school, syncedAt: known.syncedAt, savedAt: known.savedAt, line: state,
      state: device.failure && shown === "ready" ? "failed" : shown, why: known.why ?? device.failure,
      waiting: all.filter(one => !one.reason), refused: all.filter(one => one.reason) }
  }
  async function tellAll(message, but) {
    for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true })) if (client.id !== but) client.postMessage(message)
  }
  // Where the browser can, what waits goes out when there is a line, also with no page open.
  const remember = () => registration.sync?.register("device").catch(() => {})
  return { keep, sync, hear, reached, flush, standing, tellAll, remember, heard, lost, doubt, taken, get state() { return state } }
})()
// Who a page of the server's is of: everybody in a school listens to their own inbox.
const readerOf = html => /<meta name="live-topics" content="[^"]*\binbox\/([0-9a-f-]{36})/.exec(html)?.[1]
const languageOf = html => /<html[^>]* lang="([a-z]{2})"/.exec(html)?.[1]

addEventListener("sync", event => {
  if (event.tag === "device") event.waitUntil(line.sync().then(well => { if (!well) throw new Error("later") }))
})
