'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { formatInstant } from '#components/shared/display/format'
import { queryOf } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { getFileContentContract } from '#lib/contracts/data/files'
import { getLetterContract, type LetterView } from '#lib/contracts/integrations/letters'
import { isFinalLetterStatus } from '#lib/domain/provider/letter'
import { pathOf } from '#lib/http/client'
import { Fact, Facts } from '#components/shared/display/facts'
import { LetterStatusBadge } from './letter-status.tsx'

const linkClass = 'underline underline-offset-2'
const idClass = 'font-mono text-xs break-all'

function printOf({ pages, color, doubleSided }: LetterView): string {
  const count = pages === 1 ? '1 page' : `${pages} pages`
  const ink = color ? 'color' : 'black and white'
  return `${count}, ${ink}, ${doubleSided ? 'both sides' : 'one side'}`
}

function Maker({ letter: { runId, createdBy } }: { letter: LetterView }) {
  if (!runId) return createdBy ?? 'a system'
  return (
    <Link href={`/runs/${runId}`} className={linkClass}>
      this run
    </Link>
  )
}

function LetterFacts({ letter }: { letter: LetterView }) {
  return (
    <Facts>
      <Fact name="Status">
        <LetterStatusBadge status={letter.status} />
      </Fact>
      <Fact name="Tracking id">
        <span className={idClass}>{letter.trackingId}</span>
      </Fact>
      <Fact name="At the provider">
        <span className={idClass}>{letter.providerId ?? 'not known'}</span>
      </Fact>
      {letter.trackingNumber ? (
        <Fact name="Carrier’s number">
          <span className={idClass}>{letter.trackingNumber}</span>
        </Fact>
      ) : null}
      {letter.expectedDeliveryDate ? (
        <Fact name="Expected">{letter.expectedDeliveryDate}</Fact>
      ) : null}
      <Fact name="Print">{printOf(letter)}</Fact>
      {letter.fileId ? (
        <Fact name="PDF">
          <a href={pathOf(getFileContentContract, { id: letter.fileId })} className={linkClass}>
            Download what was sent
          </a>
        </Fact>
      ) : null}
      <Fact name="By">
        <Maker letter={letter} />
      </Fact>
    </Facts>
  )
}

function Tracking({ events }: Pick<LetterView, 'events'>) {
  return (
    <section className="space-y-2">
      <h3 className="font-medium">Tracking</h3>
      {events.length === 0 ? (
        <p className="text-muted-foreground">Nothing is known yet.</p>
      ) : (
        <ol className="space-y-3 border-l pl-4">
          {events.map((event) => (
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
  )
}

function Opened({ letter }: { letter: LetterView }) {
  return (
    <div
      className="min-h-0 flex-1 space-y-5 overflow-y-auto rounded-sm text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
      tabIndex={0}
      role="region"
      aria-label="The letter"
    >
      <LetterFacts letter={letter} />
      {letter.failure ? (
        <Alert variant="destructive">
          <AlertTitle>The last try failed</AlertTitle>
          <AlertDescription className="break-words">{letter.failure.message}</AlertDescription>
        </Alert>
      ) : null}
      <Tracking events={letter.events} />
    </div>
  )
}

/**
 * One letter at the side, with its tracking events; it is read again while it is being delivered.
 */
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
        <Loaded
          query={query}
          what="The letter"
          loading={<LoadingRows label="Loading the letter" rows={4} rowClass="h-4 w-full" />}
        >
          {(letter) => <Opened letter={letter} />}
        </Loaded>
      </SheetContent>
    </Sheet>
  )
}
