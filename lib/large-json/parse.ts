import { noteLarge } from './known-large.ts'
import type { NextPiece } from './pieces.ts'
import { setField } from './set-field.ts'

/** Bytes of JSON that are parsed at once, at least; to parse and look through them takes 3 ms. */
const pieceBytes = 8 * 1024
/** Bytes that are only looked through for commas and brackets before others have a turn. */
const scanBytes = 256 * 1024

/** Where a part of the document stands. */
export type Place = {
  /** Dotted; empty at the top. */
  path: string
  /** Lists and objects around it. */
  depth: number
  /** Entries of its list that came before; 0 in an object. */
  before: number
}

/** The lists and objects are nested deeper than was allowed. */
export class TooDeep extends Error {}

type Options = {
  next: NextPiece
  /** Of a list or object in others; the outermost has 0. */
  maxDepth: number
  /** Parses a small text, as `JSON.parse` does, and may refuse what is in it. */
  parse(text: string, place: Place): unknown
}

type List = unknown[]
type Fields = Record<string, unknown>

/** A list or object that has begun and not ended. */
type Open = {
  isList: boolean
  /** Of its bracket. */
  at: number
  /** Of the first byte that is not in `value` yet. */
  unread: number
  /** Where the present entry begins. */
  entry: number
  /** Undefined as long as it is small: then it is parsed with the entry around it. */
  value: List | Fields | undefined
  path: string
  /** The present entry is in `value` already; only blanks may follow. */
  done: boolean
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const listBegin = 0x5b
const listEnd = 0x5d
const fieldsBegin = 0x7b
const fieldsEnd = 0x7d

/** Joins large lists and objects of what `parse` makes of their entries. */
class Assembly {
  readonly open: Open[] = []
  root: unknown
  readonly #bytes: Uint8Array
  readonly #parse: Options['parse']
  readonly #inside = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  constructor(bytes: Uint8Array, parse: Options['parse']) {
    this.#bytes = bytes
    this.#parse = parse
  }

  text(from: number, until: number): string {
    return this.#inside.decode(this.#bytes.subarray(from, until))
  }

  blank(from: number, until: number): void {
    if (from < until && /[^ \t\r\n]/.test(this.text(from, until)))
      throw new SyntaxError('Unexpected characters in JSON')
  }

  /** Takes the entries before `until` (a comma or the end) into the innermost list or object. */
  take(until: number): void {
    const level = this.open.length - 1
    this.#materialize(level)
    this.#takeUntil(level, until)
  }

  #takeUntil(level: number, until: number): void {
    const own = this.open[level] as Open
    const { value, path, isList } = own
    if (own.done) this.blank(own.unread, until)
    else if (isList) {
      const list = value as List
      const place = { path, depth: level, before: list.length }
      const entries = this.#parse(`[${this.text(own.unread, until)}]`, place) as List
      if (entries.length === 0) throw new SyntaxError('An entry is missing in JSON')
      for (const entry of entries) list.push(entry)
    } else {
      const place = { path, depth: level, before: 0 }
      const fields = this.#parse(`{${this.text(own.unread, until)}}`, place) as Fields
      const names = Object.keys(fields)
      if (names.length === 0) throw new SyntaxError('A field is missing in JSON')
      for (const name of names) setField(value as Fields, name, fields[name])
    }
    own.done = false
    own.unread = until + 1
  }

  /** Gives a list or object a value of its own, in those around it. */
  #materialize(level: number): void {
    const own = this.open[level] as Open
    if (own.value) return
    own.value = own.isList ? [] : {}
    noteLarge(own.value)
    own.unread = own.at + 1
    const around = this.open[level - 1]
    if (!around) {
      this.blank(this.#afterMark(), own.at)
      this.root = own.value
      return
    }
    this.#materialize(level - 1)
    if (around.unread < around.entry) this.#takeUntil(level - 1, around.entry - 1)
    if (around.isList) {
      this.blank(around.entry, own.at)
      const list = around.value as List
      own.path = below(around.path, list.length)
      list.push(own.value)
    } else {
      const place = { path: around.path, depth: level - 1, before: 0 }
      const before = this.text(around.entry, own.at)
      const [name = ''] = Object.keys(this.#parse(`{${before}null}`, place) as Fields)
      own.path = below(around.path, name)
      setField(around.value as Fields, name, own.value)
    }
  }

  /** After the mark of the byte order, which may stand at the beginning of a text. */
  #afterMark(): number {
    const [first, second, third] = this.#bytes
    return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  }

  whole(): string {
    return this.text(this.#afterMark(), this.#bytes.length)
  }
}

