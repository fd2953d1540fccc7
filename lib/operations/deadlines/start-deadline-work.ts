import { eq } from 'drizzle-orm'
import { enginePool, inOrganization, type Tx } from '#db/client'
import { workItems } from '#db/schema/work-items'
import { goesOnHereText } from '#db/goes-on-here'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import { ApiError } from '#lib/domain/api-error'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { notify } from '../notifications/notify.ts'
import { tellWatchers } from '../screens/tell-watchers.ts'
import { repeatAfterDeadlock } from '../repeat-after-deadlock.ts'
import { prepareAction, type Doing } from './do-action.ts'
import { lockDueItem, setActions, settleFirst, type Happened, type WorkItem } from './due-item.ts'
import { ownersOf } from './people-to-tell.ts'

/** Screens that one check acts on, and of one organization at most. */
const atOnce = 50
const perOrganization = 10
/** A failure that may pass is tried again after so long, so often. */
const againMs = 60_000
const maxTries = 30

type Found = Pick<WorkItem, 'taskId' | 'organizationId'>

/** Some of each organization, so that one with many holds up no other. Nothing is locked yet. */
const dueSql = `
  select task_id as "taskId", organization_id as "organizationId"
  from (
    select *, row_number() over (partition by organization_id order by next_action_at) as place
    from (
      select * from work_items where closed_at is null and next_action_at <= now()
        and ${goesOnHereText()}
      order by next_action_at limit 1000) as first) as due
  where place <= $2 order by next_action_at limit $1`

/** Refusals that may pass. */
const passing = new Set(['workflow_paused', 'workflow_busy', 'rate_limited', 'unavailable'])

const isPermanent = (error: unknown): error is ApiError =>
  error instanceof ApiError && !passing.has(error.code)

const same = (one: PlannedAction | undefined, other: PlannedAction): boolean =>
  one !== undefined && one.at === other.at && one.do === other.do && one.when === other.when

/** Works on a due screen, if its first action is still this one and nobody else changes it now. */
async function onScreen(
  screen: WorkItem,
  action: PlannedAction,
  work: (tx: Tx, item: WorkItem) => Promise<void>,
): Promise<boolean> {
  return await repeatAfterDeadlock(
    async () =>
      await inOrganization(screen.organizationId, async (tx) => {
        const item = await lockDueItem(tx, screen)
        if (!item || !same(item.actions[0], action)) return false
        await work(tx, item)
        return true
      }),
  )
}

const toWhom = (action: PlannedAction): string =>
  action.do === 'remind' ? JSON.stringify([action.to, action.people]) : ''

/** Why an action is not needed: people get one reminder after a pause of all workers, not five. */
function notNeeded(item: WorkItem, action: PlannedAction): Happened | undefined {
  const now = Date.now()
  const isForNobodys = action.when === 'unassigned' || action.when === 'opening'
  if (isForNobodys && item.assigneeId !== null)
    return { outcome: 'dropped', reason: `${item.assigneeName ?? 'Somebody'} has it.` }
  const isOvertaken =
    action.do === 'remind' &&
    item.actions
      .slice(1)
      .some(
        (later) =>
          later.do === 'remind' && Date.parse(later.at) <= now && toWhom(later) === toWhom(action),
      )
  return isOvertaken ? { outcome: 'dropped', reason: 'A later reminder was due.' } : undefined
}

async function doAction(tx: Tx, item: WorkItem, action: PlannedAction, act: Doing) {
  await settleFirst(tx, item, notNeeded(item, action) ?? (await act(tx, item)))
}

/** Writes that an action failed for good, and tells the owners; the next one has its turn. */
async function recordFailure(tx: Tx, item: WorkItem, reason: string): Promise<void> {
  const { organizationId, taskId, runId } = item
  await settleFirst(tx, item, { outcome: 'failed', reason })
  const userIds = await ownersOf(tx)
  await notify(tx, { organizationId, userIds, kind: 'escalated', taskId, runId })
}

/** A failure that may pass puts the action off, so that it holds up nobody else. */
async function putOff(tx: Tx, item: WorkItem, action: PlannedAction): Promise<void> {
  const { tries = 0 } = action
  if (tries >= maxTries) return await recordFailure(tx, item, 'It failed again and again.')
  const [, ...rest] = item.actions
  const at = new Date(Date.now() + againMs).toISOString()
  // It stays the first one: what comes after it was planned to come after it.
  await setActions(tx, item, [{ ...action, at, tries: tries + 1 }, ...rest])
}

/** Does the first due action of a screen. False: somebody else changes the screen now. */
async function doFirst({ organizationId, taskId }: Found): Promise<boolean> {
  const [screen] = await inOrganization(organizationId, (tx) =>
    tx.select().from(workItems).where(eq(workItems.taskId, taskId)),
  )
  const [action] = screen?.actions ?? []
  if (!screen || !action) return false
  try {
    const act = await prepareAction(screen, action)
    return await onScreen(screen, action, (tx, item) => doAction(tx, item, action, act))
  } catch (error) {
    if (isPermanent(error))
      return await onScreen(screen, action, (tx, item) => recordFailure(tx, item, error.message))
    log.warn({ error, taskId, do: action.do }, 'a due action failed; it is tried again')
    return await onScreen(screen, action, (tx, item) => putOff(tx, item, action))
  }
}

/** The same, and tells who has the screen open, after the commit. */
async function actOn(found: Found): Promise<boolean> {
  const isDone = await doFirst(found)
  if (isDone) await tellWatchers(found.organizationId, [found.taskId])
  return isDone
}

/** Does what is due on open screens, once. Answers on how many it acted. */
export async function actOnDueScreens(atMost = atOnce): Promise<number> {
  const { rows } = await enginePool().query<Found>(dueSql, [atMost, perOrganization])
  let done = 0
  for (const found of rows) {
    try {
      if (await actOn(found)) done += 1
    } catch (error) {
      // One that cannot even be put off must not hold up the others.
      log.warn({ error, taskId: found.taskId }, 'a due screen could not be worked on')
    }
  }
  return done
}

/**
 * Reminds people of screens and escalates them when that is due, in a worker process, until it is
 * stopped. Several workers share them: each action happens in one transaction with its removal.
 */
export function startDeadlineWork(): { stop(): Promise<void> } {
  return startDueLoop('deadlines', async () => ({ more: (await actOnDueScreens()) > 0 }))
}
