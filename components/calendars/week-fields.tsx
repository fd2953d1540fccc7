'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import type { CalendarRules, Weekday } from '#lib/domain/calendar/calendar'
import { upperFirst } from '#lib/domain/sentences'

type Shifts = CalendarRules['hours'][Weekday]
type ShiftsProps = { day: string; shifts: Shifts; onChange(shifts: Shifts): void }

const week: Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]
/** On a phone without the clock, which would cut the time off; its picker opens by itself. */
const timeClass =
  'w-34 max-sm:w-25 max-sm:flex-1 max-sm:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:hidden'
const usual = { from: '09:00', to: '17:00' }
/** A field of a time has no 24:00: midnight at the end of a day is 00:00 there. */
const endInField = (time: string) => (time === '24:00' ? '00:00' : time)
const endOfField = (text: string) => (text === '00:00' ? '24:00' : text)

/** What follows the last shift of a day, when something still fits. */
function nextShift(shifts: Shifts): Shifts[number] | undefined {
  const last = shifts.at(-1)
  if (!last) return usual
  return last.to < '24:00' ? { from: last.to, to: '24:00' } : undefined
}

/** The hours of one day; none: a day off. */
export function ShiftFields({ day, shifts, onChange }: ShiftsProps) {
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const next = shifts.length < 4 ? nextShift(shifts) : undefined
  const set = (index: number, change: Partial<Shifts[number]>): void =>
    onChange(shifts.map((shift, at) => (at === index ? { ...shift, ...change } : shift)))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2" {...keptFocus}>
      {shifts.length === 0 ? <span className="text-sm text-muted-foreground">Day off</span> : null}
      {shifts.map((shift, index) => (
        <span key={index} className="flex max-w-full min-w-0 flex-wrap items-center gap-1.5">
          <Input
            type="time"
            className={timeClass}
            aria-label={`${day}: from, ${index + 1}`}
            value={shift.from}
            onChange={(event) => set(index, { from: event.target.value })}
          />
          <span aria-hidden>–</span>
          <Input
            type="time"
            className={timeClass}
            aria-label={`${day}: to, ${index + 1}`}
            value={endInField(shift.to)}
            onChange={(event) => set(index, { to: endOfField(event.target.value) })}
          />
          <Button
            type="button"
            variant="ghost"
            size="icon"
            aria-label={`${day}: remove these hours`}
            onClick={() => onChange(shifts.filter((_, at) => at !== index))}
          >
            <XIcon aria-hidden />
          </Button>
        </span>
      ))}
      {next ? (
        <Button type="button" variant="ghost" size="sm" onClick={() => onChange([...shifts, next])}>
          <PlusIcon aria-hidden /> Hours<span className="sr-only"> on {day}</span>
        </Button>
      ) : null}
    </div>
  )
}

type Props = { hours: CalendarRules['hours']; onChange(hours: CalendarRules['hours']): void }

/** The working hours of each day of the week. */
export function WeekFields({ hours, onChange }: Props) {
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">Working hours</legend>
      <ul className="divide-y rounded-lg border">
        {week.map((day) => (
          <li
            key={day}
            className="grid gap-1 px-3 py-1.5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-center"
          >
            <span className="text-sm">{upperFirst(day)}</span>
            <ShiftFields
              day={upperFirst(day)}
              shifts={hours[day]}
              onChange={(shifts) => onChange({ ...hours, [day]: shifts })}
            />
          </li>
        ))}
      </ul>
      <Button
        type="button"
        variant="outline"
        size="sm"
        onClick={() =>
          onChange({
            ...hours,
            tuesday: hours.monday,
            wednesday: hours.monday,
            thursday: hours.monday,
            friday: hours.monday,
          })
        }
      >
        Monday’s hours until Friday
      </Button>
    </fieldset>
  )
}
