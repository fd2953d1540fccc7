'use client'

import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { formatDate } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import {
  assignScreenContract,
  changeScreensContract,
  returnScreenContract,
  undoScreenChangesContract,
} from '#lib/contracts/runs/screen-work'
import {
  claimScreenContract,
  countScreensContract,
  getScreenContract,
  listScreensContract,
  releaseScreenContract,
  type Claim,
  type InboxItem,
  type PassedOn,
} from '#lib/contracts/runs/screens'
import type { SkipReason } from '#lib/domain/run/bulk-change'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { call } from '#lib/http/client'
import { useGivenBack } from '../take-next.ts'

/** A screen and who has it, as the person saw it. */
export type Held = Pick<InboxItem, 'taskId' | 'claim' | 'sender'>
/** Screens to be changed: these, or all that match. */
export type Chosen = { taskIds: string[] } | { filters: InboxFilters }
export type Given = { userId: string; name: string; note: string }
type Change =
  | { act: 'assign'; userId: string; note?: string }
  | { act: 'release' }
  | { act: 'prioritize'; priority: number }
  | { act: 'dates'; dueAt?: string | null; followUpAt?: string | null }

const because: Record<SkipReason, string> = {
  closed: 'closed meanwhile, or not there',
  'of-somebody-else': 'with somebody else, which only owners and builders change',
  'assignee-may-not': 'not allowed to this person',
  unchanged: 'so already',
  'changed-since': 'changed by somebody since, or begun',
  failed: 'not changed because of an error; try again',
}

type Result = {
  changed: number
  skipped: { reason: SkipReason; count: number }[]
  remaining: number
  away: PassedOn | null
}
type ToastOptions = { duration?: number; action?: { label: string; onClick(): void } }

/** Of thousands it takes some seconds, and does not need the dialog. */
export const manyMeanwhile = 'They are changed by the hundred. You can close this: it goes on.'

/** Who has a screen that was given to a person, who may be away. */
function sayGiven(
  name: string,
  { claim, away }: { claim: Claim | null; away: PassedOn | null },
  options: ToastOptions = {},
) {
  if (!away) toast.success(`${claim?.name ?? name} has it now.`, options)
  else if (claim) {
    const description = sayAway(away)
    toast.success(`${claim.name} has it now, for ${away.name}.`, { description, ...options })
  } else toast.warning('Nobody has it now.', { description: sayPassed({ ...away, passed: 0 }) })
}

const sayAway = ({ name, until }: PassedOn): string => `${name} is away until ${formatDate(until)}.`

/** What became of screens that were given to somebody who is away. */
function sayPassed(away: PassedOn): string {
  const { delegate, passed, released } = away
  const why = delegate ? `${delegate.name} may not do them` : 'nobody stands in'
  const got = passed > 0 ? [`${delegate?.name} got ${passed.toLocaleString('en-US')}`] : []
  const left =
    released > 0 ? [`${released.toLocaleString('en-US')} with nobody, because ${why}`] : []
  return `${sayAway(away)} ${[...got, ...left].join('; ')}.`
}

/** What was done to many screens, and what not, in a sentence each. */
function sayResult(
  done: string,
  { changed, skipped, remaining, away }: Result,
  undo: ToastOptions = {},
): void {
  const left = skipped.map(
    ({ reason, count }) => `${count.toLocaleString('en-US')} ${because[reason]}`,
  )
  const rest = remaining > 0 ? [`${remaining.toLocaleString('en-US')} more match: do it again`] : []
  const title = `${done}: ${changed.toLocaleString('en-US')}`
  const unchanged = [...left, ...rest].join('; ')
  const sentences = [
    ...(away ? [sayPassed(away)] : []),
    ...(unchanged ? [`Left as they were: ${unchanged}.`] : []),
  ]
  const options = { ...undo, ...(sentences.length > 0 && { description: sentences.join(' ') }) }
  if (changed > 0 && !skipped.some(({ reason }) => reason === 'failed'))
    toast.success(title, options)
  else toast.warning(title, options)
}

/**
 * What undoes a change of who has a screen, unless somebody changed that since; undefined where it
 * cannot be undone.
 */
function opposite(
  { taskId, claim, sender }: Held,
  now: Claim | null,
): (() => Promise<unknown>) | undefined {
  const params = { taskId }
  // The word of a sender would be lost.
  if (sender) return undefined
  if (claim) {
    const body = { userId: claim.userId, claimedAt: now?.at ?? null }
    return () => call(assignScreenContract, { params, body })
  }
  return now
    ? () => call(releaseScreenContract, { params, body: { claimedAt: now.at } })
    : undefined
}

/** Long enough to be read and reached by keyboard; that many were the wrong ones is seen later. */
const undoMs = 10_000
const undoManyMs = 60_000

/** Undoes a change of many screens, and says how many are as before. */
async function undoMany(undo: string): Promise<void> {
  const undone = await call(undoScreenChangesContract, { body: { undo } })
  sayResult('Undone', { ...undone, remaining: 0, away: null })
}

/** Does an act and says when it failed, and offers to undo one. */
function useActing(givenBack: ReturnType<typeof useGivenBack>) {
  const client = useQueryClient()
  const reload = () =>
    void refresh(client, listScreensContract, countScreensContract, getScreenContract)
  async function act(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      toast.error((error as Error).message)
      return false
    } finally {
      reload()
    }
  }
  const undo = (work: () => Promise<unknown>, duration = undoMs) => ({
    duration,
    action: { label: 'Undo', onClick: () => void act(async () => void (await work())) },
  })
  const backTo = (before: Held, now: Claim | null) => {
    const work = opposite(before, now)
    if (!work) return {}
    return undo(async () => {
      await work()
      givenBack.remove(before.taskId)
    })
  }
  return { act, undo, backTo }
}

/** Acts on screens from the list and from their pages; each says what became of it. */
export function useScreenActs() {
  const givenBack = useGivenBack()
  const { act, undo, backTo } = useActing(givenBack)
  return {
    claim: (screen: Held) =>
      act(async () => {
        const { taskId, claim } = screen
        const body = { takeOver: claim !== null && !claim.mine }
        const made = await call(claimScreenContract, { params: { taskId }, body })
        givenBack.remove(taskId)
        toast.success('You have it now.', backTo(screen, made.claim))
      }),
    release: (screen: Held) =>
      act(async () => {
        await call(releaseScreenContract, { params: { taskId: screen.taskId }, body: {} })
        givenBack.add(screen.taskId)
        toast.success('Given back.', backTo(screen, null))
      }),
    give: (screen: Held, { userId, name, note }: Given) =>
      act(async () => {
        const body = { userId, ...(note && { note }) }
        const params = { taskId: screen.taskId }
        const given = await call(assignScreenContract, { params, body })
        sayGiven(name, given, backTo(screen, given.claim))
      }),
    giveBack: (taskId: string, note: string) =>
      act(async () => {
        const body = note ? { note } : {}
        const given = await call(returnScreenContract, { params: { taskId }, body })
        givenBack.add(taskId)
        if (given.away) sayGiven(given.away.name, given)
        else toast.success(`Returned to ${given.claim?.name ?? 'the sender'}.`)
      }),
    changeMany: (chosen: Chosen, change: Change, done: string) =>
      act(async () => {
        const result = await call(changeScreensContract, { body: { ...chosen, change } })
        const { undo: id } = result
        sayResult(done, result, id ? undo(() => undoMany(id), undoManyMs) : {})
      }),
  }
}
export type ScreenActs = ReturnType<typeof useScreenActs>
