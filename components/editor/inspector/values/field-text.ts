import { readTemplate, writeTemplate } from '#lib/domain/expressions/written/template'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { documentOf, isShowable, partsOfDocument } from './pill-document.ts'

export type TextKind = {
  /** Any text; false for a text of a certain form, such as an address. */
  prose: boolean
  /** Lines at first; a field of one line without it. */
  rows?: number
  hint?: string
  /** What an empty field has. */
  empty?: unknown
  /** A path below the address of the step's connection. */
  isPath?: boolean
}

/** The document of a field's value; undefined for an expression that is no text with values. */
export function documentOfValue(value: unknown): string | undefined {
  if (!isExpression(value)) {
    const text = value === undefined || value === null ? '' : String(value)
    return isShowable(text) ? text : undefined
  }
  if (!isShowable(value.$)) return undefined
  const parts = readTemplate(value.$)
  return (
    parts &&
    documentOf(
      parts.map((part) => {
        if ('text' in part) return part
        // How it is written in code does not show.
        const { bare: _bare, ...shown } = part.value
        return { value: shown }
      }),
    )
  )
}

/** The value of a field: a fixed text, or an expression where the text has values. */
export function valueOfDocument(text: string, { prose, empty }: TextKind): unknown {
  if (text === '') return empty
  const parts = partsOfDocument(text)
  const [only] = parts
  if (parts.every((part) => 'text' in part)) return text
  // An address that is empty is missing; an empty text would be a wrong one.
  const isAlone = parts.length === 1 && only && 'value' in only && !only.value.format
  if (isAlone && !prose && only.value.otherwise === undefined)
    return { $: writeTemplate([{ value: { ...only.value, bare: true } }]) }
  return { $: writeTemplate(parts) }
}
