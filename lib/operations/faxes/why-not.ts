import { can, type Actor } from '#lib/auth/actor'
import type { FaxRow } from './apply-fax-state.ts'
import { openFaxDetails } from './fax-details.ts'
import { faxStatusOf } from './fax-view.ts'

type Run = {
  /** Its run has ended, or is deleted. */
  ended: boolean
  /** When the step that sent it sends it again by itself. */
  nextTryAt: Date | null
}

function whyNotSent(fax: FaxRow, { ended, nextTryAt }: Run): string | null {
  const status = faxStatusOf(fax)
  if (['sending', 'queued', 'transmitting'].includes(status))
    return 'It is on its way. Wait until it has ended.'
  if (nextTryAt) return 'The workflow sends it again by itself.'
  if (!ended && ['unknown', 'not_sent'].includes(status))
    return 'Its run has not ended and may send it again. Open the run, and answer there.'
  return openFaxDetails(fax).files.length === 0
    ? 'It was sent before its pages were kept with it. Run its step again instead.'
    : null
}

/**
 * Why a fax cannot be sent again, or start a workflow again, for people to read; null when it can.
 */
export function whyNotAgain(actor: Actor, fax: FaxRow, run: Run): string | null {
  if (!can(actor, 'faxes:manage'))
    return 'Your role does not let you send faxes again or start workflows with them. Ask an owner.'
  if (fax.direction === 'out') return whyNotSent(fax, run)
  if (fax.status === 'receiving') return 'Its pages are still being fetched.'
  return fax.fileId === null ? 'Its pages were deleted.' : null
}
