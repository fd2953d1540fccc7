'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MailOpenIcon, PaperclipIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { SelectFilter } from '#components/shared/fields/select-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  listReceivedMailsContract,
  type ReceivedMailSummary,
} from '#lib/contracts/runs/received-mails'
import { receivedMailStatuses, type ReceivedMailStatus } from '#lib/domain/received-mail-words'
import { ReceivedMailBadge, receivedMailLabel } from './received-mail-status.tsx'

function Attachments({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-2 inline-flex items-center gap-1 text-xs text-muted-foreground">
      <PaperclipIcon aria-hidden className="size-3" />
      {count}
      <span className="sr-only">{count === 1 ? 'attachment' : 'attachments'}</span>
    </span>
  )
}

function List({ mails }: { mails: ReceivedMailSummary[] }) {
  return (
    <Table label="Received mail" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Subject</TableHead>
          <TableHead>From</TableHead>
          <TableHead>Workflow</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Received</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {mails.map((mail) => (
          <TableRow key={mail.id}>
            <TableCell className="min-w-52">
              <Link
                href={`/received-mails/${mail.id}`}
                className="inline-flex min-h-6 items-center rounded-sm font-medium break-words underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
              >
                {mail.subject || '(no subject)'}
              </Link>
              <Attachments count={mail.attachments.length} />
            </TableCell>
            <TableCell label="From" className="max-w-56 truncate text-muted-foreground">
              {mail.from || '(a mail server)'}
            </TableCell>
            <TableCell label="Workflow" className="max-w-48 truncate text-muted-foreground">
              {mail.workflow?.name ?? '–'}
            </TableCell>
            <TableCell label="Status">
              <ReceivedMailBadge status={mail.status} />
            </TableCell>
            <TableCell label="Received" className="whitespace-nowrap text-muted-foreground">
              <Age at={mail.receivedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** Only the mails of one run are shown; leads back to all. */
function OfRun({ runId }: { runId: string }) {
  return (
    <p className="text-sm text-muted-foreground">
      Mails of{' '}
      <Link href={`/runs/${runId}`} className="underline underline-offset-2">
        one run
      </Link>
      .{' '}
      <Link href="/received-mails" className="underline underline-offset-2">
        Show all
      </Link>
    </p>
  )
}

function NoMails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={MailOpenIcon}
        title="No mail of this kind"
        description="Choose “All” to see every mail."
      />
    )
  return (
    <EmptyState
      icon={MailOpenIcon}
      title="No mail received yet"
      description="Give a workflow a mail address in its editor, under Share. Mails to it are listed here, also those that start nothing."
    />
  )
}

/** The mails that came to workflows and to waiting runs, read again every ten seconds. */
export function ReceivedMailsPage({ runId }: { runId?: string | undefined }) {
  const [status, setStatus] = useState<ReceivedMailStatus | ''>('')
  const query = useInfiniteQuery({
    ...pagesOf(listReceivedMailsContract, {
      query: { status: status === '' ? undefined : status, runId },
    }),
    refetchInterval: pollEvery(10_000),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHeader
        title="Received mail"
        description="Mails that start workflows or answer runs, newest first."
      />
      {runId ? <OfRun runId={runId} /> : null}
      <search className="flex">
        <SelectFilter
          label="Status"
          value={status}
          onChange={(value) => setStatus(value as ReceivedMailStatus | '')}
        >
          <option value="">All</option>
          {receivedMailStatuses.map((one) => (
            <option key={one} value={one}>
              {receivedMailLabel(one)}
            </option>
          ))}
        </SelectFilter>
      </search>
      <PagedList
        query={query}
        what="The received mails"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={<NoMails isFiltered={status !== ''} />}
      >
        {(mails) => <List mails={mails} />}
      </PagedList>
    </Page>
  )
}
