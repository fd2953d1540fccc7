import { parseExactJson } from '#lib/domain/exact-json'
import { exactNumber, floatNumber } from './exact-number.ts'

const json = (cell: string): unknown => {
  try {
    return parseExactJson(cell)
  } catch {
    return cell
  }
}

/**
 * By `type_name` of the manifest; every cell of JSON_ARRAY is text or null. Dates and timestamps
 * are already ISO 8601.
 */
const decoders: Record<string, (cell: string) => unknown> = {
  BOOLEAN: (cell) => cell === 'true',
  BYTE: exactNumber,
  SHORT: exactNumber,
  INT: exactNumber,
  LONG: exactNumber,
  DECIMAL: exactNumber,
  FLOAT: floatNumber,
  DOUBLE: floatNumber,
  ARRAY: json,
  MAP: json,
  STRUCT: json,
  VARIANT: json,
}

/**
 * A cell of a Databricks result as JSON; text, binary (Base64), intervals and unknown types stay
 * unchanged.
 */
export function databricksValue(type: string, cell: string | null): unknown {
  return cell === null ? null : (decoders[type] ?? String)(cell)
}
