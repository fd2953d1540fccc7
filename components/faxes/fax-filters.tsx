'use client'

import { XIcon } from 'lucide-react'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Button } from '#components/ui/input/button'
import { faxStatuses } from '#lib/domain/provider/fax-words'
import { faxStatusLabel } from './fax-status.tsx'
import type { FaxFilters as Filters } from './fax-query.ts'

type Props = { filters: Filters; change(next: Partial<Filters>): void }

/** What the list of faxes can be narrowed to. */
export function FaxFilters({ filters, change }: Props) {
  const { q, direction, status, runId } = filters
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchFilter
        label="Search by number"
        placeholder="Fax number, like (212) 555-0123"
        inputMode="tel"
        value={q}
        onChange={(text) => change({ q: text })}
      />
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
