'use client'

import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#components/shared/display/times'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { queryOf } from '#components/shared/loading/queries'
import {
  listHolidayCountriesContract,
  listHolidaysContract,
} from '#lib/contracts/organization/calendars'
import type { CalendarRules } from '#lib/domain/calendar/calendar'
import { dayWords } from './day-words.ts'

type Rules = Pick<CalendarRules, 'country' | 'state' | 'worked'>
type Props = { rules: Rules; onChange(change: Partial<Rules>): void }

/** The holidays of this year with a box each: ticked ones are days off. */
function Holidays({ rules, onChange }: Props) {
  const { country, state, worked } = rules
  const year = Number(dayOf(Date.now()).slice(0, 4))
  const query = { country: country ?? '', year, ...(state ? { state } : {}) }
  const holidays = useQuery({
    ...queryOf(listHolidaysContract, { query }),
    enabled: country !== null,
  })
  if (country === null) return null
  if (holidays.isError) return <p className="text-sm text-destructive">{holidays.error.message}</p>
  const days = holidays.data?.items ?? []
  const names = [...new Set(days.map(({ name }) => name))]
  return (
    <ul
      className="grid max-h-60 gap-x-4 overflow-y-auto rounded-lg border p-2 sm:grid-cols-2"
      aria-label={`Public holidays of ${year}`}
      tabIndex={0}
    >
      {names.map((name) => (
        <li key={name}>
          <label className="flex min-h-7 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={!worked.includes(name)}
              onChange={({ target }) =>
                onChange({
                  worked: target.checked ? worked.filter((one) => one !== name) : [...worked, name],
                })
              }
            />
            <span className="min-w-0">
              {name}{' '}
              <span className="whitespace-nowrap text-muted-foreground">
                {dayWords(days.find((day) => day.name === name)?.date ?? '')}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

/** Whose public holidays are days off, and which of them are not. */
export function HolidayFields({ rules, onChange }: Props) {
  const countries = useQuery({ staleTime: Infinity, ...queryOf(listHolidayCountriesContract, {}) })
  const items = countries.data?.items ?? []
  const options = (list: { code: string; name: string }[], none: string) => [
    { id: '', label: none },
    ...list.map(({ code, name }) => ({ id: code, label: name })),
  ]
  const states = items.find(({ code }) => code === rules.country)?.states ?? []
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="text-sm font-medium">Public holidays</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <LabelledSelect
          label="Country"
          // Until the countries are there, the chosen one stands by its code.
          options={
            rules.country !== null && items.length === 0
              ? [{ id: rules.country, label: rules.country }]
              : options(items, 'None')
          }
          value={rules.country ?? ''}
          onChange={({ target }) =>
            onChange({ country: target.value || null, state: null, worked: [] })
          }
        />
        {states.length > 0 ? (
          <LabelledSelect
            label="State"
            options={options(states, 'All of the country')}
            value={rules.state ?? ''}
            onChange={({ target }) => onChange({ state: target.value || null, worked: [] })}
          />
        ) : null}
      </div>
      <Holidays rules={rules} onChange={onChange} />
    </fieldset>
  )
}
