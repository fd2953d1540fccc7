import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { tasks } from '#db/schema/runs'
import { can } from '#lib/auth/actor'
import type { Claim } from '#lib/contracts/runs/screens'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getOpenScreenOrThrow, notOpen } from './open-screen.ts'
import { claimOf, isOpenScreen } from './screen-columns.ts'
import { tellingWatchers } from './tell-watchers.ts'

const claim = defineOperation<{ taskId: string; takeOver?: boolean | undefined }, { claim: Claim }>(
  {
    name: 'claimScreen',
    permission: 'screens:work',
    audit: ({ input }) => ({
      action: 'screen.claimed',
      objectKind: 'task',
      objectId: input.taskId,
      details: { takeOver: input.takeOver ?? false },
    }),
    async run({ actor, input, tx }) {
      if (actor.kind !== 'user')
        throw new ApiError('forbidden', 'Only a person can claim a screen; a system completes it.')
      const task = await getOpenScreenOrThrow(tx, actor, input.taskId)
      const takeOver = input.takeOver === true
      if (
        takeOver &&
        task.claimedBy !== null &&
        task.claimedBy !== actor.id &&
        !can(actor, 'runs:control')
      )
        throw new ApiError(
          'forbidden',
          `${task.claimedByName ?? 'Somebody else'} works on this. Ask them, or an owner or ` +
            'builder, to give it back.',
        )
      const free = takeOver ? undefined : or(isNull(tasks.claimedBy), eq(tasks.claimedBy, actor.id))
      const [claimed] = await tx
        .update(tasks)
        .set({
          claimedBy: actor.id,
          claimedByName: actor.name,
          claimedAt: sql`case when ${tasks.claimedBy} = ${actor.id} then ${tasks.claimedAt}
          else now() end`,
        })
        .where(and(eq(tasks.id, input.taskId), eq(tasks.runId, task.runId), isOpenScreen, free))
        .returning()
      const made = claimed && claimOf(claimed, actor)
      if (made) return { claim: made }
      const now = await getOpenScreenOrThrow(tx, actor, input.taskId)
      if (now.claimedBy === null) throw notOpen(input.taskId)
      throw new ApiError(
        'conflict',
        `${now.claimedByName ?? 'Somebody else'} was faster and works on this.`,
        { claimedBy: now.claimedByName },
      )
    },
  },
)

/**
 * Claims a screen for the caller; owners and builders may take it over from another person.
 * Claiming a screen again changes nothing.
 */
export const claimScreen = tellingWatchers(claim, ({ taskId }) => taskId)
