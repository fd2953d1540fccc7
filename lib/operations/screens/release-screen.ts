import { and, eq } from 'drizzle-orm'
import { tasks } from '#db/schema/runs'
import { can } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getOpenScreenOrThrow } from './open-screen.ts'
import { tellingWatchers } from './tell-watchers.ts'

const release = defineOperation<{ taskId: string }, { claim: null }>({
  name: 'releaseScreen',
  permission: 'screens:work',
  audit: ({ input }) => ({ action: 'screen.released', objectKind: 'task', objectId: input.taskId }),
  async run({ actor, input, tx }) {
    const task = await getOpenScreenOrThrow(tx, actor, input.taskId)
    if (task.claimedBy !== null && task.claimedBy !== actor.id && !can(actor, 'runs:control'))
      throw new ApiError(
        'conflict',
        `${task.claimedByName ?? 'Somebody else'} works on this; only they, ` +
          'an owner or a builder can give it back.',
      )
    await tx
      .update(tasks)
      .set({ claimedBy: null, claimedByName: null, claimedAt: null })
      .where(and(eq(tasks.id, input.taskId), eq(tasks.runId, task.runId)))
    return { claim: null }
  },
})

/** Releases a claimed screen; releasing an unclaimed one changes nothing. */
export const releaseScreen = tellingWatchers(release, ({ taskId }) => taskId)
