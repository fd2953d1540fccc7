'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArchiveIcon, MailIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '#components/shared/load-failure'
import { Age } from '#components/shared/age'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { PageHeader } from '#components/ui/page-header'
import { Segmented } from '#components/ui/segmented'
import { Skeleton } from '#components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import { pagesOf } from '#components/shared/queries'
import { listMailsContract, mailStatuses, type MailSummary } from '#lib/contracts/mails'
import { pollEvery } from '#components/shared/poll-every'
import { MailSheet } from './mail-sheet.tsx'
import { MailStatusBadge, mailStatusLabel } from './mail-status.tsx'

type Filter = MailSummary['status'] | 'all'

const filters = {
  all: 'All',
  ...Object.fromEntries(mailStatuses.map((status) => [status, mailStatusLabel(status)])),
} as Record<Filter, string>

function StoredHere() {
  return (
    <Alert>
      <ArchiveIcon aria-hidden />
      <AlertTitle>Some mails were kept here and not sent</AlertTitle>
      <AlertDescription>
        No mail server was set when they were made. Set SMTP_URL and MAIL_FROM for the service, and
        new mails are sent; the kept ones stay here to be read.
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

/** The mails that workflows made, newest first; looks again every ten seconds. */
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
  const mails = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6">
      <PageHeader title="Mails" description="What workflows wrote to people, newest first." />
      <Segmented label="Which mails" value={filter} options={filters} onChange={setFilter} />
      {mails.some((mail) => mail.status === 'kept') ? <StoredHere /> : null}
      {query.isPending ? (
        <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the mails">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-10 w-full" />
          ))}
        </div>
      ) : query.isError && mails.length === 0 ? (
        <LoadFailure what="The mails" error={query.error} onRetry={() => void query.refetch()} />
      ) : mails.length === 0 ? (
        <EmptyState
          icon={MailIcon}
          title={filter === 'all' ? 'No mail yet' : 'No mail of this kind'}
          description={
            filter === 'all'
              ? 'When a workflow sends a mail, it is listed here. Without a mail server it is kept here to be read.'
              : 'Choose “All” to see every mail.'
          }
        />
      ) : (
        <>
          <List mails={mails} onOpen={setOpen} />
          {query.hasNextPage ? (
            <Button
              variant="outline"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </>
      )}
      <MailSheet
        id={open?.id ?? null}
        subject={open?.subject ?? 'Mail'}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
