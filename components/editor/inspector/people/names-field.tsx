'use client'

import type { FieldProps } from '@rjsf/utils'
import { PlusIcon, XIcon } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import { takeNoValues, takeValues, valueMimeType } from '../../data/insert-target.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { matchingItems } from '../values/insert-value.tsx'
import { pillClass } from '../values/pill-class.ts'
import { textItems } from '../values/value-names.ts'
import { entryOf, withKnown, withValue, type Entry, type Known } from './entries.ts'

export type Words = { add: string; heading: string; placeholder: string; empty: string }

type Props = {
  field: FieldProps
  words: Words
  known: Known[]
  /** Whether `known` are all that there are. */
  areAll: boolean
  /** What a typed text means that is in no list. */
  typed(text: string): Known | undefined
  /** Told what is typed, where more than `known` are searched. */
  onText?(text: string): void
}

/** The known ones whose name or detail contains every word of the text. */
export function matching(known: Known[], text: string): Known[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return known.filter(({ title, detail = '' }) => {
    const searched = `${title} ${detail}`.toLowerCase()
    return wanted.every((word) => searched.includes(word))
  })
}

/** What can be added: those that there are, then values of the run. */
function useOffers({ words, known, typed }: Props) {
  const { items, sample } = useContext(ExpressionScope)
  return (text: string, add: { known(one: Known): void; value(path: string): void }) => {
    const found = matching(known, text)
    const own = found.length > 0 ? undefined : typed(text.trim())
    const entries = [...found, ...(own ? [own] : [])].map((one) => ({
      id: one.value,
      content: <KnownLine known={one} />,
      onSelect: () => add.known(one),
    }))
    const values = matchingItems({
      items: textItems(items),
      sample,
      type: 'string',
      text,
      onChoose: add.value,
    })
    return entries.length > 0 ? [{ heading: words.heading, entries }, ...values] : values
  }
}

/** A list of people or groups: each by its name, chosen from those that there are. */
export function NamesField(props: Props) {
  const { field, words, known, areAll, onText } = props
  const { formData, onChange, fieldPathId, schema, name, errorSchema } = field
  const { items } = useContext(ExpressionScope)
  const isOff = useContext(ReadOnly) || field.disabled === true
  const offers = useOffers(props)
  const id = fieldPathId.$id
  const label = String(schema.title ?? name)
  const list: unknown[] = Array.isArray(formData) ? formData : []
  const change = (next: unknown) => onChange(next, fieldPathId.path, undefined, id)
  const insert = (path: string) => change(withValue(list, path, items))
  useEffect(() => () => takeNoValues(id), [id])
  return (
    <div
      className="space-y-2"
      onFocus={() => {
        if (!isOff) takeValues({ id, label, insert })
      }}
      onDragOver={(event) => {
        if (!isOff && event.dataTransfer.types.includes(valueMimeType)) event.preventDefault()
      }}
      onDrop={(event) => {
        const path = event.dataTransfer.getData(valueMimeType)
        if (isOff || path === '') return
        event.preventDefault()
        insert(path)
      }}
    >
      {list.length > 0 ? (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {list.map((written, index) => (
            <Chip
              // Entries have no identity but their place and what they are.
              key={`${index} ${JSON.stringify(written)}`}
              entry={entryOf(written, areAll ? known : undefined, items)}
              faults={errorSchema?.[index]?.__errors ?? []}
              disabled={isOff}
              onRemove={() => {
                change(list.filter((_, place) => place !== index))
                document.getElementById(id)?.focus()
              }}
            />
          ))}
        </ul>
      ) : null}
      {isOff ? null : (
        <AddName
          id={id}
          label={label}
          words={words}
          onText={onText}
          groupsFor={(text) =>
            offers(text, { known: (one) => change(withKnown(list, one)), value: insert })
          }
        />
      )}
    </div>
  )
}

type AddProps = {
  id: string
  label: string
  words: Words
  groupsFor(text: string): SearchGroup[]
  onText?: ((text: string) => void) | undefined
}

/** Opens the list of all who can be added. */
export function AddName({ id, label, words, groupsFor, onText }: AddProps) {
  const [open, setOpen] = useState(false)
  const closing = ({ entries, ...group }: SearchGroup): SearchGroup => ({
    ...group,
    entries: entries.map((entry) => ({
      ...entry,
      onSelect: () => {
        setOpen(false)
        entry.onSelect()
      },
    })),
  })
  return (
    <Popover
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen)
        // The next search begins anew.
        if (!isOpen) onText?.('')
      }}
    >
      <PopoverTrigger asChild>
        <Button
          id={id}
          type="button"
          variant="outline"
          size="sm"
          aria-label={`${words.add}: ${label}`}
        >
          <PlusIcon aria-hidden /> {words.add}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-88 max-w-[95vw] p-0"
        onKeyDown={(event) => {
          // Keys of the canvas are not meant.
          if (event.key !== 'Escape') event.stopPropagation()
        }}
      >
        <SearchList
          label={words.add}
          placeholder={words.placeholder}
          empty={words.empty}
          onText={onText}
          groupsFor={(text) => groupsFor(text).map(closing)}
        />
      </PopoverContent>
    </Popover>
  )
}

export function KnownLine({ known: { title, detail } }: { known: Known }) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate text-sm">{title}</span>
      {detail === undefined ? null : (
        <span className="block truncate text-xs text-muted-foreground">{detail}</span>
      )}
    </span>
  )
}

type ChipProps = { entry: Entry; faults: string[]; disabled: boolean; onRemove(): void }

const nameClass: Record<Entry['kind'], string> = {
  known: 'truncate',
  stranger: 'truncate text-muted-foreground',
  value: pillClass,
  code: 'truncate font-mono text-xs',
}

/** One of the list, with what is wrong about it. */
function Chip({ entry: { kind, title }, faults, disabled, onRemove }: ChipProps) {
  return (
    <li
      className={cn(
        'inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-1 rounded-2xl border py-0.5',
        'ps-2.5 text-sm',
        disabled ? 'pe-2.5' : 'pe-0.5',
        faults.length > 0 && 'border-destructive',
      )}
    >
      <span className={nameClass[kind]} title={title}>
        {title}
      </span>
      {disabled ? null : (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          className="size-6 rounded-full"
          aria-label={`Remove ${title}`}
          onClick={onRemove}
        >
          <XIcon aria-hidden className="size-3.5" />
        </Button>
      )}
      {faults.length > 0 ? (
        <span className="basis-full pb-0.5 text-xs text-destructive">{faults.join(' ')}</span>
      ) : null}
    </li>
  )
}
