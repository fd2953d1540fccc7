import { serialToDate } from 'hucre'
import type { NumberKind } from './workbook.ts'

const secondsOfDay = 86_400

const two = (number: number): string => String(number).padStart(2, '0')

/** A duration such as 26:30:00; it may have more than 24 hours. */
function elapsed(days: number): string {
  const seconds = Math.round(Math.abs(days) * secondsOfDay)
  const sign = days < 0 ? '-' : ''
  return `${sign}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/**
 * A number of a cell as the date that it shows: `2026-03-07`, `2026-03-07T09:00:00` or `09:00:00`,
 * without a time zone, which Excel does not know. Undefined for a number that is no date.
 */
export function dateText(serial: number, kind: NumberKind, is1904: boolean): string | undefined {
  if (kind === 'number') return undefined
  if (kind === 'elapsed') return elapsed(serial)
  if (serial < 0 || serial > 2_958_466) return undefined
  if (kind === 'time' && serial < 1) return elapsed(serial)
  // To the second, so that 09:00 does not become 08:59:59.999.
  const date = serialToDate(Math.round(serial * secondsOfDay) / secondsOfDay, is1904)
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  const [day = '', time = ''] = text.replace('.000Z', '').split('T')
  return time === '00:00:00' && kind === 'date' ? day : `${day}T${time}`
}
