'use client'

import { usePageTitle } from '#components/shared/display/use-page-title'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UndoIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Fact, Facts } from '#components/shared/display/facts'
import { formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { BackLink } from '#components/shared/display/back-link'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  getSecureMessageContract,
  getSecureMessageFileContract,
  withdrawSecureMessageContract,
  type SecureMessageView,
} from '#lib/contracts/runs/secure-messages'
import { call, pathOf } from '#lib/http/client'
import { eventWords } from './event-words.ts'
import { FileLinks } from './file-links.tsx'
import { MessageStatus } from './message-status.tsx'
import { isUnreached, RecipientCard } from './recipient-card.tsx'

/** Deletes the content of the message at once. */
function Withdraw({ id }: { id: string }) {
  const client = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => call(withdrawSecureMessageContract, { params: { id } }),
    onSuccess: () => void refresh(client, getSecureMessageContract),
    onError: (error) => toast.error(error.message),
  })
  return (
    <ConfirmButton
      icon={UndoIcon}
      label="Withdraw"
      title="Withdraw this message?"
      description="Its text, files and replies are deleted at once, for you, too. The links then say that it was withdrawn. What a recipient has read or saved stays with them."
      confirm="Withdraw"
      keep="Keep it"
      onConfirm={() => withdraw.mutate()}
    />
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3" aria-label={title}>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const textClass =
  'rounded-lg border bg-card p-4 text-sm leading-relaxed break-words whitespace-pre-wrap'

type Shown = { message: SecureMessageView; pathOfFile: ((fileId: string) => string) | undefined }

function Replies({ message: { replies, recipients }, pathOfFile }: Shown) {
  if (replies.length === 0) return null
  return (
    <Section title="Replies">
      {replies.map((reply) => (
        <article key={reply.id} className="space-y-2">
          <p className="text-sm text-muted-foreground">
            {recipients.find((each) => each.id === reply.recipientId)?.email},{' '}
            {formatInstant(reply.createdAt)}
          </p>
          <p className={textClass}>{reply.text ?? 'Deleted'}</p>
          <FileLinks label="Files of the reply" files={reply.files} pathOf={pathOfFile} />
        </article>
      ))}
    </Section>
  )
}

function Events({ message: { events, recipients } }: { message: SecureMessageView }) {
  return (
    <Section title="What happened">
      <ul className="space-y-2 text-sm sm:space-y-1">
        {events.map(({ type, at, recipientId }, index) => (
          // Events never change, and new ones come first.
          <li key={events.length - index} className="flex flex-wrap gap-x-3">
            <span className="text-muted-foreground tabular-nums max-sm:basis-full">
              {formatInstant(at)}
            </span>
            <span>{eventWords[type]}</span>
            <span className="text-muted-foreground">
              {recipients.find((each) => each.id === recipientId)?.email}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Message({ message, maySend }: { message: SecureMessageView; maySend: boolean }) {
  const { id, subject, text, status, files, recipients, runId, createdBy } = message
  const isOver = status === 'expired' || status === 'withdrawn'
  const pathOfFile = isOver
    ? undefined
    : (fileId: string) => pathOf(getSecureMessageFileContract, { id, fileId })
  return (
    <div className="space-y-8">
      <PageHeader title={subject ?? 'Deleted message'}>
        {maySend && !isOver ? <Withdraw id={id} /> : null}
      </PageHeader>
      <Facts>
        <Fact name="Status">
          <MessageStatus status={status} undelivered={recipients.some(isUnreached)} />
        </Fact>
        <Fact name="Sent">
          {formatInstant(message.createdAt)} by{' '}
          {runId ? (
            <Link href={`/runs/${runId}`} className="underline underline-offset-2">
              a run
            </Link>
          ) : (
            createdBy
          )}
        </Fact>
        <Fact name={isOver ? 'Deleted' : 'Will be deleted'}>
          {formatInstant(message.endedAt ?? message.expiresAt)}
        </Fact>
      </Facts>
      <Section title="Recipients">
        <ul className="space-y-3">
          {recipients.map((recipient) => (
            <RecipientCard key={recipient.id} of={{ id, recipient }} mayAct={maySend && !isOver} />
          ))}
        </ul>
      </Section>
      <Replies message={message} pathOfFile={pathOfFile} />
      <Section title="Message">
        <p className={textClass}>{text ?? 'The text was deleted when the message ended.'}</p>
        <FileLinks label="Attachments" files={files} pathOf={pathOfFile} />
      </Section>
      <Events message={message} />
    </div>
  )
}

/** An encrypted mail for its sender: how far it is, its replies, and what can be done. */
export function SentMessagePage({ id, maySend }: { id: string; maySend: boolean }) {
  const query = useQuery({
    ...queryOf(getSecureMessageContract, { params: { id } }),
    refetchInterval: pollEvery(15_000),
  })
  usePageTitle(query.data?.subject)
  return (
    <Page>
      <BackLink href="/secure-messages">Encrypted mails</BackLink>
      <Loaded
        query={query}
        what="The message"
        isPage
        loading={<LoadingRows label="Loading the message" rows={5} rowClass="h-6 w-full" />}
      >
        {(message) => <Message message={message} maySend={maySend} />}
      </Loaded>
    </Page>
  )
}
