// Tools to practise with. <div data-spelling="language">: says each word with a voice of this device, or shows it for two seconds, and
// compares what is written. <div data-typing="language">: lines that are typed key by key. At the end of a round the form
// #tool-result is filled and sent like any other.
import { pressed } from "./keys.js"

const perRound = 10, longest = 4096, shownFor = 2000
// As Spelling in Swift, which counts: the same letters, however they are composed, without vowel points and tatweel, and in any case.
const plain = text => text.normalize("NFC").replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]/g, "").replaceAll("'", "’").trim().toLowerCase()
const shuffled = things => things.map(thing => [Math.random(), thing]).sort((a, b) => a[0] - b[0]).map(pair => pair[1])

function send(part, { right, total, began, details }) {
  const form = part.querySelector("#tool-result"), text = JSON.stringify(details)
  form.elements.right.value = right
  form.elements.total.value = total
  form.elements.seconds.value = Math.max(0, Math.min(86400, Math.round((Date.now() - began) / 1000)))
  form.elements.details.value = new TextEncoder().encode(text).length <= longest ? text : "{}"
  form.querySelector("[data-send]").hidden = false                     // should it not get through, it can be sent again
  form.requestSubmit()
}

// MARK: spelling

// Only a voice that is on this device: what one practises goes nowhere.
const voice = language => globalThis.speechSynthesis?.getVoices().find(one => one.localService && one.lang.toLowerCase().split(/[-_]/)[0] === language)

function spelling(part) {
  const get = name => part.querySelector(`[data-${name}]`), language = part.dataset.spelling, answer = get("answer")
  let words = [], place = 0, right = 0, began = 0, details = {}, isAnswered = false, hiding
  function present() {
    const word = words[place], known = voice(language), shown = get("shown")
    clearTimeout(hiding)
    shown.textContent = ""
    get("heard").hidden = !known
    if (known) {
      const said = Object.assign(new SpeechSynthesisUtterance(word), { voice: known, lang: known.lang, rate: 0.85 })
      speechSynthesis.cancel()
      speechSynthesis.speak(said)
    } else {
      shown.textContent = word
      hiding = setTimeout(() => { shown.textContent = "" }, shownFor)
    }
    answer.focus()
  }
  function next() {
    isAnswered = false
    answer.value = ""
    get("right").hidden = get("wrong").hidden = true
    get("count").textContent = `${place + 1} / ${words.length}`
    present()
  }
  function check() {
    if (isAnswered) {
      if (++place < words.length) next()
      else { get("stage").hidden = true; send(part, { right, total: words.length, began, details }) }
      return
    }
    if (!answer.value.trim()) return
    const word = words[place], isRight = plain(answer.value) === plain(word)
    clearTimeout(hiding)
    get("shown").textContent = ""
    isAnswered = true
    if (isRight) right++
    details[word] = answer.value.trim()                                // the school counts by what was written
    get("solution").textContent = word
    get("right").hidden = !isRight
    get("wrong").hidden = isRight
  }
  get("start").addEventListener("click", () => {
    const own = [...new Set(get("own").value.split(/[\n,;،]+/).map(word => word.trim()).filter(word => word && word.length <= 40))]
    const all = own.length ? own : [...part.querySelectorAll("[data-word]")].map(item => item.textContent)
    words = shuffled(all).slice(0, perRound)
    ;[place, right, began, details] = [0, 0, Date.now(), {}]
    get("begin").hidden = true
    get("stage").hidden = false
    const list = part.querySelector("details")
    if (list) list.open = false
    next()
  })
  get("check").addEventListener("click", () => { check(); answer.focus() })
  get("again").addEventListener("click", () => { if (!isAnswered) present() })
  answer.addEventListener("keydown", event => { if (pressed(event, "spelling") === "check" && !event.isComposing) { event.preventDefault(); check() } })
}

// MARK: typing

function typing(part) {
  const field = part.querySelector("[data-typed]"), lines = [...part.querySelectorAll("[data-line]")]
  const texts = lines.map(line => [...line.textContent])
  const wrong = part.querySelector("[data-wrong]"), wanted = part.querySelector("[data-key-wanted]")
  let line = 0, place = 0, isClean = true, right = 0, total = 0, began = 0
  const details = {}
  function draw() {
    lines.forEach((item, at) => {
      const done = at < line ? texts[at].length : at === line ? place : 0
      const mark = document.createElement("span")
      mark.className = "tool-line__done"
      mark.textContent = texts[at].slice(0, done).join("")
      item.replaceChildren(mark, texts[at].slice(done).join(""))
      at === line ? item.setAttribute("aria-current", "true") : item.removeAttribute("aria-current")
    })
  }
  function press(key) {
    const asked = texts[line]?.[place]
    if (asked === undefined) return
    began ||= Date.now()
    if (key.toLowerCase() !== asked) {
      isClean = false
      wanted.textContent = asked === " " ? "␣" : asked
      wrong.hidden = false
      return
    }
    wrong.hidden = true
    total++
    if (isClean) right++
    if (asked !== " ") {
      const counted = details[asked] ??= [0, 0]
      counted[1]++
      if (isClean) counted[0]++
    }
    isClean = true
    if (++place === texts[line].length) { line++; place = 0 }
    draw()
    if (line === texts.length) { field.disabled = true; send(part, { right, total, began, details }) }
  }
  function take(event) {
    if (event.isComposing) return
    const typed = [...field.value]
    field.value = ""
    for (const key of typed) press(key)
  }
  field.addEventListener("input", take)
  field.addEventListener("compositionend", () => take({}))
  draw()
}

function begin() {
  // Safari's own word for it, which the checker of our pages does not know
  for (const field of document.querySelectorAll("[data-answer], [data-typed]")) field.setAttribute("autocorrect", "off")
  const tools = [["[data-spelling]:not([data-ready])", spelling], ["[data-typing]:not([data-ready])", typing]]
  for (const [kind, run] of tools) for (const part of document.querySelectorAll(kind)) { part.dataset.ready = ""; run(part) }
}
globalThis.speechSynthesis?.getVoices()                                // some browsers have them only when asked before
document.addEventListener("stream:applied", begin)
begin()
