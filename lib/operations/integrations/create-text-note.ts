import { createHash, randomUUID } from 'node:crypto'
import { organizations } from '#db/schema/organizations'
import type { Actor } from '#lib/auth/actor'
import { dateInZone, isoDateOf, type TextNoteRequest } from '#lib/domain/provider/text-note'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation, type CallInfo } from '../define-operation.ts'

type Input = TextNoteRequest & { slug: string }

/**
 * The provider's idempotency key. It includes the request, because after 24 hours a key may be used
 * for another note.
 */
function providerKey({ organizationId }: Actor, idempotency: CallInfo['idempotency']): string {
  if (!idempotency) return `api:${randomUUID()}`
  return `api:${createHash('sha256')
    .update(JSON.stringify([organizationId, idempotency.key, idempotency.fingerprint]))
    .digest('hex')}`
}

/** Specification 4.1: files a text note through the named EMR connection. */
export const createTextNote = defineOutsideOperation<
  Input,
  { success: true; documentHistoryId: string }
>({
  name: 'createTextNote',
  permission: 'integrations:call',
  resumesUnknown: true,
  audit: ({ input, output }) => ({
    action: 'emr.note-filed',
    objectKind: 'connection',
    objectId: input.slug,
    details: { documentHistoryId: output.documentHistoryId },
  }),
  async run({ actor, input, info, signal, transaction }) {
    const { slug, date, patientId, title, body, category } = input
    const port = await openConnection(actor.organizationId, 'emr', slug, info)
    const [organization] = await transaction((tx) =>
      tx.select({ timeZone: organizations.timeZone }).from(organizations),
    )
    const today = () => dateInZone(new Date(), organization?.timeZone ?? 'UTC')
    const note = { patientId, title, body, category, date: (date && isoDateOf(date)) || today() }
    const idempotencyKey = providerKey(actor, info.idempotency)
    const { mayHaveHappened = false } = info
    const options = { idempotencyKey, mayHaveHappened, signal }
    const { documentHistoryId } = await port.createTextNote(note, options)
    return { success: true, documentHistoryId }
  },
})
