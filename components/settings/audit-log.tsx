'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { DownloadIcon, ScrollTextIcon } from 'lucide-react'
import { useState } from 'react'
import { formatExact } from '#components/shared/display/format'
import { PatientFilter } from '#components/shared/fields/patient-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  exportAuditContract,
  listAuditContract,
  type AuditEntryView,
} from '#lib/contracts/organization/audit'
import { pathOf } from '#lib/http/client'
import { SettingsSection } from './settings-section.tsx'

type FilterProps = {
  label: string
  placeholder: string
  value: string
  onChange(text: string): void
}

function Filter({ label, placeholder, value, onChange }: FilterProps) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <Input
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

function EntryRow({ entry }: { entry: AuditEntryView }) {
  const details = JSON.stringify(entry.details)
  return (
    <TableRow>
      <TableCell label="When" className="whitespace-nowrap text-muted-foreground">
        {formatExact(entry.at)}
      </TableCell>
      <TableCell label="Who">{entry.actor.name}</TableCell>
      <TableCell label="What">
        <code className="text-xs">{entry.action}</code>
      </TableCell>
      <TableCell label="On" className="text-muted-foreground">
        {entry.object.kind} <code className="text-xs">{entry.object.id}</code>
      </TableCell>
      <TableCell
        label="Details"
        className="max-w-80 truncate text-xs text-muted-foreground"
        title={details}
      >
        {details}
      </TableCell>
    </TableRow>
  )
}

function EntryTable({ entries }: { entries: AuditEntryView[] }) {
  return (
    <Table label="Audit entries" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>When</TableHead>
          <TableHead>Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead>On</TableHead>
          <TableHead>Details</TableHead>
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

const nothing = { actor: '', action: '', patient: '', reads: false }

function useAuditFilters() {
  const [filters, setFilters] = useState(nothing)
  const { actor, action, patient, reads } = filters
  return {
    filters,
    change: (next: Partial<typeof nothing>) => setFilters({ ...filters, ...next }),
    query: {
      actor: actor || undefined,
      action: action || undefined,
      patient: patient || undefined,
      reads: reads ? ('true' as const) : undefined,
    },
    isFiltered: actor !== '' || action !== '' || patient !== '' || reads,
  }
}

/** Who did what, newest first; by the number of a patient: who saw them. */
export function AuditLog() {
  const { filters, change, query: asked, isFiltered } = useAuditFilters()
  const query = useInfiniteQuery({
    ...pagesOf(listAuditContract, { query: asked }),
    placeholderData: keepPreviousData,
  })
  const whyEmpty = isFiltered
    ? 'Nothing matches. Actions are matched whole, for example workflow.published; a patient by ' +
      'the whole number, among the runs that are stored.'
    : 'Every act is written here, in the transaction of the act.'
  return (
    <SettingsSection title="Audit log">
      <search className="flex flex-wrap items-end gap-3">
        <Filter
          label="Who"
          placeholder="Part of a name"
          value={filters.actor}
          onChange={(actor) => change({ actor })}
        />
        <Filter
          label="What"
          placeholder="workflow.published"
          value={filters.action}
          onChange={(action) => change({ action })}
        />
        <PatientFilter
          value={filters.patient}
          onChange={(patient) => change({ patient, reads: patient !== '' })}
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
        <Button variant="outline" asChild>
          <a href={pathOf(exportAuditContract, {}, asked)} download>
            <DownloadIcon aria-hidden /> CSV
          </a>
        </Button>
      </search>
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
