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

/**
 * Made-up data for all placeholders of a template, by their dotted names. Pictures are left out:
 * their place stays empty.
 */
export function sampleData(fields: readonly TemplateField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field): [string, unknown] => {
      const { name, type, columns = [], options = [] } = field
      if (type === 'choice') return [name, options[0] ?? '']
      if (type !== 'rows') return [name, sampleOf(field)]
      const isPlain = columns.length === 1 && columns[0]?.name === '.'
      const row = (number: number): unknown =>
        isPlain
          ? sampleText(name, number)
          : Object.fromEntries(columns.map((column) => [column.name, sampleOf(column, number)]))
      return [name, [row(1), row(2), row(3)]]
    }),
  )
}
