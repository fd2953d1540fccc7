/** A cell as a text: nothing for null, JSON for lists and objects. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Spreadsheets compute a cell that starts like this as a formula; plain numbers are none. */
const formula = /^[=+\-@\t\r]/
const number = /^[+-]?\d+(?:\.\d+)?$/

function field(value: unknown): string {
  const text = cellText(value)
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /["',;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Rows as CSV (RFC 4180), with the byte order mark by which spreadsheets recognize UTF-8. A cell
 * that would be a formula gets an apostrophe in front.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${[columns, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`
}
