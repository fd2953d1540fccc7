'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArchiveIcon, MailIcon } from 'lucide-react'
import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { PageHeader } from '#components/ui/layout/page-header'
import { Segmented } from '#components/ui/input/segmented'
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
import { listMailsContract, mailStatuses, type MailSummary } from '#lib/contracts/runs/mails'
import { pollEvery } from '#components/shared/loading/poll-every'
import { MailSheet } from './mail-sheet.tsx'
import { MailStatusBadge, mailStatusLabel } from './mail-status.tsx'

type Filter = MailSummary['status'] | 'all'

const filters = {
  all: 'All',
  ...Object.fromEntries(mailStatuses.map((status) => [status, mailStatusLabel(status)])),
} as Record<Filter, string>

/** Says why mails of the list were not sent. */
function StoredHere() {
  return (
    <Alert>
      <ArchiveIcon aria-hidden />
      <AlertTitle>Some mails were stored and not sent</AlertTitle>
      <AlertDescription>
        No mail server was set when they were made. Set SMTP_URL and MAIL_FROM for the service, and
        new mails are sent; the stored ones can be read here.
      </AlertDescription>
    </Alert>
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
          <TableRow key={mail.id}>
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
        title="No mail of this kind"
        description="Choose “All” to see every mail."
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
export function MailsPage() {
  const [filter, setFilter] = useState<Filter>('all')
  const [open, setOpen] = useState<MailSummary | null>(null)
  const query = useInfiniteQuery({
    ...pagesOf(listMailsContract, {
      query: { status: filter === 'all' ? undefined : filter },
    }),
    refetchInterval: pollEvery(10_000),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6">
      <PageHeader title="Mails" description="What workflows wrote to people, newest first." />
      <Segmented label="Which mails" value={filter} options={filters} onChange={setFilter} />
      {itemsOf(query).some((mail) => mail.status === 'kept') ? <StoredHere /> : null}
      <PagedList
        query={query}
        what="The mails"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={<NoMails isFiltered={filter !== 'all'} />}
      >
        {(mails) => <List mails={mails} onOpen={setOpen} />}
      </PagedList>
      <MailSheet
        id={open?.id ?? null}
        subject={open?.subject ?? 'Mail'}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
