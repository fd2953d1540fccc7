'use client'

import { XIcon } from 'lucide-react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { isNamed, useMembers } from '../people/use-members.ts'

type OneProps = { id: string; label: string; person: string; onChange(person: string): void }

/** Chooses one member, by e-mail address: that means the same in another organization, too. */
export function PersonSelect({ id, label, person, onChange }: OneProps) {
  const { members } = useMembers()
  const known = members.find((member) => isNamed(member, person))
  return (
    <NativeSelect
      id={id}
      aria-label={label}
      value={known ? known.email : person}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose a person…</option>
      {person && !known ? <option value={person}>{person}</option> : null}
      {members.map(({ id: userId, name, email }) => (
        <option key={userId} value={email}>
          {name} ({email})
        </option>
      ))}
    </NativeSelect>
  )
}

type ManyProps = { id: string; people: string[]; onChange(people: string[]): void }

/** Chooses some members. */
export function PeopleSelect({ id, people, onChange }: ManyProps) {
  const { members } = useMembers()
  const nameOf = (person: string) =>
    members.find((member) => isNamed(member, person))?.name ?? person
  return (
    <div className="space-y-2">
      {people.length > 0 ? (
        <ul aria-label="People who are reminded" className="flex flex-wrap gap-1.5">
          {people.map((person) => (
            <li
              key={person}
              className="inline-flex items-center gap-1 rounded-full border py-0.5 pr-0.5 pl-2.5 text-sm"
            >
              {nameOf(person)}
              <button
                type="button"
                className="inline-flex size-6 items-center justify-center rounded-full outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring"
                aria-label={`Remove ${nameOf(person)}`}
                onClick={() => onChange(people.filter((one) => one !== person))}
              >
                <XIcon aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <PersonSelect
        id={id}
        label="Remind this person"
        person=""
        onChange={(person) => {
          if (person && !people.includes(person)) onChange([...people, person])
        }}
      />
    </div>
  )
}
