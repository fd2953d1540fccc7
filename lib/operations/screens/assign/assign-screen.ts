import type { Claim, PassedOn } from '#lib/contracts/runs/screens'
import type { Actor } from '#lib/auth/actor'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../../define-operation.ts'
import { claimOf } from '../screen-columns.ts'
import { getOpenScreenOrThrow, notOpen } from '../open-screen.ts'
import { tellingWatchers } from '../tell-watchers.ts'
import { findAssignee, mayDo, type Assignee } from './assignee.ts'
import { giveOrPassOn } from './give-or-pass-on.ts'
import { isOthers, lockScreens, tasksOf, type LockedScreen } from './lock-screens.ts'
import { isTakingBack, requireUnchanged, untell } from './unchanged.ts'

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

export type GivenScreen = { claim: Claim | null; away: PassedOn | null }

/** Who has a screen that has just been given; nobody, when nobody stands in for an absent person. */
export async function givenScreen(
  tx: Tx,
  actor: Actor,
  screen: LockedScreen,
  away: PassedOn | null,
): Promise<GivenScreen> {
  const [task] = await tx
    .select({
      claimedBy: tasks.claimedBy,
      claimedByName: tasks.claimedByName,
      claimedAt: tasks.claimedAt,
    })
    .from(tasks)
    .where(tasksOf([screen]))
  return { claim: task ? claimOf(task, actor) : null, away }
}

const give = defineOperation<
  {
    taskId: string
    userId: string
    note?: string | undefined
    claimedAt?: string | null | undefined
  },
  GivenScreen
>({
  name: 'assignScreen',
  permission: 'screens:work',
  async run({ actor, input: { taskId, userId, note, claimedAt }, tx, info }) {
    const screen = await lockScreenOrThrow(tx, actor, taskId)
    await requireUnchanged(tx, actor, screen, claimedAt)
    if (isOthers(actor, screen) && !isTakingBack(actor, screen, claimedAt))
      throw ofSomebodyElse(screen)
    const assignee = await findAssignee(tx, actor, userId)
    if (!assignee) throw noAssignee()
    requireMayDo(actor, assignee, screen)
    if (claimedAt !== undefined) await untell(tx, screen)
    const away = await giveOrPassOn(tx, actor, info, [screen], { to: assignee, note })
    return await givenScreen(tx, actor, screen, away)
  },
})

/**
 * Gives a screen to a person who may do it, with a word for them. While they are away their delegate
 * gets it.
 */
export const assignScreen = tellingWatchers(give, ({ taskId }) => taskId)
