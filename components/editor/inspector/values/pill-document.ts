import type { InsertedValue, TemplatePart } from '#lib/domain/expressions/written/template'

/**
 * In the editor's document a value stands between two characters of private use, as JSON on one
 * line. Texts that people write do not have these characters.
 */
const open = '\uE000'
const close = '\uE001'
const pill = /\uE000([^\uE000\uE001]*)\uE001/g

export type Pill = { from: number; to: number; value: InsertedValue }

/** A value as it stands in the document. */
export const pillText = (value: InsertedValue): string => `${open}${JSON.stringify(value)}${close}`

function valueIn(json: string): InsertedValue | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const isValue = typeof (value as { path?: unknown } | null)?.path === 'string'
    return isValue ? (value as InsertedValue) : undefined
  } catch {
    return undefined
  }
}

/** The values in a document, in order. */
export function pillsIn(text: string): Pill[] {
  return [...text.matchAll(pill)].flatMap((match) => {
    const value = valueIn(match[1] ?? '')
    return value ? [{ from: match.index, to: match.index + match[0].length, value }] : []
  })
}

/** Whether a text can be shown as a document: it does not have our characters itself. */
export const isShowable = (text: string): boolean => !text.includes(open) && !text.includes(close)

/** The document of the parts of a text. */
export const documentOf = (parts: TemplatePart[]): string =>
  parts.map((part) => ('text' in part ? part.text : pillText(part.value))).join('')

/** The parts of a document. Values are written so that `null` prints nothing. */
export function partsOfDocument(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const { from, to, value } of pillsIn(text)) {
    const { bare: _bare, ...guarded } = value
    parts.push({ text: text.slice(end, from) }, { value: guarded })
    end = to
  }
  return [...parts, { text: text.slice(end) }].filter((part) => !('text' in part && !part.text))
}

/** A value on the clipboard: people can read it, and it becomes a value again where it is pasted. */
export const toClipboard = (text: string): string =>
  text.replaceAll(pill, (_, json: string) => `⟦${json}⟧`)

export const fromClipboard = (text: string): string =>
  text.replaceAll(/[\uE000\uE001]/g, '').replaceAll(/⟦([^⟦⟧]*)⟧/g, (all, json: string) => {
    const value = valueIn(json)
    return value ? pillText(value) : all
  })
