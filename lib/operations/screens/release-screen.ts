import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { lockScreenOrThrow } from './assign/assign-screen.ts'
import { isOthers, tasksOf } from './assign/lock-screens.ts'
import { isTakingBack, requireUnchanged, untell } from './assign/unchanged.ts'
import { tellingWatchers } from './tell-watchers.ts'

const release = defineOperation<
  { taskId: string; claimedAt?: string | undefined },
  { claim: null }
>({
  name: 'releaseScreen',
  permission: 'screens:work',
  audit: ({ input }) => ({ action: 'screen.released', objectKind: 'task', objectId: input.taskId }),
  async run({ actor, input: { taskId, claimedAt }, tx }) {
    const screen = await lockScreenOrThrow(tx, actor, taskId)
    await requireUnchanged(tx, actor, screen, claimedAt)
    if (isOthers(actor, screen) && !isTakingBack(actor, screen, claimedAt))
      throw new ApiError(
        'conflict',
        `${screen.holder?.name ?? 'Somebody else'} works on this; only they, ` +
          'an owner or a builder can give it back.',
      )
    if (claimedAt !== undefined) await untell(tx, screen)
    await tx
      .update(tasks)
      .set({ claimedBy: null, claimedByName: null, claimedAt: null })
      .where(tasksOf([screen]))
    return { claim: null }
  },
})

/** Releases a claimed screen; releasing an unclaimed one changes nothing. */
export const releaseScreen = tellingWatchers(release, ({ taskId }) => taskId)
