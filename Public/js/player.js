// <div data-player data-place="/…/place" data-start="73"> round a <video>: goes on where it was left on any device, keeps the
// place every five seconds and on leaving, has exactly the speeds its buttons name, and the usual keys. Plays without it too.
import { pressed } from "./keys.js"

const csrf = () => document.querySelector("meta[name=csrf]")?.content ?? ""
let rate = Number(sessionStorage.getItem("video-rate")) || 1

function set(box, video, value) {
  rate = value
  video.playbackRate = value
  try { sessionStorage.setItem("video-rate", value) } catch { /* the speed is for this page then */ }
  for (const button of box.querySelectorAll("[data-rate]")) button.setAttribute("aria-pressed", String(Number(button.dataset.rate) === value))
}

function start(box) {
  if ("playing" in box.dataset) return
  box.dataset.playing = ""
  const video = box.querySelector("video"), small = box.querySelector(".video__pip")
  const rates = [...box.querySelectorAll("[data-rate]")].map(button => Number(button.dataset.rate))
  let kept = Number(box.dataset.start)

  const keep = () => {
    const second = Math.floor(video.currentTime)
    if (second === kept || !video.readyState) return
    kept = second
    // outlives the page that is left
    fetch(box.dataset.place, { method: "POST", keepalive: true, credentials: "same-origin",
      headers: { accept: "application/json", "x-csrf-token": csrf() },
      body: new URLSearchParams({ csrf: csrf(), second, at: Date.now() }) }).catch(() => { kept = -1 })
  }
  const begin = () => {
    set(box, video, rate)
    const from = Number(box.dataset.start)
    if (from >= video.duration - 5) video.currentTime = 0
    else if (from > 0 && Math.abs(video.currentTime - from) > 1) video.currentTime = from
  }
  if (video.readyState) begin(); else video.addEventListener("loadedmetadata", begin, { once: true })
  // the browser's own menu may know other speeds: the nearest of ours is taken
  video.addEventListener("ratechange", () => {
    const near = rates.reduce((a, b) => Math.abs(b - video.playbackRate) < Math.abs(a - video.playbackRate) ? b : a)
    if (near !== video.playbackRate || near !== rate) set(box, video, near)
  })
  setInterval(() => { if (!video.paused) keep() }, 5000)
  for (const moment of ["pause", "ended", "seeked"]) video.addEventListener(moment, keep)
  addEventListener("pagehide", keep)
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") keep() })

  box.addEventListener("click", event => {
    const speed = event.target.closest("[data-rate]")
    if (speed) set(box, video, Number(speed.dataset.rate))
    if (event.target.closest("[data-restart]")) { video.currentTime = 0; box.querySelector("[data-resumed]").remove(); video.play() }
    if (small && event.target.closest(".video__pip")) document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture().catch(() => {})
  })
  if (small) small.hidden = !document.pictureInPictureEnabled || video.disablePictureInPicture

  document.addEventListener("keydown", event => {
    if (event.defaultPrevented) return
    if (event.target.closest?.("input, textarea, select, [contenteditable], dialog, [popover]") || !box.isConnected) return
    // the film's own keys are the browser's while it has the focus, and the bar presses the control one is on
    if (event.key === " " && (event.target === video || event.target.closest?.("button, a, summary"))) return
    const does = pressed(event, "player"), step = { slower: -1, faster: 1 }[does]
    if (step) set(box, video, rates[Math.min(rates.length - 1, Math.max(0, rates.indexOf(rate) + step))])
    else if (does === "play") video.paused ? video.play() : video.pause()
    else if (does === "back") video.currentTime -= 10
    else if (does === "on") video.currentTime += 10
    else if (does === "mute") video.muted = !video.muted
    else if (does === "full") document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen?.()
    else if (does === "captions") { const track = video.textTracks[0]; if (track) track.mode = track.mode === "showing" ? "hidden" : "showing" }
    else return
    event.preventDefault()
  })
}
const all = () => { for (const box of document.querySelectorAll("[data-player]")) start(box) }
all()
document.addEventListener("stream:applied", all)
