import type { Holiday } from '#lib/domain/calendar/calendar'
import { defineOutsideOperation } from '../define-operation.ts'
import { holidayCountries, publicHolidays, type HolidayCountry } from './public-holidays.ts'

type Query = { country: string; state?: string | undefined; year: number }

/** Lists the public holidays of one year. Throws 400 for a place that is not known. */
export const listHolidays = defineOutsideOperation<Query, { items: Holiday[] }>({
  name: 'listHolidays',
  permission: 'workflows:read',
  async run({ input: { country, state = null, year } }) {
    return { items: await publicHolidays({ country, state }, { from: year, to: year }) }
  },
})

/** Lists the places whose public holidays are known. */
export const listHolidayCountries = defineOutsideOperation<object, { items: HolidayCountry[] }>({
  name: 'listHolidayCountries',
  permission: 'workflows:read',
  async run() {
    return { items: await holidayCountries() }
  },
})
