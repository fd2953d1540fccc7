'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { DownloadIcon, ScrollTextIcon } from 'lucide-react'
import { useState } from 'react'
import { SettingsSection } from '#components/settings/settings-section'
import { startOfDay } from '#components/shared/display/times'
import { DayFilter } from '#components/shared/fields/day-filter'
import { ListFilters } from '#components/shared/fields/list-filters'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Table, TableBody, TableHead, TableHeader, TableRow } from '#components/ui/layout/table'
import {
  exportAuditContract,
  listAuditContract,
  type AuditEntryView,
} from '#lib/contracts/organization/audit'
import { actChoices } from '#lib/domain/audit/act-of'
import { pathOf } from '#lib/http/client'
import { EntryRow } from './entry-row.tsx'

const choicesByArea = [...Map.groupBy(actChoices, ({ area }) => area)]

function EntryTable({ entries }: { entries: AuditEntryView[] }) {
  return (
    <Table label="Audit entries" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>When</TableHead>
          <TableHead>Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead>
            <span className="sr-only">Details</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  )
}

const nothing = { actor: '', action: '', patient: '', from: '', to: '', reads: false }
type Filters = typeof nothing

/** As the endpoint takes them; days are those of the organization's zone, the last one included. */
const queryOfFilters = ({ actor, action, patient, from, to, reads }: Filters) => ({
  actor: actor || undefined,
  action: action || undefined,
  patient: patient || undefined,
  from: from ? startOfDay(from).toISOString() : undefined,
  until: to ? startOfDay(to, 1).toISOString() : undefined,
  reads: reads ? ('true' as const) : undefined,
})

type BarProps = { filters: Filters; change(next: Partial<Filters>): void; clear(): void }

function ActFilter({ value, onChange }: { value: string; onChange(action: string): void }) {
  return (
    <SelectFilter label="What they did" value={value} onChange={onChange}>
      <option value="">Anything</option>
      {choicesByArea.map(([area, choices]) => (
        <optgroup key={area} label={area}>
          {choices.map(({ action, title }) => (
            <option key={action} value={action}>
              {title}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectFilter>
  )
}

/** How many filters beside the name narrow the log. */
const countOf = ({ actor: _actor, ...others }: Filters): number =>
  Object.values(others).filter(Boolean).length

function FilterBar({ filters, change, clear }: BarProps) {
  const count = countOf(filters)
  return (
    <ListFilters
      count={count}
      isFiltered={count > 0 || filters.actor !== ''}
      clear={clear}
      first={
        <SearchFilter
          label="Who"
          placeholder="Part of a name"
          className="max-w-60 basis-36 max-sm:max-w-none"
          value={filters.actor}
          onChange={(actor) => change({ actor })}
        />
      }
    >
      <PatientFilter
        className="max-w-52 basis-36 max-sm:max-w-none"
        value={filters.patient}
        onChange={(patient) => change({ patient, reads: patient !== '' })}
      />
      <ActFilter value={filters.action} onChange={(action) => change({ action })} />
      <DayFilter
        label="From"
        value={filters.from}
        max={filters.to}
        onChange={(from) => change({ from })}
      />
      <DayFilter
        label="To"
        value={filters.to}
        min={filters.from}
        onChange={(to) => change({ to })}
      />
      <label className="flex h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={filters.reads}
          onChange={(event) => change({ reads: event.target.checked })}
        />
        Only who read
      </label>
    </ListFilters>
  )
}

/** Who did what, newest first; by the number of a patient: who saw them. */
export function AuditLog() {
  const [filters, setFilters] = useState(nothing)
  const asked = queryOfFilters(filters)
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  const query = useInfiniteQuery({
    ...pagesOf(listAuditContract, { query: asked }),
    placeholderData: keepPreviousData,
  })
  const whyEmpty = isFiltered
    ? 'Nothing matches. A patient is found by the whole number, among the runs that are stored.'
    : 'Every act is written here, in the transaction of the act.'
  return (
    <SettingsSection
      title="Audit log"
      action={
        <Button variant="outline" asChild>
          <a href={pathOf(exportAuditContract, {}, asked)} download>
            <DownloadIcon aria-hidden /> CSV
          </a>
        </Button>
      }
    >
      <FilterBar
        filters={filters}
        change={(next) => setFilters((before) => ({ ...before, ...next }))}
        clear={() => setFilters(nothing)}
      />
      <PagedList
        query={query}
        what="The audit log"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={<EmptyState icon={ScrollTextIcon} title="No entry" description={whyEmpty} />}
      >
        {(entries) => <EntryTable entries={entries} />}
      </PagedList>
    </SettingsSection>
  )
}
