'use client'

import { useId } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { SimpleValue } from '#components/shared/fields/simple-value'
import { leavesOf } from '#lib/domain/back-test/leaves-of'
import { placeName } from '#lib/domain/back-test/place-name'
import { shortText } from '#lib/domain/text'
import type { ExpectedValue } from './use-expectations.ts'

type Value = ExpectedValue['equals']
type Kind = 'text' | 'number' | 'yes-no' | 'empty' | 'whole'

const kinds: Record<Exclude<Kind, 'whole'>, string> = {
  text: 'Text',
  number: 'Number',
  'yes-no': 'Yes or no',
  empty: 'Empty',
}
const firstOf: Record<Exclude<Kind, 'whole'>, Value> = {
  text: '',
  number: 0,
  'yes-no': true,
  empty: null,
}

function kindOf(value: Value): Kind {
  if (value === null) return 'empty'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'yes-no'
  return typeof value === 'number' ? 'number' : 'whole'
}

const mostListed = 8

/** A list or an object as recorded: its places with their values, the first of them. */
function Whole({ value }: { value: Value }) {
  const leaves = leavesOf(value, mostListed + 1)
  return (
    <dl className="space-y-1 rounded-md bg-muted/50 p-2.5 text-sm">
      {leaves.slice(0, mostListed).map(({ path, value: inner }) => (
        <div key={path} className="wrap-anywhere">
          <dt className="inline text-muted-foreground">{placeName(path)}: </dt>
          <dd className="inline whitespace-pre-line">{shortOf(inner)}</dd>
        </div>
      ))}
      {leaves.length > mostListed ? <div className="text-muted-foreground">and more</div> : null}
    </dl>
  )
}

/** A value within a line, for people. */
export function shortOf(value: unknown, most = 200): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'several values'
  return shortText(String(value), most)
}

type Props = { label: string; value: Value; onChange(value: Value): void }

/** An expected value: a text, a number, yes or no, or empty; a list or an object as it is. */
export function ValueField({ label, value, onChange }: Props) {
  const id = useId()
  const kind = kindOf(value)
  if (kind === 'whole') return <Whole value={value} />
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <NativeSelect
        id={id}
        aria-label={`Kind of ${label}`}
        value={kind}
        onChange={(event) => {
          const next = event.target.value as Exclude<Kind, 'whole'>
          onChange(next === 'text' && value !== null ? String(value) : firstOf[next])
        }}
      >
        {Object.entries(kinds).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </NativeSelect>
      <SimpleValue label={label} value={value} onChange={onChange} />
    </div>
  )
}
