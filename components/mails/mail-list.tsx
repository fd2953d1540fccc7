'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArchiveIcon, MailIcon } from 'lucide-react'
import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { EmptyState } from '#components/ui/feedback/empty-state'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { listMailsContract, type MailSummary } from '#lib/contracts/runs/mails'
import { mailStatuses, type MailStatus } from '#lib/domain/mail/status'
import { pollEvery } from '#components/shared/loading/poll-every'
import { MailSheet } from './mail-sheet.tsx'
import { MailStatusBadge, mailStatusLabel } from './mail-status.tsx'

/** Says why mails of the list were not sent. */
function StoredHere() {
  return (
    <Alert>
      <ArchiveIcon aria-hidden />
      <AlertTitle>Some mails were stored and not sent</AlertTitle>
      <AlertDescription>
        There was no mail server when they were made, or a test key made them. Name a mail server
        under Sender, or set SMTP_URL for the service, and new mails are sent; the stored ones can
        be read here.
      </AlertDescription>
    </Alert>
  )
}

function Row({ mail, onOpen }: { mail: MailSummary; onOpen(mail: MailSummary): void }) {
  return (
    <TableRow>
      <TableCell className="min-w-52">
        <button
          type="button"
          className="min-h-6 rounded-sm text-left font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
          onClick={() => onOpen(mail)}
        >
          {mail.subject || '(no subject)'}
        </button>
      </TableCell>
      <TableCell label="To" className="max-w-64 truncate text-muted-foreground">
        {mail.recipients.join(', ')}
      </TableCell>
      <TableCell label="Status">
        <MailStatusBadge status={mail.status} />
      </TableCell>
      <TableCell label="Made" className="whitespace-nowrap text-muted-foreground">
        <Age at={mail.createdAt} />
      </TableCell>
    </TableRow>
  )
}

function List({ mails, onOpen }: { mails: MailSummary[]; onOpen(mail: MailSummary): void }) {
  return (
    <Table label="Mails" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Subject</TableHead>
          <TableHead>To</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Made</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {mails.map((mail) => (
          <Row key={mail.id} mail={mail} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

function NoMails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={MailIcon}
        title="No such mail"
        description="No mail has this text and this status. Clear the search, or choose “All”."
      />
    )
  return (
    <EmptyState
      icon={MailIcon}
      title="No mail yet"
      description="When a workflow sends a mail, it is listed here. Without a mail server it is stored to be read here."
    />
  )
}

/** The mails of workflows, newest first, read again every ten seconds. */
export function MailList({ canManage }: { canManage: boolean }) {
  const [status, setStatus] = useState<MailStatus | ''>('')
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<MailSummary | null>(null)
  const q = typed.trim()
  const query = useInfiniteQuery({
    ...pagesOf(listMailsContract, {
      query: {
        status: status === '' ? undefined : status,
        q: q === '' ? undefined : q,
      },
    }),
    refetchInterval: pollEvery(10_000),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <search className="flex flex-wrap items-end gap-3">
        <SearchFilter
          label="Search by subject or address"
          placeholder="Subject or address"
          value={typed}
          onChange={setTyped}
        />
        <SelectFilter
          label="Status"
          value={status}
          onChange={(value) => setStatus(value as MailStatus | '')}
        >
          <option value="">All</option>
          {mailStatuses.map((one) => (
            <option key={one} value={one}>
              {mailStatusLabel(one)}
            </option>
          ))}
        </SelectFilter>
      </search>
      {itemsOf(query).some((mail) => mail.status === 'kept') ? <StoredHere /> : null}
      <PagedList
        query={query}
        what="The mails"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={<NoMails isFiltered={status !== '' || q !== ''} />}
      >
        {(mails) => <List mails={mails} onOpen={setOpen} />}
      </PagedList>
      <MailSheet
        id={open?.id ?? null}
        subject={open?.subject ?? 'Mail'}
        canManage={canManage}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
