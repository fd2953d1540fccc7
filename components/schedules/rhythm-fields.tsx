'use client'

import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { NumberInput } from '#components/ui/number-input'
import { fieldClass } from '../ui/field-class.ts'
import { readSimpleCron, rhythms, writeSimpleCron, type Rhythm } from './simple-cron.ts'

const words: Record<Rhythm, string> = {
  hour: 'Every hour',
  day: 'Every day',
  weekdays: 'Monday to Friday',
  week: 'Every week',
  month: 'Every month',
}
const weekDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const beginning = { hour: 7, minute: 0, day: 1 }
const select = `${fieldClass} h-9 px-2`
const two = (value: number) => String(value).padStart(2, '0')

/**
 * The common rhythms for those who do not write cron; what is chosen here is written into the cron
 * field, and read from it.
 */
export function RhythmFields({ cron, onChange }: { cron: string; onChange(cron: string): void }) {
  const simple = readSimpleCron(cron)
  const change = (next: Partial<typeof beginning> & { rhythm?: Rhythm }) =>
    onChange(writeSimpleCron({ rhythm: 'day', ...beginning, ...simple, ...next }))
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <div className="space-y-1.5">
        <Label htmlFor="schedule-rhythm">Repeats</Label>
        <select
          id="schedule-rhythm"
          className={select}
          value={simple?.rhythm ?? 'other'}
          onChange={(event) => change({ rhythm: event.target.value as Rhythm, day: 1 })}
        >
          {rhythms.map((rhythm) => (
            <option key={rhythm} value={rhythm}>
              {words[rhythm]}
            </option>
          ))}
          <option value="other" disabled>
            As written in cron
          </option>
        </select>
      </div>
      {simple?.rhythm === 'week' ? (
        <div className="space-y-1.5">
          <Label htmlFor="schedule-weekday">On</Label>
          <select
            id="schedule-weekday"
            className={select}
            value={simple.day}
            onChange={(event) => change({ day: Number(event.target.value) })}
          >
            {weekDays.map((name, day) => (
              <option key={name} value={day}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ) : simple?.rhythm === 'month' ? (
        <div className="space-y-1.5">
          <Label htmlFor="schedule-monthday">On day</Label>
          <select
            id="schedule-monthday"
            className={select}
            value={simple.day}
            onChange={(event) => change({ day: Number(event.target.value) })}
          >
            {Array.from({ length: 31 }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      {simple?.rhythm === 'hour' ? (
        <div className="space-y-1.5">
          <Label htmlFor="schedule-minute">At minute</Label>
          <NumberInput
            id="schedule-minute"
            required
            min={0}
            max={59}
            value={simple.minute}
            onChange={(minute) => {
              if (minute !== undefined && !Number.isNaN(minute)) change({ minute })
            }}
          />
        </div>
      ) : simple ? (
        <div className="space-y-1.5">
          <Label htmlFor="schedule-time">At</Label>
          <Input
            id="schedule-time"
            type="time"
            value={`${two(simple.hour)}:${two(simple.minute)}`}
            onChange={(event) => {
              const [hour, minute] = event.target.value.split(':').map(Number)
              if (hour !== undefined && minute !== undefined && !Number.isNaN(hour + minute))
                change({ hour, minute })
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
