'use client'

import { SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { faxStatuses } from '#lib/domain/provider/fax'
import { faxStatusLabel } from './fax-status.tsx'
import type { FaxFilters as Filters } from './use-fax-filters.ts'

const searchAfterMs = 400

type TextProps = { value: string; onChange(text: string): void }

/** Search by number; the address follows shortly after the typing. */
function SearchField({ value, onChange }: TextProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed elsewhere, such as by "Show all faxes".
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), searchAfterMs)
    return () => clearTimeout(timer)
  })
  return (
    <label className="relative min-w-52 flex-1 text-sm">
      <span className="sr-only">Search by number</span>
      <SearchIcon
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        aria-hidden
      />
      <Input
        className="pl-8"
        inputMode="tel"
        placeholder="Fax number, like (212) 555-0123"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  )
}

type SelectProps = TextProps & { label: string; children: ReactNode }

function SelectFilter({ label, value, onChange, children }: SelectProps) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <NativeSelect
        className="w-auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </NativeSelect>
    </label>
  )
}

type Props = { filters: Filters; change(next: Partial<Filters>): void }

/** What the list of faxes can be narrowed to. */
export function FaxFilters({ filters, change }: Props) {
  const { q, direction, status, runId } = filters
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchField value={q} onChange={(text) => change({ q: text })} />
      <SelectFilter
        label="Direction"
        value={direction}
        onChange={(value) => change({ direction: value })}
      >
        <option value="">Both</option>
        <option value="in">Received</option>
        <option value="out">Sent</option>
      </SelectFilter>
      <SelectFilter label="Status" value={status} onChange={(value) => change({ status: value })}>
        <option value="">All</option>
        {faxStatuses.map((each) => (
          <option key={each} value={each}>
            {faxStatusLabel(each)}
          </option>
        ))}
      </SelectFilter>
      {runId ? (
        <Button variant="outline" onClick={() => change({ runId: '' })}>
          Of one run <XIcon aria-label="Show those of all runs" />
        </Button>
      ) : null}
    </search>
  )
}
