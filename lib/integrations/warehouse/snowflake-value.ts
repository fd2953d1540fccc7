import { parseExactJson } from '#lib/domain/exact-json'
import { exactNumber, floatNumber } from './exact-number.ts'

/*
 * Values of Snowflake's "jsonv2" (docs.snowflake.com, SQL API, "Handling responses"): every cell is
 * text or null. Decimals are not to be divided by their scale; dates are days, times and timestamps
 * seconds with nine decimals since midnight or 1970-01-01.
 */

const dayMs = 86_400_000

/**
 * Splits seconds "1704164645.678000000" into whole seconds and significant decimals (".678", ""
 * when none); before 1970 they are negative.
 */
function split(cell: string): { seconds: number; fraction: string } {
  const [whole = '0', decimals = ''] = cell.replace(/^-/, '').split('.')
  const nanos = BigInt(whole) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0').slice(0, 9) || '0')
  const signed = cell.startsWith('-') ? -nanos : nanos
  const rest = ((signed % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  const fraction = rest.toString().padStart(9, '0').replace(/0+$/, '')
  return { seconds: Number((signed - rest) / 1_000_000_000n), fraction: fraction && `.${fraction}` }
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)

function local(cell: string): string {
  const { seconds, fraction } = split(cell)
  return clock(seconds) + fraction
}

/** "seconds offset", the offset in minutes plus 1440. */
function zoned(cell: string): string {
  const [instant = '', given = '1440'] = cell.split(' ')
  const minutes = Number(given) - 1440
  const { seconds, fraction } = split(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${clock(seconds + minutes * 60)}${fraction}${offset}`
}

function json(cell: string): unknown {
  try {
    return parseExactJson(cell)
  } catch {
    // Snowflake writes values without a JSON form ("undefined", NaN) unchanged.
    return cell
  }
}

const decoders: Record<string, (cell: string) => unknown> = {
  fixed: exactNumber,
  real: floatNumber,
  boolean: (cell) => cell === 'true' || cell === '1',
  date: (cell) => new Date(Number(cell) * dayMs).toISOString().slice(0, 10),
  time: (cell) => local(cell).slice(11),
  timestamp_ntz: local,
  timestamp_ltz: (cell) => `${local(cell)}Z`,
  timestamp_tz: zoned,
  variant: json,
  object: json,
  array: json,
}

/** A cell as JSON; text, binary (hexadecimal) and unknown types stay unchanged. */
export function snowflakeValue(type: string, cell: string | null): unknown {
  if (cell === null) return null
  try {
    return (decoders[type.toLowerCase()] ?? String)(cell)
  } catch {
    // Not as documented, or a date outside the supported calendar: then the cell stays unchanged.
    return cell
  }
}
