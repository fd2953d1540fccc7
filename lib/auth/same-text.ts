import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are the same; the time that it takes does not tell how much of them is. Any text
 * may be given, also one that is as long as the other and has more bytes.
 */
export function isSameText(one: string, other: string): boolean {
  const bytes = Buffer.from(one)
  const wanted = Buffer.from(other)
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}
