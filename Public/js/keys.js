// Every key that a script answers to, and where: the scripts ask here what a key does, and the help (?) lists what stands here.
// Keys of letters by their place on the keyboard, so that P is the same key in Hebrew and Arabic; all others by their name.
export const places = {
  register: "[data-row]",
  sheet: ".gradebook",
  player: "[data-player]",
  card: "[data-flashcard]",
  spelling: "[data-spelling]",
  drawing: "[data-drawing]",
  scanner: "[data-corner]",
  capture: "[data-capture]",
  order: "[data-handle], [data-sort-grip]",
  menu: ".menu, details.drop",
  writing: "textarea",
}
export const keys = {
  "register.next": ["ArrowDown", "KeyJ"],
  "register.previous": ["ArrowUp", "KeyK"],
  "register.first": ["Home"],
  "register.last": ["End"],
  "register.present": ["KeyP"],
  "register.absent": ["KeyA"],
  "register.late": ["KeyL"],
  "register.excused": ["KeyE"],
  "sheet.up": ["ArrowUp"],
  "sheet.down": ["ArrowDown"],
  "sheet.left": ["ArrowLeft"],
  "sheet.right": ["ArrowRight"],
  "sheet.page-up": ["PageUp"],
  "sheet.page-down": ["PageDown"],
  "sheet.first": ["Home"],
  "sheet.last": ["End"],
  "sheet.enter": ["Enter"],
  "sheet.edit": ["F2"],
  "sheet.next": ["Tab"],
  "sheet.cancel": ["Escape"],
  "sheet.clear": ["Delete", "Backspace"],
  "sheet.fill": ["Ctrl+KeyD"],
  "sheet.undo": ["Ctrl+KeyZ"],
  "player.play": ["KeyK", "Space"],
  "player.back": ["KeyJ"],
  "player.on": ["KeyL"],
  "player.slower": ["Shift+Comma"],
  "player.faster": ["Shift+Period"],
  "player.mute": ["KeyM"],
  "player.full": ["KeyF"],
  "player.captions": ["KeyC"],
  "card.show": ["Space"],
  "spelling.check": ["Enter"],
  "drawing.redo": ["Ctrl+KeyY", "Shift+Ctrl+KeyZ"],
  "drawing.undo": ["Ctrl+KeyZ"],
  "capture.choose": ["Enter"],
  "scanner.up": ["ArrowUp"],
  "scanner.down": ["ArrowDown"],
  "scanner.left": ["ArrowLeft"],
  "scanner.right": ["ArrowRight"],
  "order.up": ["ArrowUp"],
  "order.down": ["ArrowDown"],
  "menu.next": ["ArrowDown"],
  "menu.previous": ["ArrowUp"],
  "menu.close": ["Escape"],
  "writing.send": ["Ctrl+Enter"],
}
// WCAG 2.1.4: keys of a single character can be switched off; arrows, Enter and what is held with Ctrl stay.
export const isOff = () => document.documentElement.dataset.keys === "off"
export const isSingle = key => /^(Shift\+)?(Key|Comma|Period)/.test(key)

// What the key does in that place, as "next"; nothing when it does nothing there, or is switched off.
export function pressed(event, place) {
  if (event.altKey) return
  const key = /^(Key|Comma|Period|Space)/.test(event.code) ? event.code : event.key
  const name = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + key, shifted = event.shiftKey ? "Shift+" + name : name
  for (const [does, all] of Object.entries(keys)) {
    if (!does.startsWith(place + ".")) continue
    const found = all.find(one => one === shifted) ?? all.find(one => one === name && !isSingle(one))
    if (found) return isSingle(found) && isOff() ? undefined : does.slice(place.length + 1)
  }
}

// As it stands on the key.
const signs = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Comma: "<", Period: ">" }
export const printed = key => key.split("+").filter(part => part !== "Shift").map(part => signs[part] ?? part.replace(/^Key/, ""))
