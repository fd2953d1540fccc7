import type { CalendarRules, Weekday } from '#lib/domain/calendar/calendar'

const week: [Weekday, string][] = [
  ['monday', 'Mon'],
  ['tuesday', 'Tue'],
  ['wednesday', 'Wed'],
  ['thursday', 'Thu'],
  ['friday', 'Fri'],
  ['saturday', 'Sat'],
  ['sunday', 'Sun'],
]

/** The hours of a week in words, days with the same hours together: “Mon to Thu 09:00–17:00”. */
export function weekWords(hours: CalendarRules['hours']): string {
  const groups: { first: string; last: string; words: string }[] = []
  for (const [day, name] of week) {
    const words = hours[day].map(({ from, to }) => `${from}–${to}`).join(' and ')
    const group = groups.at(-1)
    if (group?.words === words) group.last = name
    else groups.push({ first: name, last: name, words })
  }
  const worked = groups.filter(({ words }) => words !== '')
  if (worked.length === 0) return 'Nobody works on any day'
  return worked
    .map(({ first, last, words }) => `${first === last ? first : `${first} to ${last}`} ${words}`)
    .join(', ')
}
