import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const hashBytes = 5
/** Relative to the working directory: inside a bundle `import.meta.url` does not lead to it. */
const file = 'lib/auth/passwords/common-passwords.bin'
let list: Buffer | undefined

/**
 * Whether a password of 12 or more characters is among the million most common ones of breaches.
 * The list has the first 5 bytes of each SHA-256, sorted, so that one password in 25 million is
 * refused by mistake. Made by scripts/generate-common-passwords.ts.
 */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(file)
  const wanted = createHash('sha256').update(password).digest().subarray(0, hashBytes)
  let low = 0
  let high = list.length / hashBytes
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * hashBytes
    const order = list.compare(wanted, 0, hashBytes, at, at + hashBytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
