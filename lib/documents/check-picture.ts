import { crc32 } from 'node:zlib'

/** A picture that was checked and written again. */
export type Picture = {
  mimeType: 'image/png' | 'image/jpeg'
  content: Buffer<ArrayBuffer>
  /** Pixels. */
  width: number
  height: number
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The chunks that are needed to draw it (PNG §11); texts, dates and places are left out. */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs'])

type Checked = Picture | undefined

/** Reads the chunks of a PNG; undefined when it is damaged. What stands after its end is left out. */
function readPng(bytes: Buffer): Checked {
  const kept: Buffer[] = [pngSignature]
  let size: { width: number; height: number } | undefined
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if ((type === 'IHDR') !== (at === 8)) return undefined
    if (type === 'IHDR' && length === 13)
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    hasData ||= type === 'IDAT'
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND')
      return size && hasData
        ? { mimeType: 'image/png', content: Buffer.concat(kept), ...size }
        : undefined
    at = end
  }
  return undefined
}

/** Whether a segment of a JPEG is needed to draw it: not the APPn of cameras, nor comments. */
const isDrawn = (marker: number): boolean =>
  marker === 0xe0 || marker === 0xee || (marker < 0xe0 && marker !== 0xfe)

const hasFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The end of the compressed data that begins here: the next marker that is no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

/** Reads the segments of a JPEG (ITU T.81 Annex B); undefined when it is damaged. */
function readJpeg(bytes: Buffer): Checked {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) return undefined
    if (marker === 0xd9) {
      if (!size || !hasScan) return undefined
      kept.push(bytes.subarray(at, at + 2))
      return { mimeType: 'image/jpeg', content: Buffer.concat(kept), ...size }
    }
    if (at + 4 > bytes.length) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return undefined
    if (hasFrame(marker) && end >= at + 9)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const next = marker === 0xda ? endOfScan(bytes, end) : end
    hasScan ||= marker === 0xda
    if (isDrawn(marker)) kept.push(bytes.subarray(at, next))
    at = next
  }
  return undefined
}

/**
 * Checks that these bytes are a PNG or JPEG from beginning to end, and writes it again with nothing
 * but the picture: no places, dates, comments, or other files behind it. Undefined for anything
 * else, also SVG, which can run scripts.
 */
export function checkPicture(bytes: Buffer): Picture | undefined {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes)
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
  return undefined
}
