/**
 * What people quote of a run in place of its id, such as `R7K-2M9-4TQ-8WX`: twelve letters that
 * are not mistaken for each other, the last of which checks the others. It is computed from the
 * id, and leads back to the few ids that can have it, so it needs no column and no index
 * (docs/decisions/2026-11-23-short-references.md).
 */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 12
/** From here 40 bits of milliseconds reach to the year 2054. */
const epoch = Date.UTC(2020, 0, 1)
const mostMs = 2 ** 40
/** Of the counter with which one process keeps ids of one millisecond apart (`newId`). */
const mostCount = 2 ** 12

const referencePattern = new RegExp(`^[${letters}]{${length}}$`)

/** Sign `letters.length` after the last is the first again. */
const letterOf = (value: number): string => letters.charAt(value % letters.length)

/** The check letter of Luhn's algorithm in base 28: finds a wrong letter, and most swapped ones. */
function checkLetter(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    const letter = body.charAt(body.length - 1 - index)
    const value = letters.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    sum += Math.floor(value / letters.length) + (value % letters.length)
  }
  return letterOf(letters.length - (sum % letters.length))
}

const grouped = (text: string): string => (text.match(/.{3}/g) ?? []).join('-')

/** The reference of the run with this id. */
export function referenceOf(id: string): string {
  const hex = id.replaceAll('-', '')
  const ms = (Number.parseInt(hex.slice(0, 12), 16) - epoch) % mostMs
  const count = (Number.parseInt(hex.slice(18, 22), 16) >> 2) % mostCount
  let rest = (ms < 0 ? ms + mostMs : ms) * mostCount + count
  let body = ''
  // What changes fastest comes first, so that references of one day differ from their beginning.
  while (body.length < length - 1) {
    body += letterOf(rest)
    rest = Math.floor(rest / letters.length)
  }
  return grouped(body + checkLetter(body))
}

/** When a run was made that has this reference, and the end of its id's counter. */
export type ReferencePlace = { at: Date; count: number }

/**
 * Reads a reference as people write it, with or without hyphens and capitals. Undefined for any
 * other text, and for one with a wrong letter.
 */
export function parseReference(text: string): ReferencePlace | undefined {
  const written = text.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!referencePattern.test(written)) return undefined
  const body = written.slice(0, -1)
  if (checkLetter(body) !== written.at(-1)) return undefined
  let value = 0
  for (let index = body.length - 1; index >= 0; index -= 1)
    value = value * letters.length + letters.indexOf(body.charAt(index))
  const ms = Math.floor(value / mostCount)
  return ms < mostMs ? { at: new Date(epoch + ms), count: value % mostCount } : undefined
}
