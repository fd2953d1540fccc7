import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { Fact, Facts } from '#components/shared/display/facts'
import { formatInstant } from '#components/shared/display/format'
import { RunStatusBadge } from '#components/shared/display/status'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { FaxPage } from '#lib/contracts/integrations/faxes'
import type { FaxMark } from '#lib/domain/provider/fax'
import { readableNumber } from './fax-number.ts'
import { FaxStatusBadge } from './fax-status.tsx'

const linkClass = 'underline underline-offset-2'

const markWords: Record<FaxMark, string> = {
  none: '',
  urgent: 'Urgent',
  'for-review': 'For review',
  'please-reply': 'Please reply',
}

/** What went wrong, what happens next by itself, and why the reader can do nothing. */
function Trouble({ fax }: { fax: FaxPage }) {
  const { failure, nextTryAt, mayNotAgain, status } = fax
  if (!failure) return null
  const next = nextTryAt ? `The workflow sends it again at about ${formatInstant(nextTryAt)}.` : ''
  return (
    <Alert variant={nextTryAt ? 'warning' : 'destructive'}>
      <AlertTitle>
        {status === 'refused' ? 'It started no workflow' : 'It did not get through'}
      </AlertTitle>
      <AlertDescription className="space-y-1 break-words">
        <p>{failure.message}</p>
        {failure.said ? <p>The provider says: “{failure.said}”</p> : null}
        {next ? <p>{next}</p> : null}
        {mayNotAgain && !next ? <p>{mayNotAgain}</p> : null}
      </AlertDescription>
    </Alert>
  )
}

function Cover({ cover }: Pick<FaxPage, 'cover'>) {
  if (!cover) return null
  const lines: [string, ReactNode][] = [
    ['To', cover.recipientName],
    ['From', cover.senderName],
    ['Telephone', cover.senderPhone],
    ['Subject', cover.subject],
    ['Mark', markWords[cover.mark]],
    ['Notes', cover.notes],
  ]
  return (
    <section className="space-y-2" aria-label="Cover page">
      <h2 className="font-semibold">Cover page</h2>
      <Facts>
        {lines.map(([name, value]) =>
          value ? (
            <Fact key={name} name={name}>
              <span className="whitespace-pre-line">{value}</span>
            </Fact>
          ) : null,
        )}
      </Facts>
    </section>
  )
}

function Runs({ fax: { runs, direction } }: { fax: FaxPage }) {
  const title = direction === 'in' ? 'What it started' : 'Sent by'
  if (runs.length === 0)
    return direction === 'in' ? (
      <section className="space-y-2" aria-label={title}>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted-foreground">Nothing yet.</p>
      </section>
    ) : null
  return (
    <section className="space-y-2" aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      <ul className="space-y-2 text-sm">
        {runs.map(({ id, workflow, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link href={`/runs/${id}`} className={linkClass}>
              {workflow}
            </Link>
            <RunStatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The state of a fax, its numbers, its cover page and its runs. */
export function FaxFacts({ fax }: { fax: FaxPage }) {
  const { line, pages, tries, tryNumber } = fax
  return (
    <>
      <Trouble fax={fax} />
      <Facts>
        <Fact name="Status">
          <FaxStatusBadge status={fax.status} />
        </Fact>
        {tries !== null ? (
          <Fact name="Try">
            {tryNumber} of {tries}
          </Fact>
        ) : null}
        <Fact name={fax.direction === 'in' ? 'From' : 'To'}>
          {fax.number ? readableNumber(fax.number) : 'not known'}
        </Fact>
        {line ? <Fact name="Our number">{readableNumber(line)}</Fact> : null}
        <Fact name="Connection">{fax.connection}</Fact>
        <Fact name="Pages">{pages ?? 'not counted yet'}</Fact>
        <Fact name={fax.direction === 'in' ? 'Came in' : 'Sent'}>
          {formatInstant(fax.createdAt)}
        </Fact>
        {fax.endedAt && fax.direction === 'out' ? (
          <Fact name="Ended">{formatInstant(fax.endedAt)}</Fact>
        ) : null}
        <Fact name="By">{fax.createdBy}</Fact>
        <Fact name="At the provider">
          <span className="font-mono text-xs break-all">{fax.providerId ?? 'not known'}</span>
        </Fact>
      </Facts>
      <Cover cover={fax.cover} />
      <Runs fax={fax} />
    </>
  )
}
