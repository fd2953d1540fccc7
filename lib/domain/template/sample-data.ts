import type { TemplateColumn, TemplateField } from './template.ts'

/** A name for people: `patient.birthDate` becomes “birth date”. */
const words = (name: string): string =>
  (name.split('.').at(-1) ?? name)
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

function sampleText(name: string, row: number): string {
  const plain = words(name)
  const number = row > 0 ? ` ${row}` : ''
  if (/\b(date|born|birth|day|until|since)\b/.test(plain)) return '2026-03-14'
  if (/\b(amount|price|cost|total|sum|paid)\b/.test(plain)) return '120.50'
  if (/\b(units|count|number of|quantity|visits)\b/.test(plain)) return '3'
  if (/\b(mail|email)\b/.test(plain)) return 'ada@example.com'
  if (/\bname\b/.test(plain)) return `Ada Example${number}`
  return `Sample ${plain === '.' ? 'text' : plain}${number}`
}

function sampleOf({ name, type }: TemplateColumn, row = 0): unknown {
  if (type === 'yes-no') return true
  if (type === 'rows') return []
  return type === 'picture' ? null : sampleText(name, row)
}

function sampleWords({ name, label, maxLength }: TemplateField, short: boolean): string {
  const text = sampleText(label ?? name, 0)
  const fitting = short && text.startsWith('Sample ') ? 'Sample' : text
  return maxLength === undefined ? fitting : Array.from(fitting).slice(0, maxLength).join('')
}

function sampleRows({ columns = [], name }: TemplateField): unknown[] {
  const isPlain = columns.length === 1 && columns[0]?.name === '.'
  const row = (number: number): unknown =>
    isPlain
      ? sampleText(name, number)
      : Object.fromEntries(columns.map((column) => [column.name, sampleOf(column, number)]))
  return [row(1), row(2), row(3)]
}

/**
 * Made-up data for all placeholders of a template, by their dotted names. Pictures are left out:
 * their place stays empty. `short`: for the small places of a form.
 */
export function sampleData(
  fields: readonly TemplateField[],
  { short = false } = {},
): Record<string, unknown> {
  const valueOf = (field: TemplateField): unknown => {
    const { type, options = [], multiple } = field
    if (type === 'choice') return multiple ? options.slice(0, 1) : (options[0] ?? '')
    if (type === 'text') return sampleWords(field, short)
    return type === 'rows' ? sampleRows(field) : sampleOf(field)
  }
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]))
}
