import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#components/shared/messages/toast'
import {
  lockSessionContract,
  reportActivityContract,
  type OwnSession,
} from '#lib/contracts/organization/own-session'
import { call } from '#lib/http/client'
import { cover, covered, uncover } from './cover-store.ts'
import { IdleWatch } from './idle-watch.ts'
import { leaveFor } from './leave.ts'
import { leftBecause, readOwnSession } from './own-session.ts'
import { tellTabs } from './session-channel.ts'
import { useActivity } from './use-activity.ts'
import { useVisibleInterval } from './use-visible-interval.ts'

type Page = {
  personId: string
  /** Minutes without activity after which the session locks. */
  idleMinutes: number
}

/** A page that asks for nothing else notices after so long that its session was ended. */
const lookEveryMs = 10_000

const warning = 'session-idle'

const warnOfLock = (): void =>
  toast.warning('This page locks in a minute. Press a key or move the mouse to go on.', {
    id: warning,
    duration: Number.POSITIVE_INFINITY,
  })

/** Without an answer a covered page stays covered; the form on it says why. */
const unlessLeft = async (work: () => Promise<void>): Promise<void> =>
  await work().catch((error: unknown) => void leftBecause(error))

/** Covers, uncovers or leaves the page by what the person does and what the server says. */
export function useIdleLock({ personId, idleMinutes }: Page) {
  const watch = useRef<IdleWatch | undefined>(undefined)

  const show = (session: OwnSession): void => {
    if (session.personId !== personId) return leaveFor('/')
    if (session.locked) return cover()
    watch.current?.wake(session.idleForSeconds, session.idleMinutes)
    uncover()
  }
  const ask = async (): Promise<void> => await unlessLeft(async () => show(await readOwnSession()))

  const onIdle = useEffectEvent(async () => {
    toast.dismiss(warning)
    cover()
    await unlessLeft(async () => {
      const session = await call(lockSessionContract, { body: { idle: true } })
      if (session.locked) tellTabs({ kind: 'locked' })
      show(session)
    })
  })
  useEffect(() => {
    const started = new IdleWatch(idleMinutes, {
      now: () => Date.now(),
      // A refusal covers the page; a lost connection is no reason to bother the person.
      report: () => void call(reportActivityContract).catch(() => undefined),
      tell: () => tellTabs({ kind: 'active' }),
      onSoon: warnOfLock,
      onBack: () => toast.dismiss(warning),
      onIdle: () => void onIdle(),
    })
    watch.current = started
    return () => started.stop()
  }, [idleMinutes])

  const onRestored = (): void => {
    cover()
    void ask()
  }
  useActivity(watch, { onRestored })

  /** Does not count as activity, and leaves a page alone whose person may go on. */
  const look = async (): Promise<void> => {
    if (covered()) return
    await unlessLeft(async () => {
      const session = await readOwnSession()
      if (session.personId !== personId) leaveFor('/')
      else if (session.locked) cover()
    })
  }
  useVisibleInterval(() => void look(), lookEveryMs)
  return { show, ask, heard: () => watch.current?.heard() }
}
