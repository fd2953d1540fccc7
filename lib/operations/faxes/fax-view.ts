import type { FaxView } from '#lib/contracts/integrations/faxes'
import { faxRetryAt } from '#lib/domain/provider/fax'
import type { FaxStatus } from '#lib/domain/provider/fax-words'
import type { FaxRow } from './apply-fax-state.ts'
import { openFaxDetails } from './fax-details.ts'

const interrupted = {
  code: 'interrupted',
  message: 'Sending was interrupted: it is unknown whether the provider took the fax.',
}

/** The status of now: who was sending it may have died. */
const isLeft = ({ status, attemptUntil }: FaxRow): boolean =>
  status === 'sending' && attemptUntil !== null && attemptUntil < new Date()

export const faxStatusOf = (fax: FaxRow): FaxStatus => (isLeft(fax) ? 'unknown' : fax.status)

/** When the step that sent it sends it again; null when it does not, or has already done so. */
export function nextTryOf({ retry, tryNumber, failure, endedAt, status }: FaxRow): Date | null {
  if (!retry || !endedAt || status !== 'failed') return null
  const at = faxRetryAt(retry, { tryNumber, failure: failure?.code ?? null, endedAt })
  return at && at > new Date() ? at : null
}

/** A fax as lists show it. */
export function faxView(fax: FaxRow): FaxView {
  const { number, line } = openFaxDetails(fax)
  return {
    faxId: fax.id,
    direction: fax.direction,
    status: faxStatusOf(fax),
    connection: fax.connection,
    provider: fax.provider,
    providerId: fax.providerId,
    number,
    line,
    pages: fax.pages,
    fileId: fax.fileId,
    failure: isLeft(fax) ? interrupted : fax.failure,
    tryNumber: fax.tryNumber,
    tries: fax.retry?.tries ?? null,
    runId: fax.runId,
    createdBy: fax.createdBy,
    createdAt: fax.createdAt.toISOString(),
    endedAt: fax.endedAt?.toISOString() ?? null,
  }
}
