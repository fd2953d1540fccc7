'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LoadFailure } from '#components/shared/load-failure'
import { SafeHtml } from '#components/shared/safe-html'
import { formatInstant } from '#components/shared/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/sheet'
import { Skeleton } from '#components/ui/skeleton'
import { queryOf } from '#components/shared/queries'
import { getMailContract, type MailView } from '#lib/contracts/mails'
import { MailStatusBadge } from './mail-status.tsx'

const bodyClass =
  'min-h-0 flex-1 overflow-y-auto rounded-lg border bg-card p-4 text-sm leading-relaxed break-words outline-none focus-visible:ring-2 focus-visible:ring-ring'

function Opened({ mail }: { mail: MailView }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-muted-foreground">To</dt>
        <dd className="break-words">{mail.recipients.join(', ')}</dd>
        <dt className="text-muted-foreground">Status</dt>
        <dd>
          <MailStatusBadge status={mail.status} />
        </dd>
        <dt className="text-muted-foreground">Made</dt>
        <dd>{formatInstant(mail.createdAt)}</dd>
        {mail.sentAt ? (
          <>
            <dt className="text-muted-foreground">Sent</dt>
            <dd>{formatInstant(mail.sentAt)}</dd>
          </>
        ) : null}
        {mail.runId ? (
          <>
            <dt className="text-muted-foreground">By</dt>
            <dd>
              <Link href={`/runs/${mail.runId}`} className="underline underline-offset-2">
                this run
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
      {mail.error ? (
        <Alert variant="destructive">
          <AlertTitle>The last try failed</AlertTitle>
          <AlertDescription className="break-words">{mail.error}</AlertDescription>
        </Alert>
      ) : null}
      <div tabIndex={0} role="region" aria-label="Text of the mail" className={bodyClass}>
        {mail.html ? (
          <SafeHtml
            html={mail.html}
            className="space-y-3 [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-5 [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_ul]:list-disc [&_ul]:pl-5"
          />
        ) : (
          <div className="whitespace-pre-wrap">{mail.text}</div>
        )}
      </div>
    </>
  )
}

/** One mail at the side, as its reader gets it (HTML cleaned, without pictures). */
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
        {query.data ? (
          <Opened mail={query.data} />
        ) : query.isError ? (
          <LoadFailure what="The mail" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the mail">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-4 w-full" />
            ))}
          </div>
        )}
      </SheetContent>
    </Sheet>
  )
}
