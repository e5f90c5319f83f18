// What a scanner reckons: a sheet of paper seen from the side made straight, its contrast, and several of them as one PDF. Only numbers and bytes.

// The eight numbers that take a point of the straight page (0…w, 0…h) to its place in the picture.
// - Parameter quad: where the corners are, clockwise from the upper left: [[x, y], …].
export function homography([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], w, h) {
  const dx1 = x1 - x2, dx2 = x3 - x2, dy1 = y1 - y2, dy2 = y3 - y2, sx = x0 - x1 + x2 - x3, sy = y0 - y1 + y2 - y3
  const whole = dx1 * dy2 - dx2 * dy1
  if (Math.abs(whole) < 1e-9) return undefined                           // a line is no page
  const g = (sx * dy2 - dx2 * sy) / whole, i = (dx1 * sy - sx * dy1) / whole
  return [(x1 - x0 + g * x1) / w, (x3 - x0 + i * x3) / h, x0, (y1 - y0 + g * y1) / w, (y3 - y0 + i * y3) / h, y0, g / w, i / h]
}
const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d)
// How large the straight page becomes: as large as it is in the picture, and no larger than `most` pixels.
export function sizeOf([a, b, c, d], most) {
  const w = Math.max(far(a, b), far(d, c)), h = Math.max(far(a, d), far(b, c)), share = Math.min(1, Math.sqrt(most / Math.max(1, w * h)))
  return [Math.max(1, Math.floor(w * share)), Math.max(1, Math.floor(h * share))]
}
// Between four pixels there is one made of them.
export function straighten(picture, quad, most) {
  const [w, h] = sizeOf(quad, most), by = homography(quad, w, h)
  if (!by) return undefined
  const out = new Uint8ClampedArray(w * h * 4), from = picture.data, width = picture.width, lastX = width - 1, lastY = picture.height - 1
  for (let y = 0, at = 0; y < h; y++) for (let x = 0; x < w; x++, at += 4) {
    const px = x + 0.5, py = y + 0.5, depth = by[6] * px + by[7] * py + 1
    const u = Math.min(lastX, Math.max(0, (by[0] * px + by[1] * py + by[2]) / depth - 0.5)), v = Math.min(lastY, Math.max(0, (by[3] * px + by[4] * py + by[5]) / depth - 0.5))
    const left = u | 0, top = v | 0, right = left < lastX ? 4 : 0, below = top < lastY ? width * 4 : 0, a = u - left, b = v - top, start = (top * width + left) * 4
    for (let part = 0; part < 3; part++) {
      const one = start + part, upper = from[one] + (from[one + right] - from[one]) * a, lower = from[one + below] + (from[one + below + right] - from[one + below]) * a
      out[at + part] = upper + (lower - upper) * b
    }
    out[at + 3] = 255
  }
  return { data: out, width: w, height: h }
}

const bright = (data, at) => (data[at] * 77 + data[at + 1] * 151 + data[at + 2] * 28) >> 8
// Grey with the darkest as black and the lightest as white; of either a fiftieth does not count.
function grey({ data, width, height }) {
  const counts = new Uint32Array(256), few = width * height / 50
  for (let at = 0; at < data.length; at += 4) counts[bright(data, at)]++
  let low = 0, high = 255
  for (let sum = 0; low < 254 && (sum += counts[low]) < few;) low++
  for (let sum = 0; high > low + 1 && (sum += counts[high]) < few;) high--
  for (let at = 0; at < data.length; at += 4) {
    const value = (bright(data, at) - low) * 255 / (high - low)
    data[at] = data[at + 1] = data[at + 2] = value
  }
}
// Black is what is darker than its neighbourhood, so that a shadow on the paper stays white.
function blackAndWhite({ data, width, height }) {
  const sums = new Float64Array((width + 1) * (height + 1)), reach = Math.max(4, Math.round(Math.min(width, height) / 24))
  const shades = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0, row = 0; x < width; x++) {
    row += shades[y * width + x] = bright(data, (y * width + x) * 4)
    sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
  }
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach), end = Math.min(height, y + reach + 1)
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach), right = Math.min(width, x + reach + 1)
      const sum = sums[end * (width + 1) + right] - sums[top * (width + 1) + right] - sums[end * (width + 1) + left] + sums[top * (width + 1) + left]
      const at = (y * width + x) * 4
      data[at] = data[at + 1] = data[at + 2] = shades[y * width + x] * (end - top) * (right - left) < sum * 0.88 ? 0 : 255
    }
  }
}
export function look(picture, how) {
  if (how === "grey") grey(picture)
  if (how === "black") blackAndWhite(picture)
  return picture
}

const latin = text => Uint8Array.from(text, letter => letter.charCodeAt(0))
// Any language's, as PDF writes text.
const titled = text => "<FEFF" + Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0")).join("") + ">"
const a4 = [595, 842], margin = 18

// - Parameter pages: { bytes of a JPEG of three colours, width, height } each.
export function pdf(pages, title) {
  const parts = [], places = []
  let length = 0
  const put = piece => { const bytes = typeof piece === "string" ? latin(piece) : piece; parts.push(bytes); length += bytes.length }
  const object = (number, head, stream) => {
    places[number] = length
    put(`${number} 0 obj\n${head}\n`)
    if (stream) { put("stream\n"); put(stream); put("\nendstream\n") }
    put("endobj\n")
  }
  put("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
  object(1, "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => 4 + at * 3 + " 0 R").join(" ")}] >>`)
  object(3, `<< /Title ${titled(title)} >>`)
  pages.forEach(({ bytes, width, height }, at) => {
    const number = 4 + at * 3, [w, h] = width > height ? [a4[1], a4[0]] : a4
    const scale = Math.min((w - 2 * margin) / width, (h - 2 * margin) / height), shown = [width * scale, height * scale]
    const drawn = latin(`q ${shown[0].toFixed(2)} 0 0 ${shown[1].toFixed(2)} ${((w - shown[0]) / 2).toFixed(2)} ${((h - shown[1]) / 2).toFixed(2)} cm /P Do Q`)
    object(number, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << /P ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`)
    object(number + 1, `<< /Length ${drawn.length} >>`, drawn)
    object(number + 2, `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>`, bytes)
  })
  const start = length
  put(`xref\n0 ${places.length}\n0000000000 65535 f \n${places.slice(1).map(place => String(place).padStart(10, "0") + " 00000 n \n").join("")}`)
  put(`trailer\n<< /Size ${places.length} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: "application/pdf" })
}
