'use client'

import dynamic from 'next/dynamic'
import { useQuery } from '@tanstack/react-query'
import { PaperclipIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { loadCode } from '#components/shared/loading/load-code'
import { Fact, Facts } from '#components/shared/display/facts'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { formatInstant } from '#components/shared/display/format'
import { formatSize } from '#components/shared/display/format-size'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { queryOf } from '#components/shared/loading/queries'
import { getMailContract, type MailEventView, type MailView } from '#lib/contracts/runs/mails'
import type { MailEventType } from '#lib/domain/mail/status'
import { HeldMail } from './held-mail.tsx'
import { MailStatusBadge } from './mail-status.tsx'

const SafeHtml = dynamic(
  async () => (await loadCode(() => import('#components/shared/display/safe-html'))).SafeHtml,
  { ssr: false },
)

const bodyClass =
  'min-h-0 flex-1 overflow-y-auto rounded-lg border bg-card p-4 text-sm leading-relaxed ' +
  'break-words outline-none focus-visible:ring-2 focus-visible:ring-ring'

const titleOfError = ({ status }: MailView): string => {
  if (status === 'suppressed') return 'It was not sent'
  return status === 'queued' || status === 'failed' ? 'The last try failed' : 'Not for everybody'
}

const eventWords: Record<MailEventType, string> = {
  delivered: 'Delivered',
  delayed: 'Delayed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
}

/** What became of the mail after it was sent, as others told. */
function Events({ events }: { events: MailEventView[] }) {
  if (events.length === 0) return null
  return (
    <ul aria-label="What became of it" className="space-y-2 text-sm">
      {events.map((event) => (
        <li key={`${event.at}${event.type}${event.recipient ?? ''}`} className="break-words">
          <span className="font-medium">{eventWords[event.type]}</span>
          {event.recipient ? ` · ${event.recipient}` : ''}
          <span className="text-muted-foreground"> · {formatInstant(event.at)}</span>
          {event.reason ? <p className="text-muted-foreground">{event.reason}</p> : null}
        </li>
      ))}
    </ul>
  )
}

function Attachments({ attachments }: Pick<MailView, 'attachments'>) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label="Attachments" className="space-y-1 text-sm">
      {attachments.map(({ fileId, fileName, size }) => (
        <li key={fileId} className="flex items-center gap-2 break-words">
          <PaperclipIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          {fileName} <span className="text-muted-foreground">({formatSize(size)})</span>
        </li>
      ))}
    </ul>
  )
}

function Opened({ mail, canManage }: { mail: MailView; canManage: boolean }) {
  return (
    <>
      {mail.status === 'held' ? <HeldMail id={mail.id} canManage={canManage} /> : null}
      <Facts>
        <Fact name="To">{mail.recipients.join(', ')}</Fact>
        {mail.cc.length > 0 ? <Fact name="Copies">{mail.cc.join(', ')}</Fact> : null}
        {mail.bcc.length > 0 ? <Fact name="Blind copies">{mail.bcc.join(', ')}</Fact> : null}
        {mail.replyTo ? <Fact name="Answers to">{mail.replyTo}</Fact> : null}
        <Fact name="Status">
          <MailStatusBadge status={mail.status} />
        </Fact>
        <Fact name="Made">{formatInstant(mail.createdAt)}</Fact>
        {mail.sentAt ? <Fact name="Sent">{formatInstant(mail.sentAt)}</Fact> : null}
        {mail.runId ? (
          <Fact name="By">
            <Link href={`/runs/${mail.runId}`} className="underline underline-offset-2">
              this run
            </Link>
          </Fact>
        ) : null}
      </Facts>
      {mail.error ? (
        <Alert variant={mail.status === 'suppressed' ? 'warning' : 'destructive'}>
          <AlertTitle>{titleOfError(mail)}</AlertTitle>
          <AlertDescription className="break-words">{mail.error}</AlertDescription>
        </Alert>
      ) : null}
      <Events events={mail.events} />
      <Attachments attachments={mail.attachments} />
      <div tabIndex={0} role="region" aria-label="Text of the mail" className={bodyClass}>
        {mail.html ? (
          <SafeHtml html={mail.html} className="prose-rounds" />
        ) : (
          <div className="whitespace-pre-wrap">{mail.text}</div>
        )}
      </div>
    </>
  )
}

/** One mail at the side, as its reader gets it (sanitized HTML, without pictures). */
export function MailSheet({
  id,
  subject,
  canManage,
  onClose,
}: {
  id: string | null
  subject: string
  canManage: boolean
  onClose(): void
}) {
  const query = useQuery({
    ...queryOf(getMailContract, { params: { id: id ?? '' } }),
    enabled: id !== null,
  })
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle className="break-words">{query.data?.subject ?? subject}</SheetTitle>
          <SheetDescription>A mail that a workflow made</SheetDescription>
        </SheetHeader>
        <Loaded
          query={query}
          what="The mail"
          loading={<LoadingRows label="Loading the mail" rows={4} rowClass="h-4 w-full" />}
        >
          {(mail) => <Opened mail={mail} canManage={canManage} />}
        </Loaded>
      </SheetContent>
    </Sheet>
  )
}
