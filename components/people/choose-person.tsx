'use client'

import { useId } from 'react'
import { formatDate } from '#components/shared/display/format'
import { Labelled } from '#components/shared/fields/labelled'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Input } from '#components/ui/input/input'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import type { PeopleState } from './use-people.ts'

type Person = PeopleState['people'][number]

/** That somebody is away, and who gets what is given to them. */
function awayWords({ until, delegate }: NonNullable<Person['away']>): string {
  const instead = delegate ? `${delegate} stands in` : 'nobody stands in'
  return `Away until ${formatDate(until)}; ${instead}`
}

/** People to choose from, by name. */
function People(props: { people: Person[]; chosen: string; onChoose(userId: string): void }) {
  const id = useId()
  const { people, chosen, onChoose } = props
  if (people.length === 0)
    return (
      <p role="status" className="py-4 text-sm text-muted-foreground">
        Nobody of this name may do it.
      </p>
    )
  return (
    <RadioGroup
      aria-label="Person"
      className="max-h-64 gap-0 overflow-y-auto rounded-md border p-1"
      value={chosen}
      onValueChange={onChoose}
    >
      {people.map(({ userId, name, email, away }) => (
        <label
          key={userId}
          htmlFor={`${id}-${userId}`}
          className="flex items-center gap-3 rounded-sm px-2 py-1.5 text-sm hover:bg-accent/60"
        >
          <RadioGroupItem id={`${id}-${userId}`} value={userId} />
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-xs text-muted-foreground">{email}</span>
            {away ? <span className="block text-xs font-medium">{awayWords(away)}</span> : null}
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}

/** Asks for a person, by a part of their name or address. */
export function ChoosePerson({ people: state }: { people: PeopleState }) {
  const id = useId()
  const { query, people, person, choose, text, setText } = state
  return (
    <>
      <Labelled id={id} label="Name or e-mail">
        <Input
          id={id}
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Labelled>
      {query.isPending ? <Skeleton className="h-32 w-full" /> : null}
      {query.error && !query.data ? (
        <LoadFailure what="The people" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <People people={people} chosen={person?.userId ?? ''} onChoose={choose} />
      ) : null}
    </>
  )
}
