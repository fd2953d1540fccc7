'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'

type Config = Record<string, unknown>
type Kind = 'time' | 'workingDays' | 'workingHours' | 'until'

const kinds: Record<Kind, { title: string; fields: string[]; first: Config }> = {
  time: { title: 'Minutes, hours or days', fields: ['seconds'], first: { seconds: 3600 } },
  workingDays: {
    title: 'Working days',
    fields: ['workingDays', 'at', 'calendar'],
    first: { workingDays: 2 },
  },
  workingHours: {
    title: 'Working hours',
    fields: ['workingHours', 'calendar'],
    first: { workingHours: 4 },
  },
  until: { title: 'Until an instant', fields: ['until'], first: { until: { $: '' } } },
}
const names = Object.keys(kinds) as Kind[]
const all = [...new Set(names.flatMap((kind) => kinds[kind].fields))]

const kindOf = (config: Config): Kind =>
  names.find((kind) => config[kinds[kind].fields[0] ?? ''] !== undefined) ?? 'time'

/** The fields of a wait that say nothing for its kind; one that is filled in stays in sight. */
export function unusedByWait(type: string, config: Config): ReadonlySet<string> {
  if (type !== 'wait') return new Set()
  const used = kinds[kindOf(config)].fields
  return new Set(all.filter((name) => !used.includes(name) && config[name] === undefined))
}

/** How the length of a wait is given. */
export function WaitKind({ config, onChange }: { config: Config; onChange(config: Config): void }) {
  const change = (kind: Kind) => {
    const kept = kinds[kind].fields.includes('calendar') ? ['calendar'] : []
    const others = Object.entries(config).filter(
      ([name]) => !all.includes(name) || kept.includes(name),
    )
    onChange({ ...Object.fromEntries(others), ...kinds[kind].first })
  }
  return (
    <Labelled id="wait_kind" label="How long">
      <NativeSelect
        id="wait_kind"
        value={kindOf(config)}
        onChange={({ target }) => change(target.value as Kind)}
      >
        {names.map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind].title}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}
