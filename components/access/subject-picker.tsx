'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserIcon, UsersIcon, ShieldIcon, XIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import {
  listAccessSubjectsContract,
  type AccessSubject,
  type RuleVerb,
} from '#lib/contracts/organization/access'
import type { Chosen } from './subject-choice.ts'

const searchAfterMs = 200

const kinds = {
  group: { heading: 'Groups', icon: UsersIcon },
  person: { heading: 'People', icon: UserIcon },
  role: { heading: 'Roles', icon: ShieldIcon },
} as const

const same = (one: Chosen, other: Chosen) => one.kind === other.kind && one.id === other.id

/** Whether the search for a text may find them. */
const fits = ({ name, detail }: AccessSubject, text: string): boolean =>
  `${name}\n${detail}`.toLowerCase().includes(text.trim().toLowerCase())

type Props = { chosen: readonly Chosen[]; onChange(chosen: Chosen[]): void }

function ChosenList({ chosen, onChange }: Props) {
  if (chosen.length === 0)
    return <p className="text-sm text-muted-foreground">Nobody is chosen: then only owners may.</p>
  return (
    <ul aria-label="Chosen" className="flex flex-wrap gap-1.5">
      {chosen.map((each) => {
        const Icon = kinds[each.kind].icon
        return (
          <li
            key={`${each.kind} ${each.id}`}
            className="inline-flex items-center gap-1.5 rounded-full border bg-card py-0.5 pr-0.5 pl-2.5 text-sm"
          >
            <Icon aria-hidden className="size-3.5 text-muted-foreground" />
            {each.name}
            <button
              type="button"
              className="inline-flex size-6 items-center justify-center rounded-full outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring"
              aria-label={`Remove ${each.name}`}
              onClick={() => onChange(chosen.filter((other) => !same(other, each)))}
            >
              <XIcon aria-hidden className="size-3.5" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type PickerProps = Props & {
  /** What the rule is for: who may not do it by their role cannot be chosen. */
  verb: RuleVerb
}
type FoundProps = PickerProps & { kind: Chosen['kind']; found: AccessSubject[] }

function Found({ kind, found, verb, chosen, onChange }: FoundProps) {
  const own = found.filter((each) => each.kind === kind)
  if (own.length === 0) return null
  const { heading } = kinds[kind]
  return (
    <div role="group" aria-label={heading}>
      <p aria-hidden className="pb-1 text-xs font-medium text-muted-foreground">
        {heading}
      </p>
      {own.map((each) => {
        const isChosen = chosen.some((other) => same(other, each))
        const isForbidden = each.mayNot.includes(verb)
        return (
          <label key={each.id} className="flex min-h-7 items-center gap-2 text-sm">
            <Checkbox
              checked={isChosen}
              disabled={isForbidden && !isChosen}
              onCheckedChange={(isOn) =>
                onChange(
                  isOn === true ? [...chosen, each] : chosen.filter((other) => !same(other, each)),
                )
              }
            />
            <span className="max-w-[60%] truncate">{each.name}</span>
            <span className="min-w-0 truncate text-xs text-muted-foreground">
              {isForbidden ? 'The role does not allow it' : each.detail}
            </span>
          </label>
        )
      })}
    </div>
  )
}

/** Chooses people, groups and roles for a rule; a text finds them by name or address. */
export function SubjectPicker({ verb, chosen, onChange }: PickerProps) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), searchAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const found = useQuery({
    ...queryOf(listAccessSubjectsContract, { query: { search } }),
    placeholderData: keepPreviousData,
  })
  // The answer to an earlier text is narrowed at once, so that no line moves under the pointer.
  const isSearching = search !== text.trim() || found.isPlaceholderData
  const items = (found.data?.items ?? []).filter((each) => !isSearching || fits(each, text))
  return (
    <div className="min-w-0 space-y-3">
      <ChosenList chosen={chosen} onChange={onChange} />
      <Input
        type="search"
        aria-label="Find a group, a person or a role"
        placeholder="Find a group, a person or a role"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter here looks for a name; it must not save the form around.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div className="max-h-56 space-y-3 overflow-y-auto rounded-md border p-3">
        {found.error ? <p className="text-sm text-destructive">{found.error.message}</p> : null}
        {found.data && !isSearching && items.length === 0 ? (
          <p className="text-sm text-muted-foreground">Nobody and nothing is called so.</p>
        ) : null}
        {(['group', 'person', 'role'] as const).map((kind) => (
          <Found
            key={kind}
            kind={kind}
            found={items}
            verb={verb}
            chosen={chosen}
            onChange={onChange}
          />
        ))}
      </div>
    </div>
  )
}
