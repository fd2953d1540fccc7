import { useEffect, useEffectEvent, useRef } from 'react'
import {
  lockSessionContract,
  reportActivityContract,
  type OwnSession,
} from '#lib/contracts/organization/own-session'
import { call } from '#lib/http/client'
import { cover, uncover } from './cover-store.ts'
import { IdleWatch } from './idle-watch.ts'
import { leaveFor } from './leave.ts'
import { leftBecause, readOwnSession } from './own-session.ts'
import { tellTabs } from './session-channel.ts'
import { useActivity } from './use-activity.ts'

type Page = {
  personId: string
  /** Minutes without activity after which the session locks. */
  idleMinutes: number
}

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
  return { show, ask, heard: () => watch.current?.heard() }
}
