import { checkPicture } from '../check-picture.ts'
import { refuse, sentences } from './refused.ts'
import { tiffPages } from './tiff.ts'

/** More would take gigabytes when unpacked; an A3 page at 400 dpi has 31 million pixels. */
const maxPixels = 40_000_000
/** A picture is shown as long as a letter page, because its own resolution is often wrong. */
const longestSide = 792

/** A page that is a picture: its size in pixels as it is shown, and how many make a point. */
export type PicturePage = {
  mimeType: 'image/png' | 'image/jpeg' | 'image/tiff'
  content(): Buffer
  width: number
  height: number
  scale: number
}

/** The EXIF tag Orientation (0x0112), and whether it puts the picture on its side. */
const orientationTag = 0x01_12
const isTurned = (orientation: number) => orientation >= 5 && orientation <= 8

/** Finds how a camera was held: 1 to 8 (EXIF 4.6.4), 1 when it does not say. */
function orientationOf(bytes: Buffer): number {
  const marker = bytes.indexOf('Exif\0\0', 0, 'latin1')
  if (marker < 0 || marker > 64 * 1024) return 1
  const tiff = bytes.subarray(marker + 6, marker + 6 + 64 * 1024)
  if (tiff.length < 16) return 1
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  for (let index = 0; index < short(directory); index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return 1
    if (short(entry) === orientationTag) return Math.min(8, Math.max(1, short(entry + 8)))
  }
  return 1
}

/** A JPEG with nothing of the camera's notes but how it was held, which everybody must know. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  if (orientation === 1) return jpeg
  // APP1 of 34 bytes: "Exif", big endian, a directory of one entry (Orientation, one SHORT).
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001011200030000000100000000' + '00000000',
    'hex',
  )
  exif.writeUInt16BE(orientation, exif.length - 8)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

function sized(page: Omit<PicturePage, 'scale'>): PicturePage {
  const { width, height } = page
  if (width < 1 || height < 1) refuse(sentences.noPicture)
  if (width * height > maxPixels) refuse(sentences.largePicture)
  return { ...page, scale: Math.max(width, height) / longestSide }
}

/** The pages of a picture: one of a PNG or JPEG, any number of a TIFF. Throws Refused. */
export function picturePages(bytes: Buffer): PicturePage[] {
  const start = bytes.toString('latin1', 0, 4)
  if (start === 'II*\0' || start === 'MM\0*')
    return tiffPages(bytes).map((page) => sized({ ...page, mimeType: 'image/tiff' }))
  const picture = checkPicture(bytes) ?? refuse(sentences.noPicture)
  const { mimeType, content, width, height } = picture
  const orientation = mimeType === 'image/jpeg' ? orientationOf(bytes) : 1
  const shown = isTurned(orientation) ? { width: height, height: width } : { width, height }
  return [sized({ mimeType, content: () => withOrientation(content, orientation), ...shown })]
}
