import pg from 'pg'
import { parseExactJson } from '#lib/domain/exact-json'
import { exactNumber, floatNumber } from './exact-number.ts'

/** "2024-01-02 03:04:05.678+00" as ISO 8601; years before Christ and infinity stay as they are. */
function iso(text: string): string {
  return /^\d{4}-/.test(text) && !text.endsWith('BC')
    ? text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
    : text
}
const json = (text: string) => parseExactJson(text)
const bool = (text: string) => text === 't'

/** By the type's number in pg_type, which never changes. */
const decoders: Record<number, (text: string) => unknown> = {
  16: bool,
  20: exactNumber,
  21: exactNumber,
  23: exactNumber,
  26: exactNumber,
  114: json,
  700: floatNumber,
  701: floatNumber,
  1114: iso,
  1184: iso,
  1700: exactNumber,
  3802: json,
}
/** Arrays, by the type of their elements; 25 is text. */
const elements: Record<number, number> = {
  1000: 16,
  1005: 21,
  1007: 23,
  1016: 20,
  1021: 700,
  1022: 701,
  1231: 1700,
  199: 114,
  3807: 3802,
  1115: 1114,
  1185: 1184,
  1182: 25,
  1009: 25,
  1015: 25,
  2951: 25,
}

/** `text[]`, which the types of `pg` do not name. */
const textArrayType: number = 1009
const textArray = pg.types.getTypeParser(textArrayType) as (text: string) => unknown[]

function each(entry: unknown, decode: (text: string) => unknown): unknown {
  if (Array.isArray(entry)) return entry.map((inner) => each(inner, decode))
  return typeof entry === 'string' ? decode(entry) : null
}

/**
 * Converts Postgres' text of a value to JSON: dates, intervals, binary (`\x…`) and unknown types
 * stay text.
 */
export function postgresValue(type: number, text: string): unknown {
  const element = elements[type]
  return element === undefined
    ? (decoders[type] ?? String)(text)
    : each(textArray(text), decoders[element] ?? String)
}
