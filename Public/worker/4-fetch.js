// Which requests a device answers, and when: the server first; after this time, or without a line, what is here. Never for who may be
// somebody else, and never what is no page or form of ours.
addEventListener("install", () => skipWaiting())
addEventListener("activate", event => event.waitUntil(clients.claim()))

const slow = 800
const isApart = path => /^\/(live|api|sign-in|sign-up|sign-out|join|first|files|sw\.js|openapi\.json|metrics|healthz|readyz)(\/|$)/.test(path)

const isPlainTurn = request => request.mode === "navigate" && request.destination === "document" && request.method === "GET"
device.known()

addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.method === "POST" && url.pathname === "/sign-out") return event.respondWith(leaving.out(request))
  if (!leaving.isOver && isOfPage(request) && !url.pathname.startsWith("/assets/"))
    return event.respondWith(leaving.first(request, () => answering(event, url) ?? fetch(request)))
  const answer = answering(event, url)
  if (answer) event.respondWith(answer)
})
const acceptOf = request => request.headers.get("accept") ?? "text/html"
const isOfPage = request => request.mode === "navigate" || /text\/(html|vnd\.stream\+html)/.test(request.headers.get("accept") ?? "")

// - Returns: nothing for what the worker leaves alone.
function answering(event, url) {
  const { request } = event
  // where nobody keeps anything the worker stands in nobody's way
  if (device.isNone) return isPlainTurn(request) ? fetch(request).catch(withoutLine) : undefined
  if (url.pathname.startsWith("/assets/") && request.method === "GET") return fromShelf(request, url)
  if (request.destination === "image" && request.method === "GET") return pictures.answer(event)
  if (/^(audio|video)$/.test(request.destination) && request.method === "GET")
    return fetch(request).catch(async why => await files.answer(request) ?? Promise.reject(why))
  const isTurn = request.mode === "navigate" && request.destination === "document"
  // who signs in there, or goes to another school, is not who was here before, until the server says so again
  if (request.method === "POST" && /^\/(sign-in|sign-up|join|first|switch)(\/|$)/.test(url.pathname)) return doubting(request)
  if (!isTurn && (request.mode === "navigate" || !isOfPage(request))) return undefined
  if (isApart(url.pathname)) return isTurn && request.method === "GET" ? led(request, url).catch(withoutLine) : undefined
  if (request.method === "GET") return page(event, url, isTurn)
  const isForm = request.method === "POST" && (request.headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded")
  return isForm ? form(event, url, isTurn) : undefined
}

async function fromShelf(request, url) {
  const known = await device.known()
  return known && await caches.match(url.pathname, { cacheName: device.shelf }) || fetch(request)
}

// ——— whose it is ———
const isOurs = known => known?.state === "ready" && !known.unsure && !known.isElsewhere
// Of what the server has not confirmed for so long nobody knows whose it is by now; a clock that is set back makes it no younger.
const day = 864e5, lease = 14 * day
const isLapsed = ({ syncedAt }) => !!syncedAt && (Date.now() >= syncedAt + lease || Date.now() < syncedAt - day)
// All rows are here once; before that "not found" would be a lie.
const isFilled = known => isOurs(known) && !!known.syncedAt && !isLapsed(known)
const doubt = async () => { if ((await device.known())?.state === "ready") await device.note({ unsure: true }) }
async function doubting(request) {
  const was = isOurs(await device.known())
  await doubt()
  // without an answer nobody has signed in
  try { return await fetch(request) } catch (why) { if (was) await device.note({ unsure: false }); throw why }
}
// A link out of a letter signs somebody in.
async function led(request, url) {
  const answer = await fetch(request)
  if (/^\/(sign-in|sign-up|join|first)/.test(url.pathname)) await doubt()
  return answer
}
// Each page of the server's says who is signed in.
async function learn(answer) {
  const known = await device.known()
  if (!known || !(answer.headers.get("content-type") ?? "").startsWith("text/html")) return
  // something on the way says so, too: the server is asked before the rows go
  if (answer.status === 401) { await doubt(); line.sync(); return }
  const html = await answer.text(), reader = readerOf(html), language = languageOf(html)
  // the server has another program
  if (known.assets && !html.includes(known.assets + "/")) line.doubt()
  if (reader && reader !== known.account) { if (known.state === "ready") await device.lock("somebody") }
  else if (reader) {
    // a device is of one school: a form of another one's page would be carried out in the wrong books
    const school = answer.headers.get("homeroom-school"), isElsewhere = school ? school !== known.school : !!known.isElsewhere
    if (known.state === "ready" && (known.unsure || isElsewhere !== !!known.isElsewhere || language && language !== known.language))
      await device.note({ unsure: false, isElsewhere, language })
  } else if (answer.ok && /<meta name="live-topics"|<main/.test(html)) await doubt()
}

// ——— what the network says ———
const isDown = answer => answer.status === 502 || answer.status === 503 || answer.status === 504
async function fromServer(event, request) {
  let answer
  try { answer = await fetch(request) } catch (why) { line.lost(); throw why }
  if (isDown(answer)) { line.lost(); return answer }
  line.heard()
  return answer
}
// Learned before it is shown: the page after another's sign-in never comes from who was here before.
async function shown(answer) {
  if (answer.type === "basic" && await device.known()) await learn(answer.clone()).catch(() => {})
  return answer
}
async function withoutLine(why) {
  const laid = await caches.match("/offline")
  if (laid) return laid
  throw why
}

// ——— what the device says ———
let toast, toastAt = 0
async function fromDevice(event, asked, isTurn) {
  const known = await device.known()
  if (!isFilled(known)) return undefined
  const said = await device.ask(asked).catch(() => undefined)
  if (!said || said.server || !isOurs(await device.known())) return undefined
  const headers = new Headers(known.headers)
  for (const [name, value] of Object.entries(said.headers)) headers.set(name, value)
  headers.set("x-device", "1")
  if (said.toast) [toast, toastAt] = [said.toast, Date.now()]
  if (said.status >= 300 && said.status < 400)
    return Object.assign(Response.redirect(new URL(said.headers.Location, location.origin), 303), { wrote: said.wrote })
  let { body } = said
  // so that a page knows that the server has not seen it
  if (isTurn && (headers.get("content-type") ?? "").startsWith("text/html"))
    body = new TextDecoder().decode(body).replace("<html ", "<html data-answered=\"device\" ")
  return Object.assign(new Response(said.status === 204 ? null : body, { status: said.status, headers }), { wrote: said.wrote, visits: said.visits })
}
// The page that a form stands on: that of the window, or what the browser says it came from.
async function cameFrom(event) {
  const client = event.clientId && await clients.get(event.clientId), address = event.request.referrer || client?.url
  if (!address || !URL.canParse(address)) return undefined
  const { origin, pathname, search } = new URL(address)
  return origin === location.origin ? pathname + search : undefined
}

// What the server draws although the rows are here: its readers ask one after the other, as those without a device do.
const beyond = new Set()
async function page(event, url, isTurn) {
  const { request } = event, known = await device.known()
  if (!isOurs(known)) {
    const answer = fetch(request).then(shown)
    return isTurn ? answer.catch(withoutLine) : answer
  }
  if (!isTurn && line.state === "on" && (await line.reached(request.headers.get("homeroom-at")) || await Promise.race([line.sync(), new Promise(go => setTimeout(() => go(false), slow))]))) {
    // a page that looks again has all it shows here, as soon as what is new has come: the server draws nothing
    const here = await fromDevice(event, { method: "GET", path: url.pathname, query: url.search.slice(1), accept: acceptOf(request) }, false)
    if (here?.status === 200 && !here.visits) return here
    beyond.add(url.pathname)
  }
  // what was refused lies here alone
  if (url.pathname === editing) {
    const here = await fromDevice(event, { method: "GET", path: url.pathname, query: url.search.slice(1), accept: acceptOf(request) }, false)
    if (here?.status === 200) return here
  }
  let isLate = false
  const network = line.flush().then(() => fromServer(event, request)).then(shown)
  // what comes too late to be shown still says who is signed in
  event.waitUntil(network.catch(() => {}))
  // a server that hesitates may not answer: the program is got ready meanwhile
  const warming = setTimeout(() => device.compile(known.assets).catch(() => {}), slow / 4)
  const first = await Promise.race([network.catch(() => undefined), new Promise(go => setTimeout(() => { isLate = true; go() }, slow))])
  clearTimeout(warming)
  if (first && !isDown(first)) {
    if (isTurn) event.waitUntil(files.heard(url.pathname, first).catch(() => {}))
    return first
  }
  const file = isTurn && await files.answer(request)
  if (file) return file
  const asked = { method: "GET", path: url.pathname, query: url.search.slice(1), accept: acceptOf(request), ...(isTurn && toast && Date.now() - toastAt < 10000 ? { toast } : {}) }
  if (isTurn) toast = undefined
  const here = await fromDevice(event, asked, isTurn)
  // “not found” here may be there
  if (here && !(here.status === 404 && isLate && line.state === "on")) {
    if (isLate && isTurn && event.resultingClientId)
      event.waitUntil(network.then(async answer => { if (answer.ok) (await clients.get(event.resultingClientId))?.postMessage({ kind: "changed", sent: 0 }) }, () => {}))
    return here
  }
  if (first) return first
  return network.catch(why => isTurn ? withoutLine(why) : Promise.reject(why))
}

// Put right and sent, as something new, what was refused is done with.
const editing = "/settings/device/edit"
async function form(event, url, isTurn) {
  const from = await cameFrom(event), answer = await sent(event, url, isTurn, from)
  const key = from?.startsWith(editing) && new URLSearchParams(from.split("?")[1]).get("key")
  const isDone = answer.wrote || answer.ok || answer.type === "opaqueredirect"
  if (key && isDone && await isOfForm(key, url.pathname)) event.waitUntil(discard(key).then(async () => line.tellAll(await line.standing())))
  return answer
}
// There are other forms on its page, as those of the language and the colours.
async function isOfForm(key, path) {
  const { account } = await device.known() ?? {}
  return (await store.requests(account)).some(one => one.key === key && one.path.split("?")[0] === path)
}
async function sent(event, url, isTurn, from) {
  const { request } = event, known = await device.known()
  if (!isOurs(known)) return fetch(request).then(shown)
  const body = await request.clone().text(), hasKey = new URLSearchParams(body).has("command")
  const asked = { method: "POST", path: url.pathname, query: url.search.slice(1), body, from, accept: acceptOf(request) }
  const here = async () => {
    // without a name of its own it would be two: the server may have it although no answer came
    const said = hasKey && await fromDevice(event, asked, false)
    if (said?.wrote) {
      line.remember()
      event.waitUntil(line.tellAll({ kind: "changed", sent: 0, wrote: true }, event.clientId).then(async () => line.tellAll(await line.standing())))
    }
    return said || undefined
  }
  // a line that says nothing is none; whoever taps waits no longer than this
  if (!await Promise.race([line.flush(), new Promise(go => setTimeout(() => go(false), 4 * slow))])) {
    const said = await here()
    if (said) return said
  }
  try {
    const answer = await fromServer(event, request)
    if (!isDown(answer)) {
      event.waitUntil(line.sync())
      return await shown(answer)
    }
    return await here() ?? answer
  } catch (why) {
    const said = await here()
    if (said) return said
    if (isTurn) return withoutLine(why)
    throw why
  }
}
