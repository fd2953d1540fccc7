import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import type { PassedOn } from '#lib/contracts/runs/screens'
import type { Away } from '../../absences/find-away.ts'
import { findStandIn, mayStandIn } from '../../absences/find-stand-in.ts'
import type { CallInfo } from '../../define-operation.ts'
import type { Assignee } from './assignee.ts'
import { detailsOf, giveScreens, writeEntries, type Given } from './give-screens.ts'
import { tasksOf, type LockedScreen } from './lock-screens.ts'

/** Leaves locked screens to their groups, because nobody stands in for an absent person. */
async function leaveToGroups(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  screens: readonly LockedScreen[],
  { away, act }: { away: Away; act: string | undefined },
): Promise<void> {
  if (screens.length === 0) return
  const nobody = { claimedBy: null, claimedByName: null, claimedAt: null }
  await tx.update(tasks).set(nobody).where(tasksOf(screens))
  await writeEntries(tx, actor, info, screens, ({ holder }) => ({
    action: 'screen.released',
    details: {
      ...detailsOf(away),
      ...(holder ? { from: holder.id } : {}),
      ...(act ? { act } : {}),
    },
  }))
}

/**
 * Gives locked screens to a person. While that person is away, those that their delegate may do go
 * to the delegate, and the others belong to nobody; answers that. Who gives a screen to themselves
 * has it, also while they are away.
 */
export async function giveOrPassOn(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  screens: readonly LockedScreen[],
  given: Given & { to: Assignee },
): Promise<PassedOn | null> {
  const { to } = given
  const standIn =
    to.userId === actor.id ? undefined : await findStandIn(tx, actor.organizationId, to.userId)
  if (!standIn) {
    await giveScreens(tx, actor, info, screens, given)
    return null
  }
  const { away, delegate } = standIn
  const fits = ({ target }: LockedScreen): boolean =>
    delegate !== null && mayStandIn(actor.book, { absent: to, delegate }, target)
  const passed = screens.filter(fits)
  const left = screens.filter((screen) => !fits(screen))
  if (delegate)
    await giveScreens(
      tx,
      actor,
      info,
      // What the delegate has already stays as it is.
      passed.filter(({ holder }) => holder?.id !== delegate.userId),
      { ...given, to: delegate, insteadOf: away },
    )
  await leaveToGroups(tx, actor, info, left, { away, act: given.act })
  return {
    userId: away.userId,
    name: away.name,
    until: away.until,
    delegate: delegate && { userId: delegate.userId, name: delegate.name },
    passed: passed.length,
    released: left.length,
  }
}
