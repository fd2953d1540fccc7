'use client'

import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { NumberInput } from '#components/ui/input/number-input'
import {
  readSimpleCron,
  rhythms,
  writeSimpleCron,
  type Rhythm,
  type SimpleCron,
} from './simple-cron.ts'

const words: Record<Rhythm, string> = {
  hour: 'Every hour',
  day: 'Every day',
  weekdays: 'Monday to Friday',
  week: 'Every week',
  month: 'Every month',
}
const weekDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const firstTime = { hour: 7, minute: 0, day: 1 }
const twoDigits = (value: number) => String(value).padStart(2, '0')

type Change = Partial<typeof firstTime> & { rhythm?: Rhythm }

/**
 * The common rhythms for people who do not write cron: they are read from the cron expression, and
 * a choice writes it.
 */
export function RhythmFields({ cron, onChange }: { cron: string; onChange(cron: string): void }) {
  const simple = readSimpleCron(cron)
  const change = (next: Change) =>
    onChange(writeSimpleCron({ rhythm: 'day', ...firstTime, ...simple, ...next }))
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <div className="space-y-1.5">
        <Label htmlFor="schedule-rhythm">Repeats</Label>
        <NativeSelect
          id="schedule-rhythm"
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
        </NativeSelect>
      </div>
      {simple ? <DayField simple={simple} onChange={change} /> : null}
      {simple ? <TimeField simple={simple} onChange={change} /> : null}
    </div>
  )
}

type FieldProps = { simple: SimpleCron; onChange(change: Change): void }

/** The day of the week or of the month, for rhythms that have one. */
function DayField({ simple: { rhythm, day }, onChange }: FieldProps) {
  if (rhythm !== 'week' && rhythm !== 'month') return null
  const weekly = rhythm === 'week'
  const id = weekly ? 'schedule-weekday' : 'schedule-monthday'
  const days = weekly ? weekDays.map((name, index) => ({ name, day: index })) : monthDays
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{weekly ? 'On' : 'On day'}</Label>
      <NativeSelect
        id={id}
        value={day}
        onChange={(event) => onChange({ day: Number(event.target.value) })}
      >
        {days.map((each) => (
          <option key={each.day} value={each.day}>
            {each.name}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

const monthDays = Array.from({ length: 31 }, (_, index) => ({
  name: String(index + 1),
  day: index + 1,
}))

/** The minute of every hour, or the time of day. */
function TimeField({ simple: { rhythm, hour, minute }, onChange }: FieldProps) {
  if (rhythm === 'hour')
    return (
      <div className="space-y-1.5">
        <Label htmlFor="schedule-minute">At minute</Label>
        <NumberInput
          id="schedule-minute"
          required
          min={0}
          max={59}
          value={minute}
          onChange={(next) => {
            if (next !== undefined && !Number.isNaN(next)) onChange({ minute: next })
          }}
        />
      </div>
    )
  return (
    <div className="space-y-1.5">
      <Label htmlFor="schedule-time">At</Label>
      <Input
        id="schedule-time"
        type="time"
        value={`${twoDigits(hour)}:${twoDigits(minute)}`}
        onChange={(event) => {
          const [hours, minutes] = event.target.value.split(':').map(Number)
          if (hours === undefined || minutes === undefined) return
          if (!Number.isNaN(hours + minutes)) onChange({ hour: hours, minute: minutes })
        }}
      />
    </div>
  )
}
