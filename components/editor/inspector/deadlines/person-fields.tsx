'use client'

import { XIcon } from 'lucide-react'
import { useState } from 'react'
import type { Known } from '../people/entries.ts'
import { AddName, KnownLine, matching, type Words } from '../people/names-field.tsx'
import { isNamed, knownMembers, useMembers } from '../people/use-members.ts'

const words: Words = {
  add: 'Choose a person',
  heading: 'People',
  placeholder: 'Search by name or e-mail…',
  empty: 'Nobody is called so.',
}

type OneProps = { id: string; label: string; person: string; onChange(person: string): void }

/** Chooses one member, by e-mail address: that means the same in another organization, too. */
export function PersonSelect({ id, label, person, onChange }: OneProps) {
  const [text, setText] = useState('')
  const { members } = useMembers(text, person === '' ? [] : [person])
  const chosen = members.find((member) => isNamed(member, person))
  const line = (known: Known) => ({
    id: known.value,
    content: <KnownLine known={known} />,
    onSelect: () => onChange(known.value),
  })
  return (
    <AddName
      id={id}
      label={person === '' ? label : `${label}, ${chosen?.name ?? person}`}
      words={person === '' ? words : { ...words, add: chosen?.name ?? person }}
      onText={setText}
      groupsFor={(typed) => [
        { heading: words.heading, entries: matching(knownMembers(members), typed).map(line) },
      ]}
    />
  )
}

type ManyProps = { id: string; people: string[]; onChange(people: string[]): void }

/** Chooses some members. */
export function PeopleSelect({ id, people, onChange }: ManyProps) {
  const { members } = useMembers('', people)
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
