// What is typed and not sent yet waits on this device, sealed for the person it is of: whoever signs in next on a shared tablet finds
// nothing to read, and its writer finds it all again. The key comes with the person's own pages; the cipher is ChaCha20 (RFC 8439).
const secret = () => document.querySelector('meta[name="shelf"]')?.content ?? ""
const words = bytes => Uint32Array.from({ length: bytes.length >> 2 }, (_, i) => bytes[4 * i] | bytes[4 * i + 1] << 8 | bytes[4 * i + 2] << 16 | bytes[4 * i + 3] << 24)
const key = () => words(Uint8Array.from(secret().match(/../g)?.slice(0, 32) ?? [], pair => parseInt(pair, 16)))

const turn = (x, n) => x << n | x >>> 32 - n
function quarter(s, a, b, c, d) {
  s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 16)
  s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 12)
  s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 8)
  s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 7)
}
// The same bytes once more are the bytes before.
export function chacha20(key, nonce, bytes, counter = 1) {
  const out = new Uint8Array(bytes.length)
  for (let place = 0; place < bytes.length; place += 64, counter++) {
    const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, ...words(nonce)), s = start.slice()
    for (let round = 0; round < 10; round++) {
      quarter(s, 0, 4, 8, 12); quarter(s, 1, 5, 9, 13); quarter(s, 2, 6, 10, 14); quarter(s, 3, 7, 11, 15)
      quarter(s, 0, 5, 10, 15); quarter(s, 1, 6, 11, 12); quarter(s, 2, 7, 8, 13); quarter(s, 3, 4, 9, 14)
    }
    for (let i = 0; i < 64 && place + i < bytes.length; i++) out[place + i] = bytes[place + i] ^ (s[i >> 2] + start[i >> 2] >>> 8 * (i & 3))
  }
  return out
}

const mark = "sealed."
function seal(text) {
  if (!secret()) return text
  const nonce = crypto.getRandomValues(new Uint8Array(12)), said = new TextEncoder().encode(text), bytes = new Uint8Array(said.length + 4)
  bytes.set(said, 4)                                                  // four zeros tell the right key from another's
  let all = ""
  for (const byte of [...nonce, ...chacha20(key(), nonce, bytes)]) all += String.fromCharCode(byte)
  return mark + btoa(all)
}
// - Returns: null for what is another's.
function open(raw) {
  if (!raw?.startsWith(mark)) return raw
  if (!secret()) return null
  const all = Uint8Array.from(atob(raw.slice(mark.length)), letter => letter.charCodeAt(0)), bytes = chacha20(key(), all.slice(0, 12), all.slice(12))
  return bytes.slice(0, 4).some(Boolean) ? null : new TextDecoder().decode(bytes.slice(4))
}

// The same for pictures and sounds, which are larger than text may be: the nonce, then what is sealed with it.
// - Returns: undefined where there is no key, or for what is another's.
export function sealed(bytes) {
  if (!secret()) return undefined
  const nonce = crypto.getRandomValues(new Uint8Array(12)), all = new Uint8Array(bytes.length + 4)
  all.set(bytes, 4)
  const hidden = chacha20(key(), nonce, all), out = new Uint8Array(hidden.length + 12)
  out.set(nonce)
  out.set(hidden, 12)
  return out
}
export function unsealed(all) {
  if (!secret() || !all?.length) return undefined
  const bytes = chacha20(key(), all.slice(0, 12), all.slice(12))
  return bytes.slice(0, 4).some(Boolean) ? undefined : bytes.slice(4)
}

// As the browser's own, and as refusing where that is full or forbidden.
const sealing = storage => ({
  getItem: name => open(storage().getItem(name)),
  setItem: (name, text) => storage().setItem(name, seal(text)),
  removeItem: name => storage().removeItem(name),
})
export const shelf = sealing(() => localStorage)
export const tabShelf = sealing(() => sessionStorage)
// Signing out takes one's own along, and what nobody has sealed; another's stays for its writer.
export function clear() {
  for (const name of Object.keys(localStorage)) if (name.startsWith("draft:") && open(localStorage.getItem(name)) !== null) localStorage.removeItem(name)
}
