import { Link } from '#components/shared/navigation/link'
import { formatExact } from '#components/shared/display/format'
import type { FaxPage } from '#lib/contracts/integrations/faxes'
import { FaxStatusBadge } from './fax-status.tsx'

type Other = FaxPage['others'][number]

const nameOf = ({ isAgain, tryNumber, createdBy }: Other): string =>
  isAgain ? `Sent again by ${createdBy}` : `Try ${tryNumber}`

/** The other tries of the same step, and those that somebody sent again. */
export function FaxTries({ fax: { others } }: { fax: FaxPage }) {
  if (others.length === 0) return null
  return (
    <section className="space-y-2" aria-label="Other tries">
      <h2 className="font-semibold">Other tries</h2>
      <ol className="space-y-3 border-l pl-4 text-sm">
        {others.map((other) => (
          <li key={other.faxId} className="space-y-1">
            <div className="flex flex-wrap items-center gap-2">
              <Link href={`/faxes/${other.faxId}`} className="underline underline-offset-2">
                {nameOf(other)}
              </Link>
              <FaxStatusBadge status={other.status} />
            </div>
            <p className="text-muted-foreground">
              {formatExact(other.createdAt)}
              {other.failure ? `: ${other.failure.message}` : ''}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
