import { inflateSync } from 'node:zlib'

/** The brightness of one of our PNGs: grey or RGB, 8 bits, no filters. */
function readPng(png: Buffer) {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const rows = inflateSync(Buffer.concat(parts))
  const samples = png.readUInt8(25) === 0 ? 1 : 3
  const row = 1 + width * samples
  const dark = (x: number, y: number) => (rows[y * row + 1 + x * samples] ?? 255) < 200
  return { width, height, dark }
}

/**
 * Where something dark is drawn on a picture of a page: the edges of what surrounds it, as parts of
 * the width and the height. `within` limits the look; undefined when nothing is there.
 */
export function inkOf(
  png: Buffer,
  within = { left: 0, top: 0, right: 1, bottom: 1 },
): { left: number; top: number; right: number; bottom: number } | undefined {
  const { width, height, dark } = readPng(png)
  let found: { left: number; top: number; right: number; bottom: number } | undefined
  for (let y = Math.floor(within.top * height); y < Math.floor(within.bottom * height); y += 1)
    for (let x = Math.floor(within.left * width); x < Math.floor(within.right * width); x += 1) {
      if (!dark(x, y)) continue
      found ??= { left: x, top: y, right: x, bottom: y }
      found.left = Math.min(found.left, x)
      found.right = Math.max(found.right, x)
      found.bottom = y
    }
  return (
    found && {
      left: found.left / width,
      top: found.top / height,
      right: found.right / width,
      bottom: found.bottom / height,
    }
  )
}
