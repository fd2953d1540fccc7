'use client'

import { useEffect, useEffectEvent } from 'react'
import { toast } from '#components/shared/messages/toast'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { liftObstaclesBy, type ApiFailure } from '#lib/http/client'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { cover, covered, uncovered, useCovered } from './cover-store.ts'
import { leaveFor, leaveToSignIn } from './leave.ts'
import { LockCover } from './lock-cover.tsx'
import { leftBecause, readOwnSession } from './own-session.ts'
import { loadWaysToProve } from './prove-form.tsx'
import { hearTabs, tellTabs, type SessionNews } from './session-channel.ts'
import { useConfirmation } from './use-confirmation.ts'
import { useEnd } from './use-end.ts'
import { useIdleLock } from './use-idle-lock.ts'

type Props = {
  personId: string
  name: string
  /** Minutes without activity after which the session locks. */
  idleMinutes: number
  /** When it is over, active or not, as an ISO instant. */
  endsAt: string
}

const warnOfEnd = (clock: string): void =>
  toast.warning(`You are signed out at ${clock}. Save what you are doing.`, {
    id: 'session-end',
    duration: Number.POSITIVE_INFINITY,
  })

/** The page is at rest by then. */
const loadAfterMs = 10_000

/**
 * Locks the page when its person does nothing for a while, and lifts what stands in the way of
 * calls: it waits for the person to unlock the session, or asks them to confirm themselves.
 */
export function SessionGuard({ personId, name, idleMinutes, endsAt }: Props) {
  const isCovered = useCovered()
  const confirmation = useConfirmation()
  const { show, ask, heard } = useIdleLock({ personId, idleMinutes })
  useEnd(endsAt, { onSoon: warnOfEnd, onEnd: leaveToSignIn })

  const lift = useEffectEvent(async (obstacle: ApiFailure) => {
    if (obstacle.status !== 423) return await confirmation.ask()
    cover()
    tellTabs({ kind: 'locked' })
    await uncovered()
    return true
  })
  // Somebody without a password here confirms themselves by signing in again in another tab.
  const askConfirmed = async (): Promise<void> => {
    const session = await readOwnSession().catch((error: unknown) => void leftBecause(error))
    if (session?.confirmed) confirmation.answer(true)
  }
  const onNews = useEffectEvent((news: SessionNews) => {
    if (news.kind === 'active') return heard()
    if (news.kind === 'locked') return cover()
    if (news.personId !== personId) return leaveFor('/')
    if (covered()) void ask()
    else if (confirmation.isOpen) void askConfirmed()
  })
  useEffect(() => {
    liftObstaclesBy((obstacle) => lift(obstacle))
    const stop = hearTabs((news) => onNews(news))
    tellTabs({ kind: 'here', personId })
    return stop
  }, [personId])

  useEffect(() => {
    const timer = setTimeout(() => void loadWaysToProve(), loadAfterMs)
    return () => clearTimeout(timer)
  }, [])

  const unlocked = (session: OwnSession): void => {
    show(session)
    tellTabs({ kind: 'unlocked', personId })
  }
  return (
    <>
      <ConfirmDialog
        open={confirmation.isOpen}
        personId={personId}
        onDone={(isConfirmed) => confirmation.answer(isConfirmed)}
      />
      {isCovered ? <LockCover personId={personId} name={name} onUnlocked={unlocked} /> : null}
    </>
  )
}
