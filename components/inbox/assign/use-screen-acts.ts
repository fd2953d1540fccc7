'use client'

import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { formatDate } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import {
  assignScreenContract,
  changeScreensContract,
  returnScreenContract,
} from '#lib/contracts/runs/screen-work'
import {
  claimScreenContract,
  countScreensContract,
  getScreenContract,
  listScreensContract,
  releaseScreenContract,
  type Claim,
  type PassedOn,
} from '#lib/contracts/runs/screens'
import type { SkipReason } from '#lib/domain/run/bulk-change'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { call } from '#lib/http/client'

/** Screens to be changed: these, or all that match. */
export type Chosen = { taskIds: string[] } | { filters: InboxFilters }
export type Given = { userId: string; name: string; note: string }
type Change =
  | { act: 'assign'; userId: string; note?: string }
  | { act: 'release' }
  | { act: 'prioritize'; priority: number }

const because: Record<SkipReason, string> = {
  closed: 'closed meanwhile, or not there',
  'of-somebody-else': 'with somebody else, which only owners and builders change',
  'assignee-may-not': 'not allowed to this person',
  unchanged: 'so already',
  failed: 'not changed because of an error; try again',
}

type Result = {
  changed: number
  skipped: { reason: SkipReason; count: number }[]
  remaining: number
  away: PassedOn | null
}

/** Who has a screen that was given to a person, who may be away. */
function sayGiven(name: string, { claim, away }: { claim: Claim | null; away: PassedOn | null }) {
  if (!away) toast.success(`${claim?.name ?? name} has it now.`)
  else if (claim)
    toast.success(`${claim.name} has it now, for ${away.name}.`, { description: sayAway(away) })
  else toast.warning('Nobody has it now.', { description: sayPassed({ ...away, passed: 0 }) })
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
function sayResult(done: string, { changed, skipped, remaining, away }: Result): void {
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
  const options = sentences.length > 0 ? { description: sentences.join(' ') } : {}
  if (changed > 0 && !skipped.some(({ reason }) => reason === 'failed'))
    toast.success(title, options)
  else toast.warning(title, options)
}

/** Acts on screens from the list and from their pages; each says what became of it. */
export function useScreenActs() {
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
  const undo = (work: () => Promise<unknown>) => ({
    action: { label: 'Undo', onClick: () => void act(async () => void (await work())) },
  })
  const release = (taskId: string) => call(releaseScreenContract, { params: { taskId } })
  const claim = (taskId: string, takeOver: boolean) =>
    call(claimScreenContract, { params: { taskId }, body: { takeOver } })
  return {
    claim: (taskId: string, takeOver = false) =>
      act(async () => {
        await claim(taskId, takeOver)
        // Who had it before does not get it back by that, so it cannot be undone.
        toast.success('You have it now.', takeOver ? {} : undo(() => release(taskId)))
      }),
    release: (taskId: string, wasMine: boolean) =>
      act(async () => {
        await release(taskId)
        toast.success('Given back.', wasMine ? undo(() => claim(taskId, false)) : {})
      }),
    give: (taskId: string, { userId, name, note }: Given) =>
      act(async () => {
        const body = { userId, ...(note && { note }) }
        sayGiven(name, await call(assignScreenContract, { params: { taskId }, body }))
      }),
    giveBack: (taskId: string, note: string) =>
      act(async () => {
        const body = note ? { note } : {}
        const given = await call(returnScreenContract, { params: { taskId }, body })
        if (given.away) sayGiven(given.away.name, given)
        else toast.success(`Returned to ${given.claim?.name ?? 'the sender'}.`)
      }),
    changeMany: (chosen: Chosen, change: Change, done: string) =>
      act(async () =>
        sayResult(done, await call(changeScreensContract, { body: { ...chosen, change } })),
      ),
  }
}
export type ScreenActs = ReturnType<typeof useScreenActs>
