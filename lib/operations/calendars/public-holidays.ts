import type { Holiday } from '#lib/domain/calendar/calendar'
import { ApiError } from '#lib/domain/api-error'

type Place = { country: string | null; state: string | null }
export type HolidayCountry = {
  code: string
  name: string
  states: { code: string; name: string }[]
}

/** Loaded when somebody changes a calendar, not by workers: it has the rules of all countries. */
const load = async () => (await import('date-holidays')).default

const namesOf = (found: Record<string, string> | undefined) =>
  Object.entries(found ?? {}).map(([code, name]) => ({ code, name }))

/** The countries and states whose public holidays are known, by their English names. */
export async function holidayCountries(): Promise<HolidayCountry[]> {
  const Holidays = await load()
  const known = new Holidays()
  return namesOf(known.getCountries('en'))
    .map(({ code, name }) => ({ code, name, states: namesOf(known.getStates(code, 'en')) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * The public holidays of these years, with the days on which one is celebrated instead. Throws
 * `invalid_request` for a country or state that is not known.
 */
export async function publicHolidays(
  { country, state }: Place,
  years: { from: number; to: number },
): Promise<Holiday[]> {
  if (country === null) return []
  const Holidays = await load()
  const known = new Holidays()
  if (!known.getCountries()?.[country])
    throw ApiError.invalid([{ path: 'rules.country', message: 'This country is not known.' }])
  if (state !== null && !known.getStates(country)?.[state])
    throw ApiError.invalid([{ path: 'rules.state', message: 'This country has no such state.' }])
  const options = { languages: ['en'], types: ['public' as const] }
  const place =
    state === null ? new Holidays(country, options) : new Holidays(country, state, options)
  const found: Holiday[] = []
  for (let year = years.from; year <= years.to; year++)
    for (const { date, name } of place.getHolidays(year, 'en'))
      found.push({ date: date.slice(0, 10), name: name.replace(/ \(substitute day\)$/, '') })
  return found
}
