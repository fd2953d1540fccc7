/**
 * Known signatures, each with the types that may be declared for it. Any other declared type is
 * replaced by the first.
 */
const signatures: { bytes: string; offset?: number; types: string[] }[] = [
  { bytes: '%PDF-', types: ['application/pdf'] },
  { bytes: '\x89PNG\r\n\x1a\n', types: ['image/png'] },
  { bytes: '\xff\xd8\xff', types: ['image/jpeg'] },
  { bytes: 'GIF8', types: ['image/gif'] },
  { bytes: 'WEBP', offset: 8, types: ['image/webp'] },
  { bytes: 'II*\x00', types: ['image/tiff'] },
  { bytes: 'MM\x00*', types: ['image/tiff'] },
  { bytes: 'ftypheic', offset: 4, types: ['image/heic', 'image/heif'] },
  { bytes: 'ftypheix', offset: 4, types: ['image/heic', 'image/heif'] },
  { bytes: 'ftypmif1', offset: 4, types: ['image/heif', 'image/heic'] },
  { bytes: '\x7fELF', types: ['application/x-executable'] },
  {
    bytes: 'PK\x03\x04',
    types: [
      'application/zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
  },
]
/** A program of Windows: a text that begins in the same way has no zero byte. */
const isWindowsProgram = (text: string): boolean => text.startsWith('MZ') && text.includes('\0')

const provable = new Set(signatures.flatMap((signature) => signature.types))
const typePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/**
 * Finds the type of a file. A known signature decides; a declared type without its signature
 * becomes `application/octet-stream`. Types that have no signature (text, CSV, HTML, …) are taken
 * as declared.
 */
export function mimeTypeOf(head: Buffer, declared: string | undefined): string {
  const plain = (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const text = head.toString('latin1')
  if (isWindowsProgram(text)) return 'application/x-msdownload'
  const found = signatures.find(({ bytes, offset = 0 }) => text.startsWith(bytes, offset))
  if (found)
    return found.types.includes(plain) ? plain : (found.types[0] ?? 'application/octet-stream')
  return typePattern.test(plain) && !provable.has(plain) ? plain : 'application/octet-stream'
}
