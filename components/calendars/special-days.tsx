'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import type { SpecialDay } from '#lib/domain/calendar/calendar'
import { ShiftFields } from './week-fields.tsx'

type Props = { days: SpecialDay[]; onChange(days: SpecialDay[]): void }

/** Days of the organization's own that differ from their week: days off, or with other hours. */
export function SpecialDays({ days, onChange }: Props) {
  const set = (index: number, change: Partial<SpecialDay>): void =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...change } : day)))
  const keptFocus = useKeptFocus<HTMLFieldSetElement>('last')
  return (
    <fieldset className="min-w-0 space-y-2" {...keptFocus}>
      <legend className="text-sm font-medium">Days of your own</legend>
      {days.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          A day off that is no public holiday, or a day with other hours.
        </p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {days.map((day, index) => (
            <li key={index} className="flex flex-wrap items-center gap-2 px-3 py-2">
              <Input
                type="date"
                className="w-40"
                aria-label={`Day ${index + 1}`}
                value={day.date}
                onChange={(event) => set(index, { date: event.target.value })}
              />
              <Input
                className="min-w-40 flex-1"
                maxLength={80}
                placeholder="Staff day"
                aria-label={`What day ${index + 1} is`}
                value={day.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
              <ShiftFields
                day={day.name || `Day ${index + 1}`}
                shifts={day.hours}
                onChange={(hours) => set(index, { hours })}
              />
              <Button
                type="button"
                variant="ghost"
                size="icon"
                className="ml-auto"
                aria-label={`Remove day ${index + 1}`}
                onClick={() => onChange(days.filter((_, at) => at !== index))}
              >
                <XIcon aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        type="button"
        variant="outline"
        size="sm"
        onClick={() => onChange([...days, { date: '', name: '', hours: [] }])}
      >
        <PlusIcon aria-hidden /> Add a day
      </Button>
    </fieldset>
  )
}
