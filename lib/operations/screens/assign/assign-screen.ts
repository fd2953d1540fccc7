import type { Claim } from '#lib/contracts/runs/screens'
import type { Actor } from '#lib/auth/actor'
import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../../define-operation.ts'
import { getOpenScreenOrThrow, notOpen } from '../open-screen.ts'
import { tellingWatchers } from '../tell-watchers.ts'
import { findAssignee, mayDo, type Assignee } from './assignee.ts'
import { giveScreens } from './give-screens.ts'
import { isOthers, lockScreens, type LockedScreen } from './lock-screens.ts'

/** Locks an open screen. Throws 404, 403 or 409 as every act on a screen does. */
export async function lockScreenOrThrow(
  tx: Tx,
  actor: Actor,
  taskId: string,
): Promise<LockedScreen> {
  await getOpenScreenOrThrow(tx, actor, taskId)
  const [screen] = await lockScreens(tx, actor, [taskId])
  if (!screen) throw notOpen(taskId)
  return screen
}

export const ofSomebodyElse = ({ holder }: LockedScreen): ApiError =>
  new ApiError(
    'conflict',
    `${holder?.name ?? 'Somebody else'} has this. Ask them, or an owner or builder, to give it ` +
      'to somebody else.',
    { claimedBy: holder?.name ?? null },
  )

export const noAssignee = (): ApiError =>
  ApiError.invalid([
    {
      path: 'userId',
      message: 'Nobody with this id has access here. Choose a person of the organization.',
    },
  ])

/** Throws 409 when a person may not do a screen. */
export function requireMayDo(actor: Actor, assignee: Assignee, screen: LockedScreen): void {
  if (mayDo(actor, assignee, screen.target)) return
  throw new ApiError(
    'conflict',
    `${assignee.name} may not do this screen: the access rules or its step leave them out. ` +
      'Choose somebody else.',
    { userId: assignee.userId },
  )
}

/** The claim of a screen that has just been given. */
export const newClaim = (actor: Actor, { userId, name }: Assignee): Claim => ({
  userId,
  name,
  at: new Date().toISOString(),
  mine: userId === actor.id,
})

const give = defineOperation<
  { taskId: string; userId: string; note?: string | undefined },
  { claim: Claim }
>({
  name: 'assignScreen',
  permission: 'screens:work',
  async run({ actor, input: { taskId, userId, note }, tx, info }) {
    const screen = await lockScreenOrThrow(tx, actor, taskId)
    if (isOthers(actor, screen)) throw ofSomebodyElse(screen)
    const assignee = await findAssignee(tx, actor, userId)
    if (!assignee) throw noAssignee()
    requireMayDo(actor, assignee, screen)
    await giveScreens(tx, actor, info, [screen], { to: assignee, note })
    return { claim: newClaim(actor, assignee) }
  },
})

/** Gives a screen to a person who may do it, with a word for them. */
export const assignScreen = tellingWatchers(give, ({ taskId }) => taskId)
