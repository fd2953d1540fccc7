'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LoadFailure } from '#components/shared/load-failure'
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
import { getLetterContract, type LetterView } from '#lib/contracts/letters'
import { isFinalLetterStatus } from '#lib/domain/provider/letter'
import { formatInstant } from '#components/shared/format'
import { LetterStatusBadge } from './letter-status.tsx'

const link = 'underline underline-offset-2'

function Opened({ letter }: { letter: LetterView }) {
  return (
    <div
      className="min-h-0 flex-1 space-y-5 overflow-y-auto rounded-sm text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
      tabIndex={0}
      role="region"
      aria-label="The letter"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        <dt className="text-muted-foreground">Status</dt>
        <dd>
          <LetterStatusBadge status={letter.status} />
        </dd>
        <dt className="text-muted-foreground">Tracking id</dt>
        <dd className="font-mono text-xs break-all">{letter.trackingId}</dd>
        <dt className="text-muted-foreground">At the provider</dt>
        <dd className="font-mono text-xs break-all">{letter.providerId ?? 'not known'}</dd>
        {letter.trackingNumber ? (
          <>
            <dt className="text-muted-foreground">Carrier’s number</dt>
            <dd className="font-mono text-xs break-all">{letter.trackingNumber}</dd>
          </>
        ) : null}
        {letter.expectedDeliveryDate ? (
          <>
            <dt className="text-muted-foreground">Expected</dt>
            <dd>{letter.expectedDeliveryDate}</dd>
          </>
        ) : null}
        <dt className="text-muted-foreground">Print</dt>
        <dd>
          {letter.pages} {letter.pages === 1 ? 'page' : 'pages'},{' '}
          {letter.color ? 'color' : 'black and white'},{' '}
          {letter.doubleSided ? 'both sides' : 'one side'}
        </dd>
        {letter.fileId ? (
          <>
            <dt className="text-muted-foreground">PDF</dt>
            <dd>
              <a href={`/api/v2/files/${letter.fileId}/content`} className={link}>
                Download what was sent
              </a>
            </dd>
          </>
        ) : null}
        <dt className="text-muted-foreground">By</dt>
        <dd>
          {letter.runId ? (
            <Link href={`/runs/${letter.runId}`} className={link}>
              this run
            </Link>
          ) : (
            (letter.createdBy ?? 'a system')
          )}
        </dd>
      </dl>
      {letter.failure ? (
        <Alert variant="destructive">
          <AlertTitle>The last try failed</AlertTitle>
          <AlertDescription className="break-words">{letter.failure.message}</AlertDescription>
        </Alert>
      ) : null}
      <section className="space-y-2">
        <h3 className="font-medium">Tracking</h3>
        {letter.events.length === 0 ? (
          <p className="text-muted-foreground">Nothing is known yet.</p>
        ) : (
          <ol className="space-y-3 border-l pl-4">
            {letter.events.map((event) => (
              <li key={`${event.type} ${event.at}`}>
                <p className="font-medium">{event.title}</p>
                <p className="text-muted-foreground">
                  {formatInstant(event.at)}
                  {event.location ? `, ${event.location}` : ''}
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

/** One letter at the side, with its tracking events; looks again while it is under way. */
export function LetterSheet({ id, onClose }: { id: string | null; onClose(): void }) {
  const query = useQuery({
    ...queryOf(getLetterContract, { params: { trackingId: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data && isFinalLetterStatus(state.data.status) ? false : 10_000,
  })
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Letter</SheetTitle>
          <SheetDescription>
            {query.data ? `Through ${query.data.connection}` : 'On paper'}
          </SheetDescription>
        </SheetHeader>
        {query.data ? (
          <Opened letter={query.data} />
        ) : query.isError ? (
          <LoadFailure what="The letter" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the letter">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-4 w-full" />
            ))}
          </div>
        )}
      </SheetContent>
    </Sheet>
  )
}
