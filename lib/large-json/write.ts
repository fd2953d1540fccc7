import { isKnownLarge } from './known-large.ts'
import type { NextPiece } from './pieces.ts'
import { setField } from './set-field.ts'

/** Effort of what is written at once; about 2 ms. */
const pieceEffort = 6_000
/** What takes less is written in a moment. */
const smallEffort = 20_000
/** Characters that are as much work as one value. */
const charactersAValue = 64

/** Deeper than any request may be; what is below is counted as one value. */
const maxDepth = 300

/** Something with parts. What says itself how it is written (a date) has none. */
const isInner = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { toJSON?: unknown }).toJSON !== 'function'

/** What is left of `effort` after the value; the count ends as soon as that is below 0. */
function leftAfter(value: unknown, effort: number, depth = 0): number {
  if (typeof value === 'string') return effort - 1 - value.length / charactersAValue
  let left = effort - 1
  if (!isInner(value) || depth > maxDepth) return left
  // Before the first of its fields comes, all are gathered.
  if (isKnownLarge(value)) return -1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++)
      left = leftAfter(value[index], left, depth + 1)
    return left
  }
  for (const name in value) {
    if (left < 0) return left
    const field = (value as Record<string, unknown>)[name]
    left = leftAfter(field, left - name.length / charactersAValue, depth + 1)
  }
  return left
}

/** Whether the value is worth writing in pieces. Counts no further than it must. */
export const isLargeValue = (value: unknown): boolean => leftAfter(value, smallEffort) < 0

/** Whether its JSON has more than so many bytes for certain: each value takes two. */
export const exceedsBytes = (value: unknown, bytes: number): boolean =>
  leftAfter(value, bytes / 2) < 0

/** Texts of large values that were written out and are not changed any more. */
const written = new WeakMap<object, string>()

const writtenBefore = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? written.get(value) : undefined

/** `JSON.stringify(value)` of plain JSON; a large one that was written before is not again. */
export const jsonOf = (value: unknown): string => writtenBefore(value) ?? JSON.stringify(value)

class Writer {
  readonly #parts: string[] = []
  readonly #next: NextPiece
  #left = 0

  constructor(next: NextPiece) {
    this.#next = next
  }

  text(): string {
    return this.#parts.join('')
  }

  async write(value: unknown): Promise<void> {
    const isSmall = !isInner(value) || leftAfter(value, pieceEffort) >= 0
    if (isSmall) this.#parts.push(JSON.stringify(value))
    else if (Array.isArray(value)) await this.#list(value)
    else await this.#fields(value as Record<string, unknown>)
  }

  /** Waits for the next piece where the last one has had its effort. */
  async #canContinue(): Promise<void> {
    if (this.#left >= 0) return
    await this.#next()
    this.#left = pieceEffort
  }

  async #list(values: unknown[]): Promise<void> {
    this.#left = -1
    let separator = '['
    let from = 0
    for (let index = 0; index < values.length; index++) {
      await this.#canContinue()
      const value = values[index]
      const left = leftAfter(value, pieceEffort)
      const isLarge = left < 0 && isInner(value)
      this.#left -= pieceEffort - left
      if (this.#left >= 0 && index < values.length - 1) continue
      const small = values.slice(from, isLarge ? index : index + 1)
      from = index + 1
      if (small.length > 0) {
        this.#parts.push(separator, JSON.stringify(small).slice(1, -1))
        separator = ','
      }
      if (!isLarge) continue
      this.#parts.push(separator)
      separator = ','
      await this.#canContinue()
      await this.write(value)
      this.#left = -1
    }
    this.#parts.push(separator === '[' ? '[]' : ']')
  }

  async #fields(value: Record<string, unknown>): Promise<void> {
    this.#left = -1
    let separator = '{'
    let small: Record<string, unknown> = {}
    const flush = () => {
      const fields = JSON.stringify(small).slice(1, -1)
      small = {}
      if (fields === '') return
      this.#parts.push(separator, fields)
      separator = ','
    }
    for (const name of Object.keys(value)) {
      await this.#canContinue()
      const field = value[name]
      const left = leftAfter(field, pieceEffort)
      const isLarge = left < 0 && isInner(field)
      this.#left -= pieceEffort - left + 1 + name.length / charactersAValue
      if (!isLarge) {
        setField(small, name, field)
        if (this.#left < 0) flush()
        continue
      }
      flush()
      this.#parts.push(separator, JSON.stringify(name), ':')
      separator = ','
      this.#left = -1
      await this.#canContinue()
      await this.write(field)
      this.#left = -1
    }
    flush()
    this.#parts.push(separator === '{' ? '{}' : '}')
  }
}

/**
 * `JSON.stringify(value)` of plain JSON, in pieces where it is large, while others have their turn.
 * The value must not be changed meanwhile.
 */
export async function writeInPieces(value: unknown, next: NextPiece): Promise<string> {
  const known = writtenBefore(value)
  if (known !== undefined) return known
  const writer = new Writer(next)
  await writer.write(value)
  return writer.text()
}

/**
 * As `writeInPieces`, where the value is large; remembers the text for `jsonOf`. Such a value must
 * never be changed again.
 */
export async function writeForGood(value: unknown, next: NextPiece): Promise<void> {
  if (typeof value !== 'object' || value === null || !isLargeValue(value)) return
  written.set(value, await writeInPieces(value, next))
}
