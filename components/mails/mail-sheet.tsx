'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Fact, Facts } from '#components/shared/display/facts'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { SafeHtml } from '#components/shared/display/safe-html'
import { formatInstant } from '#components/shared/display/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { queryOf } from '#components/shared/loading/queries'
import { getMailContract, type MailView } from '#lib/contracts/runs/mails'
import { MailStatusBadge } from './mail-status.tsx'

const bodyClass =
  'min-h-0 flex-1 overflow-y-auto rounded-lg border bg-card p-4 text-sm leading-relaxed ' +
  'break-words outline-none focus-visible:ring-2 focus-visible:ring-ring'

function Opened({ mail }: { mail: MailView }) {
  return (
    <>
      <Facts>
        <Fact name="To">{mail.recipients.join(', ')}</Fact>
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
        <Alert variant="destructive">
          <AlertTitle>The last try failed</AlertTitle>
          <AlertDescription className="break-words">{mail.error}</AlertDescription>
        </Alert>
      ) : null}
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
  onClose,
}: {
  id: string | null
  subject: string
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
          {(mail) => <Opened mail={mail} />}
        </Loaded>
      </SheetContent>
    </Sheet>
  )
}
