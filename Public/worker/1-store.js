// What a device keeps in the browser's database: its file in pages, of which only those that changed are written, a record that says
// whose it is, and each request that waits once more by itself, so that a damaged file loses no words. All of one save, or none of it.
const store = (() => {
  const page = 65536, name = "device", record = "record"
  class Overtaken extends Error {}
  class None extends Overtaken {}
  let opening
  // Who only asks makes none: what was wiped stays gone, and a browser that is nobody's device has nothing of ours.
  const open = isNew => opening ??= new Promise((done, fail) => {
    const asked = indexedDB.open(name, 1)
    let isNone = false
    asked.onupgradeneeded = () => {
      if (!isNew) { isNone = true; return asked.transaction.abort() }
      for (const each of ["record", "pages"]) asked.result.createObjectStore(each)
      asked.result.createObjectStore("requests", { keyPath: ["account", "key"] })
    }
    asked.onsuccess = () => {
      // another worker of ours wants it gone, or the browser has taken it: the next one who asks opens it again
      asked.result.onversionchange = asked.result.onclose = () => { opening = undefined; asked.result.close() }
      done(asked.result)
    }
    asked.onerror = () => { opening = undefined; fail(isNone ? new None() : asked.error) }
  })
  const orNone = (asked, none) => asked.catch(why => { if (why instanceof None) return none; throw why })
  const answered = asked => new Promise((done, fail) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => fail(asked.error) })
  // One transaction that is on the disk when this is fulfilled; `work` asks for nothing but the database meanwhile.
  async function within(mode, work) {
    const all = await open(), held = all.transaction(["record", "pages", "requests"], mode, { durability: "strict" })
    const complete = new Promise((done, fail) => { held.oncomplete = done; held.onabort = () => fail(held.error ?? new DOMException("", "AbortError")); held.onerror = event => event.preventDefault() })
    let answer
    try { answer = await work(name => held.objectStore(name)) } catch (why) { try { held.abort() } catch { /* it has ended by itself */ } complete.catch(() => {}); throw why }
    await complete
    return answer
  }
  const hashOf = async bytes => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map(byte => byte.toString(16).padStart(2, "0")).join("")

  // The file as it lies there, so that the next save knows what has changed.
  let last = new Uint8Array(0)
  const isSame = (file, at) => {
    const end = Math.min(at + page, file.length)
    if (last.length < end || end - at < page && last.length !== file.length) return false
    for (let place = at; place < end; place++) if (file[place] !== last[place]) return false
    return true
  }

  return {
    Overtaken,
    record: () => orNone(within("readonly", part => answered(part("record").get(record)))),
    // The requests of one person, as they were typed.
    requests: async account => (await orNone(within("readonly", part => answered(part("requests").getAll(IDBKeyRange.bound([account], [account, []])))), []))
      .sort((a, b) => a.typedAt - b.typedAt),
    // - Returns: the file, or nothing when it is not what was written.
    async file(known) {
      const pages = await within("readonly", part => answered(part("pages").getAll(IDBKeyRange.bound(0, Math.ceil(known.size / page)))))
      const file = new Uint8Array(known.size)
      let at = 0
      for (const one of pages) {
        if (!(one instanceof Uint8Array) || at + one.length > file.length) return undefined
        file.set(one, at)
        at += one.length
      }
      if (at !== file.length || await hashOf(file) !== known.hash) return undefined
      last = file
      return file
    },
    // - Parameter requests: all that wait or were refused of this account; those that were here before and are not among them are done.
    // - Throws: Overtaken when another worker has saved since this one read; nothing is written then.
    async save(before, now, file, requests) {
      const hash = await hashOf(file), changed = []
      for (let at = 0; at < file.length; at += page) if (before.size === undefined || !isSame(file, at)) changed.push(at)
      const kept = { ...now, size: file.length, hash, savedAt: Date.now(), saves: (before.saves ?? 0) + 1 }
      await within("readwrite", async part => {
        const there = await answered(part("record").get(record))
        if ((there?.saves ?? 0) !== (before.saves ?? 0) || there?.account !== before.account) throw new Overtaken()
        for (const at of changed) part("pages").put(file.slice(at, at + page), at / page)
        part("pages").delete(IDBKeyRange.lowerBound(Math.ceil(file.length / page)))
        part("requests").delete(IDBKeyRange.bound([kept.account], [kept.account, []]))
        for (const one of requests) part("requests").put({ ...one, account: kept.account, school: one.school ?? kept.school })
        part("record").put(kept, record)
      })
      last = file
      return kept
    },
    // What is said of a device beside its rows.
    // - Throws: Overtaken, like a save.
    note: (before, changes) => within("readwrite", async part => {
      const there = await answered(part("record").get(record))
      if ((there?.saves ?? 0) !== (before.saves ?? 0) || there?.account !== before.account) throw new Overtaken()
      const now = { ...there, ...changes }
      part("record").put(now, record)
      return now
    }),
    noteRequests: (account, requests) => orNone(within("readwrite", part => {
      part("requests").delete(IDBKeyRange.bound([account], [account, []]))
      for (const one of requests) part("requests").put({ ...one, account })
    })),
    // The rows go, and with them what they were shown with; what somebody typed stays until they are here again.
    async lock(now) {
      last = new Uint8Array(0)
      // somebody who only asked may be under way
      await open(true).catch(() => open(true))
      await within("readwrite", part => { part("pages").clear(); part("record").put(now, record) })
    },
    // - Parameters:
    //   - account: whose requests go, too; those of others stay for them, and the database with them.
    //   - keeping: what is known of whom, if that one's requests stay: they have it all again when they are back.
    // - Returns: that, if it was kept.
    async wipe(account, keeping) {
      last = new Uint8Array(0)
      const all = await open().catch(() => undefined)
      let kept
      const left = all && await within("readwrite", async part => {
        for (const each of ["record", "pages"]) part(each).clear()
        if (account) part("requests").delete(IDBKeyRange.bound([account], [account, []]))
        if (keeping && await answered(part("requests").count(IDBKeyRange.bound([keeping.account], [keeping.account, []])))) part("record").put(kept = keeping, record)
        return answered(part("requests").count())
      }).catch(() => 0)
      if (left) return kept
      all?.close()
      opening = undefined
      await new Promise(done => { const asked = indexedDB.deleteDatabase(name); asked.onsuccess = asked.onerror = asked.onblocked = done })
    },
  }
})()
