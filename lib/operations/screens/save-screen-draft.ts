import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { screenDrafts } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getOpenScreenOrThrow, type ScreenTask } from './open-screen.ts'

/** Keeps what a person typed on a screen; systems have no drafts. */
export async function keepDraft(tx: Tx, actor: Actor, { id: taskId, runId }: Pick<ScreenTask, 'id' | 'runId'>, data: unknown): Promise<Date> {
  const [saved] = await tx
    .insert(screenDrafts)
    .values({ taskId, runId, organizationId: actor.organizationId, userId: actor.id, data: data ?? {} })
    .onConflictDoUpdate({ target: [screenDrafts.taskId, screenDrafts.userId], set: { data: data ?? {}, savedAt: sql`now()` } })
    .returning({ savedAt: screenDrafts.savedAt })
  if (!saved) throw new Error('a draft was not written')
  return saved.savedAt
}

export const saveScreenDraft = defineOperation<{ taskId: string; data?: unknown }, { savedAt: string }>({
  name: 'saveScreenDraft',
  permission: 'screens:work',
  async run({ actor, input, tx }) {
    if (actor.kind !== 'user') throw new ApiError('forbidden', 'Drafts belong to people; a system sends the whole answer with /complete.')
    const task = await getOpenScreenOrThrow(tx, input.taskId)
    return { savedAt: (await keepDraft(tx, actor, task, input.data)).toISOString() }
  },
})
