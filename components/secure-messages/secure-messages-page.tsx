'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { LockKeyholeIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
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
  listSecureMessagesContract,
  type SecureMessageSummary,
} from '#lib/contracts/runs/secure-messages'
import { ComposeMessage } from './compose-message.tsx'
import { MessageStatus } from './message-status.tsx'

function List({ messages }: { messages: SecureMessageSummary[] }) {
  return (
    <Table label="Encrypted mails" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Subject</TableHead>
          <TableHead>To</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Sent by</TableHead>
          <TableHead>Sent</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id}>
            <TableCell className="min-w-52">
              <Link
                href={`/secure-messages/${message.id}`}
                className="min-h-6 rounded-sm font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
              >
                {message.subject ?? 'Deleted message'}
              </Link>
            </TableCell>
            <TableCell label="To" className="max-w-64 truncate text-muted-foreground">
              {message.recipients.join(', ')}
            </TableCell>
            <TableCell label="Status">
              <MessageStatus status={message.status} undelivered={message.undelivered} />
            </TableCell>
            <TableCell label="Sent by" className="text-muted-foreground">
              {message.createdBy}
            </TableCell>
            <TableCell label="Sent" className="whitespace-nowrap text-muted-foreground">
              <Age at={message.createdAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** Encrypted mails, newest first, read again every 15 seconds. */
export function SecureMessagesPage({ maySend }: { maySend: boolean }) {
  const query = useInfiniteQuery({
    ...pagesOf(listSecureMessagesContract),
    refetchInterval: pollEvery(15_000),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHeader
        title="Encrypted mails"
        description="Messages that may carry patient data. Their mails have a link only."
      >
        {maySend ? <ComposeMessage /> : null}
      </PageHeader>
      <PagedList
        query={query}
        what="The encrypted mails"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <EmptyState
            icon={LockKeyholeIcon}
            title="No encrypted mail yet"
            description="Send one here, or by the step “Send encrypted e-mail” of a workflow."
          />
        }
      >
        {(messages) => <List messages={messages} />}
      </PagedList>
    </Page>
  )
}
