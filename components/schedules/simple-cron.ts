/** The rhythms that the form offers. */
export const rhythms = ['hour', 'day', 'weekdays', 'week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]

/** How often, at what time, and on which day: of the week from 0 (Sunday), of the month from 1. */
export type SimpleCron = { rhythm: Rhythm; hour: number; minute: number; day: number }

const number = (text: string | undefined, from: number, to: number): number | undefined => {
  const value = /^\d{1,2}$/.test(text ?? '') ? Number(text) : Number.NaN
  return value >= from && value <= to ? value : undefined
}

/** Reads a simple cron expression; undefined for every other one. */
export function readSimpleCron(cron: string): SimpleCron | undefined {
  const [minutes, hours, monthDays, months, weekDays, ...more] = cron.trim().split(/\s+/)
  const minute = number(minutes, 0, 59)
  if (minute === undefined || months !== '*' || more.length > 0) return undefined
  if (hours === '*')
    return monthDays === '*' && weekDays === '*'
      ? { rhythm: 'hour', hour: 0, minute, day: 1 }
      : undefined
  const hour = number(hours, 0, 23)
  if (hour === undefined) return undefined
  if (monthDays === '*' && weekDays === '*') return { rhythm: 'day', hour, minute, day: 1 }
  if (monthDays === '*' && weekDays === '1-5') return { rhythm: 'weekdays', hour, minute, day: 1 }
  const weekDay = number(weekDays, 0, 6)
  if (monthDays === '*' && weekDay !== undefined)
    return { rhythm: 'week', hour, minute, day: weekDay }
  const monthDay = number(monthDays, 1, 31)
  return monthDay !== undefined && weekDays === '*'
    ? { rhythm: 'month', hour, minute, day: monthDay }
    : undefined
}

/** Writes a simple cron expression. */
export function writeSimpleCron({ rhythm, hour, minute, day }: SimpleCron): string {
  if (rhythm === 'hour') return `${minute} * * * *`
  const time = `${minute} ${hour}`
  if (rhythm === 'day') return `${time} * * *`
  if (rhythm === 'weekdays') return `${time} * * 1-5`
  return rhythm === 'week' ? `${time} * * ${day}` : `${time} ${day} * *`
}
