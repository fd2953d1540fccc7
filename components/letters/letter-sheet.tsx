'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
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
import { isFinalLetterStatus, letterServiceTitles } from '#lib/domain/provider/letter-words'
import { pathOf } from '#lib/http/client'
import { Fact, Facts } from '#components/shared/display/facts'
import { formatDate } from '#components/shared/display/format'
import { countOf } from '#lib/domain/count-of'
import { CarrierNumber } from './carrier-number.tsx'
import { LetterStatusBadge } from './letter-status.tsx'
import { LetterTracking } from './letter-tracking.tsx'
import { PrintDialog, SentPrint } from './print-dialog.tsx'

const linkClass = 'underline underline-offset-2'
const idClass = 'font-mono text-xs break-all'

function printOf({ pages, color, doubleSided }: LetterView): string {
  const count = countOf(pages, 'page')
  const ink = color ? 'color' : 'black and white'
  return `${count}, ${ink}, ${doubleSided ? 'both sides' : 'one side'}`
}

const outcomes = {
  deliverable: 'checked: letters reach it',
  corrected: 'checked: to be corrected',
  undeliverable: 'checked: not deliverable',
  not_checked: 'could not be checked',
}
/** What the check of the recipient's address found. */
function checkOf({ addressCheck }: LetterView): string {
  if (!addressCheck) return 'not checked'
  const { outcome, corrected, problems } = addressCheck
  const found = corrected ? 'checked, and printed as it was corrected' : outcomes[outcome]
  return [found, ...problems].join('. ')
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
          <CarrierNumber number={letter.trackingNumber} />
        </Fact>
      ) : null}
      {letter.expectedDeliveryDate ? (
        <Fact name="Expected">{formatDate(letter.expectedDeliveryDate)}</Fact>
      ) : null}
      {letter.extraService === 'none' ? null : (
        <Fact name="Service">{letterServiceTitles[letter.extraService]}</Fact>
      )}
      <Fact name="Address">{checkOf(letter)}</Fact>
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

function Opened({ letter }: { letter: LetterView }) {
  return (
    <div
      className="min-h-0 flex-1 space-y-5 overflow-y-auto rounded-sm text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
      tabIndex={0}
      role="region"
      aria-label="The letter"
    >
      <LetterFacts letter={letter} />
      {letter.fileId ? (
        <PrintDialog label="View as printed">
          <SentPrint trackingId={letter.trackingId} />
        </PrintDialog>
      ) : null}
      {letter.failure ? (
        <Alert variant="destructive">
          <AlertTitle>The last try failed</AlertTitle>
          <AlertDescription className="break-words">{letter.failure.message}</AlertDescription>
        </Alert>
      ) : null}
      <LetterTracking events={letter.events} />
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
