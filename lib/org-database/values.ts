import { readArray, writeArray } from './array-literal.ts'

/** Object ids of built-in types (pg_type.dat), which never change. */
const oid = { bool: 16, bytea: 17, json: 114, jsonb: 3802, box: 603 } as const

/** Built-in array types → type of their items. */
const itemTypes: Readonly<Record<number, number>> = {
  1000: 16,
  1001: 17,
  1002: 18,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  199: 114,
  3807: 3802,
  1182: 1082,
  1183: 1083,
  1270: 1266,
  1115: 1114,
  1185: 1184,
  1187: 1186,
  1231: 1700,
  2951: 2950,
  791: 790,
  1041: 869,
  651: 650,
  1040: 829,
  143: 142,
  1561: 1560,
  1563: 1562,
  2949: 2970,
  1013: 30,
  1027: 604,
  1017: 600,
  1018: 601,
  1019: 602,
  1020: 603,
  3905: 3904,
  3907: 3906,
  3909: 3908,
  3911: 3910,
  3913: 3912,
  3927: 3926,
  3643: 3614,
  3645: 3615,
  2210: 2205,
  2211: 2206,
  4090: 4089,
  6150: 4451,
  6151: 4532,
  6152: 4533,
  6153: 4534,
  6155: 4535,
  6157: 4536,
}

/**
 * The type names of answers; other types are answered like `text`, under the name from the
 * catalogue when it was read.
 */
const typeNames: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytea',
  19: 'name',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  26: 'oid',
  114: 'json',
  142: 'xml',
  700: 'real',
  701: 'double precision',
  790: 'money',
  1042: 'character',
  1043: 'character varying',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp',
  1184: 'timestamptz',
  1186: 'interval',
  1266: 'timetz',
  1700: 'numeric',
  2249: 'record',
  2278: 'void',
  2950: 'uuid',
  3802: 'jsonb',
  18: '"char"',
}

/** The catalogue's description of a type that an organization created. */
export type CustomTypes = ReadonlyMap<number, { name: string; itemType: number | null }>

/** Types that only the catalogue of this database knows: enums, composites and their arrays. */
export const isCustom = (type: number): boolean => type >= 16384

export function typeName(type: number, custom: CustomTypes): string {
  const known = typeNames[type] ?? custom.get(type)?.name
  if (known !== undefined) return known
  const item = itemTypes[type]
  return item === undefined ? `type ${type}` : `${typeName(item, custom)}[]`
}

const asText = (text: string): string => JSON.stringify(text)
const asNumber = (text: string): string =>
  /^-?\d/.test(text) && Number.isFinite(Number(text)) ? String(Number(text)) : asText(text)

/**
 * ISO 8601: `2026-03-07 08:15:00.123456+00` → `2026-03-07T08:15:00.123456Z`. Infinity and years
 * before Christ stay as Postgres writes them.
 */
function asInstant(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d(?::?\d\d)?)?$/.exec(text)
  if (!match) return asText(text)
  const [, date, time, zone] = match
  return asText(`${date}T${time}${zone === '+00' ? 'Z' : (zone ?? '')}`)
}

/**
 * Converts Postgres' text to JSON text, by type. Numbers that a JSON reader would round (bigint,
 * numeric, money) become texts.
 */
const toJson: Readonly<Record<number, (text: string) => string>> = {
  [oid.bool]: (text) => (text === 't' ? 'true' : 'false'),
  21: asNumber,
  23: asNumber,
  26: asNumber,
  700: asNumber,
  701: asNumber,
  [oid.bytea]: (text) => asText(Buffer.from(text.slice(2), 'hex').toString('base64')),
  1114: asInstant,
  1184: asInstant,
  // It already is JSON, including digits that do not fit a double.
  [oid.json]: (text) => text,
  [oid.jsonb]: (text) => text,
}

function arrayToJson(items: ReturnType<typeof readArray>, write: (text: string) => string): string {
  const texts = items.map((item) => {
    if (item === null) return 'null'
    return Array.isArray(item) ? arrayToJson(item, write) : write(item)
  })
  return `[${texts.join(',')}]`
}

/** Writes a value of Postgres as JSON text. */
export function valueToJson(text: string | null, type: number, custom: CustomTypes): string {
  if (text === null) return 'null'
  const item = itemTypes[type] ?? custom.get(type)?.itemType ?? null
  if (item === null) return (toJson[type] ?? asText)(text)
  return arrayToJson(readArray(text, item === oid.box ? ';' : ','), toJson[item] ?? asText)
}

const looksBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Writes a parameter for Postgres, by the type that Postgres has inferred for its place. For json
 * and jsonb every value but a text is written as JSON (a text already is JSON); bytea takes base64,
 * as in answers; a list is an array unless the place has a text or JSON type.
 */
export function paramToText(value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  if (type === oid.json || type === oid.jsonb)
    return typeof value === 'string' ? value : JSON.stringify(value)
  if (Array.isArray(value))
    return typeNames[type]?.match(/^(text|character)/)
      ? JSON.stringify(value)
      : writeArray(value, (item) => scalar(item, itemTypes[type] ?? 0))
  return scalar(value, type)
}

function scalar(value: unknown, type: number): string {
  if (type === oid.bytea && typeof value === 'string' && looksBase64.test(value))
    return `\\x${Buffer.from(value, 'base64').toString('hex')}`
  return plain(value)
}
