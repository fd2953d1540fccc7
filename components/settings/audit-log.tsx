'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollTextIcon } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Input } from '#components/ui/input/input'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listAuditContract, type AuditEntryView } from '#lib/contracts/organization/audit'
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
        {formatInstant(entry.at)}
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

/** Who did what, newest first. */
export function AuditLog() {
  const [actor, setActor] = useState('')
  const [action, setAction] = useState('')
  const query = useInfiniteQuery({
    ...pagesOf(listAuditContract, {
      query: { actor, action },
    }),
    placeholderData: keepPreviousData,
  })
  const whyEmpty =
    actor || action
      ? 'Nothing matches. Actions are matched whole, for example workflow.published.'
      : 'Every act is written here, in the transaction of the act.'
  return (
    <SettingsSection title="Audit log">
      <search className="flex flex-wrap gap-3">
        <Filter label="Who" placeholder="Part of a name" value={actor} onChange={setActor} />
        <Filter label="What" placeholder="workflow.published" value={action} onChange={setAction} />
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
