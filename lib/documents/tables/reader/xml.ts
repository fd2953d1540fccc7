import { StringDecoder } from 'node:string_decoder'
import { refuse } from './refused.ts'

/**
 * What a part of a workbook is made of. Names are without their prefix. `attributes` is the text
 * between the name and the end of the tag; `attribute` reads it.
 */
export type XmlHandler = {
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const notXml = 'This Excel file is damaged: a part of it is not XML. Open and save it in Excel.'
/** A tag or text that does not end. */
const maxPending = 8 * 1024 * 1024

function codePoint(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, digits, name) => {
        if (hex) return codePoint(String(hex), 16)
        return digits ? codePoint(String(digits), 10) : (named[String(name)] ?? whole)
      })
    : text

const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Makes a reader of one attribute, whatever its prefix. Undefined where a tag has none. */
export function attribute(name: string): (attributes: string) => string | undefined {
  const quick = ` ${name}="`
  const thorough = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (attributes) => {
    const at = attributes.indexOf(quick)
    if (at >= 0) {
      const from = at + quick.length
      return decode(attributes.slice(from, attributes.indexOf('"', from)))
    }
    if (!attributes.includes(name)) return undefined
    const found = thorough.exec(attributes)
    return found ? decode(found[1] ?? found[2] ?? '') : undefined
  }
}

/** Reads XML in pieces. It knows no entities but the five of XML, and refuses a DTD. */
class XmlReader {
  readonly #handler: XmlHandler
  #pending = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(piece: string): void {
    const text = this.#pending + piece
    let at = 0
    for (;;) {
      const tag = text.indexOf('<', at)
      // Text is given on only with its end, so that no entity is cut.
      if (tag < 0) break
      if (tag > at) this.#handler.text(decode(text.slice(at, tag)))
      const end = this.#readTag(text, tag)
      at = tag
      if (end < 0) break
      at = end
    }
    this.#pending = at === 0 ? text : text.slice(at)
    if (this.#pending.length > maxPending) refuse(notXml)
  }

  end(): void {
    if (this.#pending.trim() !== '') refuse(notXml)
  }

  /** Answers the place behind the tag, or -1 where it has not arrived whole. */
  #readTag(text: string, at: number): number {
    const next = text.charCodeAt(at + 1)
    // "!" and "?"
    if (next === 33 || next === 63) return this.#readOther(text, at)
    const end = endOfTag(text, at)
    if (end < 0) return -1
    // "/"
    if (next === 47) {
      this.#handler.close(localName(text.slice(at + 2, end).trim()))
      return end + 1
    }
    const isEmpty = text.charCodeAt(end - 1) === 47
    const inside = text.slice(at + 1, isEmpty ? end - 1 : end)
    if (inside.includes('<')) refuse(notXml)
    const space = /\s/.exec(inside)?.index ?? -1
    const name = localName(space < 0 ? inside : inside.slice(0, space))
    this.#handler.open(name, space < 0 ? '' : inside.slice(space))
    if (isEmpty) this.#handler.close(name)
    return end + 1
  }

  #readOther(text: string, at: number): number {
    const skip = (begin: string, end: string): number | undefined => {
      if (!text.startsWith(begin, at)) return undefined
      const found = text.indexOf(end, at + begin.length)
      return found < 0 ? -1 : found + end.length
    }
    if (text.length < at + 9) return -1
    const skipped = skip('<?', '?>') ?? skip('<!--', '-->')
    if (skipped !== undefined) return skipped
    const data = skip('<![CDATA[', ']]>')
    if (data === undefined) return refuse(notXml)
    if (data > 0) this.#handler.text(text.slice(at + 9, data - 3))
    return data
  }
}

/** Whether all quotes of this beginning of a tag are closed, so that it ends here. */
function isWhole(inside: string): boolean {
  if (!inside.includes("'")) {
    if (!inside.includes('"')) return true
    // Nearly always: the last value ends here.
    let last = inside.length - 1
    while (inside[last] === '/' || inside[last] === ' ') last -= 1
    if (inside[last] === '"' && inside[last - 1] !== '=') return true
  }
  return !/["']/.test(inside.replace(/"[^"]*"|'[^']*'/g, ''))
}

/** The end of a tag; `>` may stand inside the value of an attribute. */
function endOfTag(text: string, at: number): number {
  let end = text.indexOf('>', at)
  while (end >= 0 && !isWhole(text.slice(at, end))) end = text.indexOf('>', end + 1)
  return end
}

/** Reads a part from the beginning to the end. */
export async function readXml(part: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const reader = new XmlReader(handler)
  const decoder = new StringDecoder('utf8')
  let isFirst = true
  for await (const piece of part) {
    const text = decoder.write(piece)
    reader.write(isFirst ? text.replace(/^\ufeff/, '') : text)
    isFirst = false
  }
  reader.write(decoder.end())
  reader.end()
}