const below = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`

/** Follows the marks of a document: what they begin and end, and when entries are parsed. */
class Structure {
  readonly #assembly: Assembly
  readonly #maxDepth: number

  constructor(assembly: Assembly, maxDepth: number) {
    this.#assembly = assembly
    this.#maxDepth = maxDepth
  }

  begin(at: number, isList: boolean): void {
    const { open } = this.#assembly
    if (open.length > this.#maxDepth) throw new TooDeep()
    const started = { at, unread: at + 1, entry: at + 1, value: undefined, path: '', done: false }
    open.push({ isList, ...started })
  }

  /** Takes the entries before a comma when they are many bytes. True when that was work. */
  comma(at: number): boolean {
    const own = this.#assembly.open.at(-1)
    if (!own) throw new SyntaxError('Unexpected comma in JSON')
    const isWork = !own.done && at - own.unread >= pieceBytes
    if (own.done || isWork) this.#assembly.take(at)
    own.entry = at + 1
    return isWork
  }

  /** Ends the innermost list or object. True when its last entries were parsed. */
  end(at: number, isList: boolean): boolean {
    const { open } = this.#assembly
    const own = open.at(-1)
    if (own?.isList !== isList) throw new SyntaxError('Unexpected bracket in JSON')
    // A small one is parsed with what is around it.
    const isWork = own.value !== undefined
    if (isWork) this.#assembly.take(at)
    open.pop()
    const around = open.at(-1)
    if (around && isWork) {
      around.unread = at + 1
      around.done = true
    }
    return isWork
  }

  /** The document ended with the bracket at `at`, or did not end; only blanks may follow it. */
  finish(at: number | undefined, length: number): void {
    if (at !== undefined) this.#assembly.blank(at + 1, length)
    else if (this.#assembly.open.length > 0) throw new SyntaxError('Unexpected end of JSON input')
  }
}

/**
 * What `JSON.parse` makes of a document in UTF-8, in pieces: a large list or object is put together
 * of entries that are parsed some at a time, and others have their turn in between. Throws
 * `SyntaxError`, `TypeError` where it is not UTF-8, `TooDeep`, and what `parse` throws.
 */
export async function parseInPieces(
  bytes: Uint8Array,
  { next, maxDepth, parse }: Options,
): Promise<unknown> {
  const assembly = new Assembly(bytes, parse)
  const structure = new Structure(assembly, maxDepth)
  let inText = false
  let ended: number | undefined
  let rested = 0
  await next()
  for (let at = 0; at < bytes.length && ended === undefined; at++) {
    const byte = bytes[at]
    let isWork = at - rested > scanBytes
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === listBegin || byte === fieldsBegin) structure.begin(at, byte === listBegin)
    else if (byte === comma) isWork = structure.comma(at) || isWork
    else if (byte === listEnd || byte === fieldsEnd) {
      isWork = structure.end(at, byte === listEnd) || isWork
      if (assembly.open.length === 0) ended = at
    }
    if (!isWork) continue
    rested = at
    await next()
  }
  structure.finish(ended, bytes.length)
  if (assembly.root !== undefined) return assembly.root
  return parse(assembly.whole(), { path: '', depth: 0, before: 0 })
}
