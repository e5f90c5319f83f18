// The program of the pages, on the rows of whoever this browser is a device of. Its calls and its saves go one after the other; what is
// done is said to be done when it is on the disk.
const device = (() => {
  const shelf = "device", text = new TextEncoder(), read = bytes => new TextDecoder().decode(bytes)
  let record, isRead = false                                          // what the store says of it; read once
  let calls, opened                                                   // the program with the device open in it, and which save that was
  let run = 0                                                         // which start of the program: what it has gathered and not taken in ends with it
  let modules = new Map()                                             // assets → the compiled program
  let failure

  let queue = Promise.resolve()
  const alone = work => { const done = queue.then(work); queue = done.catch(() => {}); return done }

  async function known() {
    if (!isRead) { record = await store.record().catch(why => { failure = String(why?.message ?? why); return undefined }); isRead = true }
    return record
  }
  const forget = () => { calls = opened = undefined; isRead = false; record = undefined }

  // ——— the program ———
  async function asset(path) {
    const shelved = await (await caches.open(shelf)).match(path)
    if (shelved) return shelved
    const fetched = await fetch(path)
    if (!fetched.ok) throw new Error(`${path}: ${fetched.status}`)
    await (await caches.open(shelf)).put(path, fetched.clone())
    return fetched
  }
  const compile = assets => {
    if (!modules.has(assets)) {
      const made = asset(assets + "/homeroom.wasm").then(file => WebAssembly.compileStreaming(file))
      modules = new Map([[assets, made]])
      made.catch(() => modules.delete(assets))
    }
    return modules.get(assets)
  }
  // A message goes to where there is room for it, and the answer is read from where it lies.
  async function start(assets) {
    const module = await compile(assets), answers = {}
    let made
    const system = { random_get: (at, count) => { crypto.getRandomValues(new Uint8Array(made.memory.buffer, at, count)); return 0 } }
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (answers[from] ??= {})[name] = system[name] ?? (() => 0)
    made = (await WebAssembly.instantiate(module, answers)).exports
    made._start()
    run++
    return made
  }
  function send(call, message) {
    const bytes = typeof message === "string" ? text.encode(message) : message, at = calls.homeroom_allocate(bytes.length)
    if (!at && bytes.length) throw new Error("device: too long")
    new Uint8Array(calls.memory.buffer).set(bytes, at)
    return calls["homeroom_" + call]()
  }
  function result(length) {
    if (length < 0) throw new Error("device: " + length)
    return new Uint8Array(calls.memory.buffer, calls.homeroom_result(), length).slice()
  }
  // By the server's clock, as it was last heard: what is typed goes by the day that it is in school, whatever this machine says.
  const hour = () => Date.now() + (record?.ahead ?? 0)
  const must = code => { if (code < 0) throw new Error("device: " + code); return code }
  const tell = said => JSON.parse(read(result(send("tell", JSON.stringify({ now: hour(), ...said })))))

  async function learn(languages, assets) {
    for (const language of languages)
      if (/^[a-z]{2}$/.test(language)) must(send("words", new Uint8Array(await (await asset(`${assets}/words/${language}.json`)).arrayBuffer())))
  }
  // Opens what was left here. A file that is not what was written is no device; what waited lies beside it.
  async function open() {
    if (calls && opened === record.saves) return
    const file = await store.file(record)
    calls = await start(record.assets)
    if (!file || send("open", file) < 0) { calls = undefined; throw new Damaged() }
    await learn(record.languages, record.assets)
    opened = record.saves
  }
  class Damaged extends Error {}

  // It is had anew, and what waited is sent from where it lies.
  async function damage() { if (await known()) record = await store.note(record, { state: "damaged" }) }

  const mirrored = orphans => {
    const { waiting, refused } = tell({ do: "standing" }), here = [...waiting, ...refused], keys = new Set(here.map(one => one.key))
    return [...here.map(({ key, path, body, typedAt, reason, isEditable }) => ({ key, path, body, typedAt: Number(typedAt), reason: reason ?? undefined, isEditable })),
      ...orphans.filter(one => !keys.has(one.key)).map(one => ({ ...one, orphan: true }))]
  }
  async function save(changes = {}) {
    const file = result(calls.homeroom_file()), orphans = (await store.requests(record.account)).filter(one => one.orphan)
    record = await store.save(record, { ...record, ...changes }, file, mirrored(orphans))
    opened = record.saves
  }

  // Does something with the open device. What fails leaves nothing half done: the device is read again as it was last saved.
  const work = doing => alone(async () => {
    for (let attempt = 0; ; attempt++) {
      await known()
      if (record?.state !== "ready") return undefined
      try { await open(); return await doing() } catch (why) {
        forget()
        if (why instanceof store.Overtaken && attempt === 0) continue
        if (why instanceof Damaged) await damage()
        failure = String(why?.message ?? why)
        throw why
      }
    }
  })

  // Rows that went, as after a restored backup or with other tables, are not “not found”: the server is asked until they are here again.
  async function unfill() { if (record.syncedAt && !tell({ do: "standing" }).isFilled) await save({ syncedAt: undefined }) }

  const locked = (known, why) => known?.account && { account: known.account, school: known.school, saves: (known.saves ?? 0) + 1, language: known.language, state: "locked", why }

  const seed = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("")
  return {
    known, forget, compile, asset, shelf,
    // Known to be nobody's device, without waiting for an answer.
    get isNone() { return isRead && !record },
    get failure() { return failure },
    set failure(why) { failure = why },
    // - Returns: { server: true } for what takes the server, else what it says, on the disk by now if anything was done.
    ask: asked => work(async () => {
      const bytes = result(send("answer", JSON.stringify({ language: record.language, ...asked, now: hour(), seed: seed() }))), end = bytes.indexOf(10)
      const said = { ...JSON.parse(read(bytes.subarray(0, end))), body: bytes.subarray(end + 1) }
      if (said.wrote) await save()
      return said
    }),
    tell: said => work(() => tell(said)),
    change: (said, changes) => work(async () => { const told = said && tell(said); await save(changes); return told }),
    // The form of a pull, and what has to be given back with its answer.
    pull: () => work(() => ({ ...tell({ do: "pull" }), run })),
    // - Returns: what is left to do: nothing (0), to ask once more (1), to fetch the newer program (2); nothing, for nothing was new (3).
    take: (bytes, asked) => work(async () => {
      // the pages before this one went with the program that had them
      if (asked !== run) return 1
      const left = must(send("take", bytes))
      if (left === 1) await unfill()
      return left
    }),
    // What the live line brought.
    // - Returns: what `take` does; 1 is that it has to be asked for.
    hear: bytes => work(() => must(send("take", bytes))),
    // Whether all is here that was known at a position of the live line, and nothing waits to be sent.
    reached: at => work(() => { const { head, waiting } = tell({ do: "standing" }); return !waiting.length && BigInt(head) >= BigInt(at) }),
    save: changes => work(() => save(changes)),
    renew: session => work(async () => { must(send("renew", session)); await save({ session, languages: languagesOf(session, record.language) }); await learn(record.languages, record.assets) }),
    // What is known of it beside its rows.
    note: changes => alone(async () => {
      try { if (await known()) record = await store.note(record, changes) } catch (why) { forget(); if (!(why instanceof store.Overtaken)) throw why }
    }),
    // What lies beside the rows and was sent from there, or refused.
    orphans: change => alone(async () => {
      if (!await known()) return
      const all = await store.requests(record.account)
      await store.noteRequests(record.account, [...all.filter(one => !one.orphan), ...change(all.filter(one => one.orphan))])
    }),
    // A device with nothing on it. What this person typed before and was not sent yet is sent from where it lies.
    begin: (session, more) => alone(async () => {
      const said = JSON.parse(session), languages = languagesOf(session, more.language), before = await known()
      calls = await start(said.assets)
      must(send("begin", session))
      await learn(languages, said.assets)
      const now = { account: said.account, school: said.school.id, assets: said.assets, session, languages, ...more, state: "ready", why: undefined, syncedAt: undefined }
      const orphans = await store.requests(said.account)
      // the rows of before are gone in the same breath
      await store.lock({ ...now, state: "begun", saves: before?.saves ?? 0 })
      record = { ...now, saves: before?.saves ?? 0 }
      record = await store.save({ account: said.account, saves: record.saves }, record, result(calls.homeroom_file()), orphans.map(one => ({ ...one, orphan: true })))
      opened = record.saves
      isRead = true
      failure = undefined
    }),
    // A newer program, on the same file: what waits on it stays.
    move: (session, headers) => alone(async () => {
      const { assets } = JSON.parse(session), before = await known()
      if (!before || before.state !== "ready") return
      await compile(assets)
      record = { ...before, assets }
      calls = undefined
      try {
        await open()
        must(send("renew", session))
        await save({ session, assets, headers })
        await unfill()
      } catch (why) {
        forget()
        // what the newer program cannot read it never will
        if (why instanceof Damaged) await damage()
        throw why
      }
    }),
    // Its rows go; whose it was stays known, and what they typed.
    lock: why => alone(async () => {
      const now = locked(await known(), why)
      if (!now) return
      calls = opened = undefined
      await store.lock(now)
      record = now
      await pictures.forget()
      await files.forget()
    }),
    // - Parameter account: whose requests go as well, for they have said so.
    wipe: account => alone(async () => {
      const before = await known(), kept = await store.wipe(account, before?.account === account ? undefined : locked(before, "somebody"))
      // known before anything else is awaited: whoever asks meanwhile is answered, and does not look for it again
      calls = opened = undefined
      record = kept
      isRead = true
      failure = undefined
      for (const name of await caches.keys()) if ([shelf, pictures.shelf, files.shelf, "offline"].includes(name)) await caches.delete(name)
    }),
  }
  function languagesOf(session, shown) {
    const { language, school } = JSON.parse(session)
    return [...new Set([language, shown, school.language].filter(Boolean))]
  }
})()
