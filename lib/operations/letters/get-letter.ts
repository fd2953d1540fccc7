import type { LetterView } from '#lib/contracts/integrations/letters'
import { isFinalLetterStatus } from '#lib/domain/provider/letter-words'
import { requireRun } from '../access/access-sql.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { loadLetterEvents, getLetterOrThrow } from './find-letter.ts'
import { letterView } from './letter-view.ts'
import { lookForReader } from './look-at-letter.ts'

/** How long a reader waits for the provider before it gets the stored status. */
const patienceMs = 10_000

/**
 * Specification 2.11: reads the status and the events of a letter. While it is under way its
 * provider is also polled, besides the webhooks and the workers. Throws 404.
 */
export const getLetter = defineOutsideOperation<{ trackingId: string }, LetterView>({
  name: 'getLetter',
  permission: 'letters:read',
  async run({ actor, input: { trackingId }, info, signal, transaction }) {
    const row = await transaction(async (tx) => {
      const letter = await getLetterOrThrow(tx, trackingId)
      if (letter.runId)
        await requireRun(tx, actor, letter.runId, { what: 'letter', id: trackingId })
      return letter
    })
    if (!isFinalLetterStatus(row.status))
      await lookForReader(row, info, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
    return await transaction(async (tx) =>
      letterView(await getLetterOrThrow(tx, row.id), await loadLetterEvents(tx, row.id)),
    )
  },
})
