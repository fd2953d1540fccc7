import { localTimeOf } from './zoned-time.ts'

/** A moment by the clock of a zone, as tables and files have it: `2026-11-23 16:05`. */
export function zonedText(at: Date, timeZone: string): string {
  const { date, minute } = localTimeOf(at, timeZone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
