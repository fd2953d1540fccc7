import { eq, and, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { screenDrafts } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { pieces } from '#lib/large-json/pieces'
import { jsonOf, writeForGood } from '#lib/large-json/write'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { getOpenScreenOrThrow, type ScreenTask } from './open-screen.ts'

type Saved = { savedAt: Date; revision: number }

const changedElsewhere = (revision: number): ApiError =>
  new ApiError(
    'version_conflict',
    'You typed on this screen in another tab or browser as well. Choose which of the two stays.',
    { revision },
  )

/**
 * Stores a person's draft of a screen; systems have no drafts. `basedOn` is the revision that the
 * person read last, null when there was none: a draft that was saved since is not overwritten,
 * unless it is the same. Without `basedOn` the draft is replaced. Throws `version_conflict`.
 */
export async function storeDraft(
  tx: Tx,
  actor: Actor,
  { id: taskId, runId }: Pick<ScreenTask, 'id' | 'runId'>,
  given: unknown,
  basedOn?: number | null,
): Promise<Saved> {
  const data = given ?? {}
  const { organizationId, id: userId } = actor
  const isSeen = sql`${screenDrafts.revision} = ${basedOn ?? 0}`
  const json = sql`${jsonOf(data)}::jsonb`
  const isSame = sql`${screenDrafts.data} = ${json}`
  const [saved] = await tx
    .insert(screenDrafts)
    .values({ taskId, runId, organizationId, userId, data: json })
    .onConflictDoUpdate({
      target: [screenDrafts.taskId, screenDrafts.userId],
      set: { data: json, savedAt: sql`now()`, revision: sql`${screenDrafts.revision} + 1` },
      ...(basedOn === undefined ? {} : { setWhere: sql`${isSeen} or ${isSame}` }),
    })
    .returning({ savedAt: screenDrafts.savedAt, revision: screenDrafts.revision })
  if (saved) return saved
  const [other] = await tx
    .select({ revision: screenDrafts.revision })
    .from(screenDrafts)
    .where(and(eq(screenDrafts.taskId, taskId), eq(screenDrafts.userId, userId)))
  throw changedElsewhere(other?.revision ?? 0)
}

type Input = { taskId: string; data?: unknown; basedOn?: number | null | undefined }

const save = defineOperation<Input, { savedAt: string; revision: number }>({
  name: 'saveScreenDraft',
  permission: 'screens:work',
  async run({ actor, input, tx }) {
    if (actor.kind !== 'user')
      throw new ApiError(
        'forbidden',
        'Drafts belong to people; a system sends the whole answer with /complete.',
      )
    const task = await getOpenScreenOrThrow(tx, actor, input.taskId)
    const { savedAt, revision } = await storeDraft(tx, actor, task, input.data, input.basedOn)
    return { savedAt: savedAt.toISOString(), revision }
  },
})

/**
 * Saves what a person typed on an open screen (`storeDraft`). Throws 404, or 409 when it is
 * closed.
 */
export const saveScreenDraft = asOperation(
  { name: save.keyScope, permission: save.permission },
  async (actor: Actor, input: Input, info: CallInfo = {}) => {
    // Serialized before the transaction, so that large data keeps no connection waiting.
    await writeForGood(input.data, pieces.of(actor.organizationId))
    return await save(actor, input, info)
  },
)
