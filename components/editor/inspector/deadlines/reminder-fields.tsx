'use client'

import { NativeSelect } from '#components/shared/fields/native-select'
import type { Reminder } from '#lib/domain/deadlines/deadlines'
import type { Problem } from '#lib/domain/workflow/problem'
import { EntryFrame } from './entry-frame.tsx'
import { LengthFields } from './length-fields.tsx'
import { PeopleSelect } from './person-fields.tsx'

const whens: [Reminder['when'], string][] = [
  ['before-due', 'before it is due'],
  ['after-due', 'after it is due'],
  ['after-opening', 'after it opened'],
]
const tos: [Reminder['to'], string][] = [
  ['assignee', 'whoever has it'],
  ['group', 'everybody who may do it'],
  ['people', 'these people'],
]

type Props = {
  index: number
  reminder: Reminder
  problems: Problem[]
  onChange(reminder: Reminder): void
  onRemove(): void
}

/** A reminder: when it comes, and to whom. */
export function ReminderFields({ index, reminder, problems, onChange, onRemove }: Props) {
  const { when, to, people, ...length } = reminder
  const id = `config_reminders_${index}`
  const title = `Reminder ${index + 1}`
  const named = people ? { people } : {}
  return (
    <EntryFrame title={title} problems={problems} onRemove={onRemove}>
      <LengthFields
        id={id}
        label={title}
        length={length}
        onChange={(next) => onChange({ when, to, ...named, ...(next as object) })}
      />
      <NativeSelect
        id={`${id}_when`}
        aria-label={`${title}: counted from`}
        value={when}
        onChange={(event) =>
          onChange({ ...reminder, when: event.target.value as Reminder['when'] })
        }
      >
        {whens.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        id={`${id}_to`}
        aria-label={`${title}: to whom`}
        value={to}
        onChange={(event) =>
          onChange({ when, ...length, to: event.target.value as Reminder['to'] })
        }
      >
        {tos.map(([name, words]) => (
          <option key={name} value={name}>
            to {words}
          </option>
        ))}
      </NativeSelect>
      {to === 'people' ? (
        <PeopleSelect
          id={`${id}_people`}
          people={Array.isArray(people) ? people : []}
          onChange={(next) => onChange({ ...reminder, people: next })}
        />
      ) : null}
    </EntryFrame>
  )
}
