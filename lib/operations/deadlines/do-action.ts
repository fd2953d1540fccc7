import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { dayWords } from '#lib/domain/absence/day-words'
import { decideScreen } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import type { NotificationKind } from '#lib/domain/notification/choices'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import { startRun } from '#lib/engine/commands/start-run'
import { priorities } from '#lib/engine/store/lock-run'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { actorOfMember } from '../access/actor-of-member.ts'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { findStandIn, type StandIn } from '../absences/find-stand-in.ts'
import { notify } from '../notifications/notify.ts'
import { readStartData, startDataCheckOf } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { setHolder } from '../screens/assign/give-screens.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { workflowsNamedIn } from '../workflows/used-by.ts'
import type { Happened, WorkItem } from './due-item.ts'
import { nameOfPerson, ownersOf, peopleNamed } from './people-to-tell.ts'

type Action<Do extends PlannedAction['do']> = Extract<PlannedAction, { do: Do }>
type Screen = Pick<WorkItem, 'taskId' | 'runId' | 'organizationId' | 'stepId'>

/** A reason that does not pass, in a sentence for people. */
const cannot = (message: string): ApiError => new ApiError('conflict', message)

const ofTask = ({ taskId, runId }: Screen) => and(eq(tasks.id, taskId), eq(tasks.runId, runId))

/** Does an action in the transaction that has locked its screen. */
export type Doing = (tx: Tx, item: WorkItem) => Promise<Happened>

/** Whom a reminder goes to: who has the screen, else whoever may do it, else the owners. */
async function toRemind(tx: Tx, item: WorkItem, { to, people }: Action<'remind'>) {
  if (to === 'people') return await peopleNamed(tx, (people ?? []).map(nameOfPerson))
  if (to !== 'group' && item.assigneeId !== null) return [item.assigneeId]
  const named = await peopleNamed(tx, item.candidates ?? [])
  return named.length > 0 ? named : await ownersOf(tx)
}

const remind =
  (action: Action<'remind'>): Doing =>
  async (tx, item) => {
    const { organizationId, taskId, runId } = item
    const userIds = await toRemind(tx, item, action)
    if (userIds.length === 0) throw cannot('Nobody of those who were to be reminded is a member.')
    const kind = action.when === 'after-due' ? 'overdue' : 'reminder'
    await notify(tx, { organizationId, userIds, kind, taskId, runId })
    return { outcome: 'done', told: userIds.length }
  }

/** The member who gets a screen, if the access rules let them do it. */
async function newAssignee({ organizationId, runId, stepId }: Screen, person: string) {
  const [found, place] = await inOrganization(organizationId, async (tx) => {
    const [id] = await peopleNamed(tx, [nameOfPerson(person)])
    const [workflow] = await tx
      .select({ id: workflows.id, folderId: workflows.folderId })
      .from(runs)
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .where(eq(runs.id, runId))
    return [id, workflow] as const
  })
  const actor = found === undefined ? undefined : await actorOfMember(organizationId, found)
  if (!actor || !place) throw cannot('The person who was to get it is no member any more.')
  const target = { ...targetOf(place), stepId }
  const { ok } = decideScreen(scopeOf(actor), target)
  if (!ok) throw cannot(`The access rules do not let ${actor.name} do this screen.`)
  return { id: actor.id, name: actor.name, book: actor.book, target }
}

type NewAssignee = Awaited<ReturnType<typeof newAssignee>>

/** Gives a screen to who stands in for the absent person who was to get it, else back to its group. */
async function passOn(
  tx: Tx,
  item: WorkItem,
  { away, delegate }: StandIn,
  { book, target }: NewAssignee,
  kind: NotificationKind,
): Promise<Happened> {
  const { organizationId, taskId, runId, assigneeId } = item
  if (!delegate || !decideScreen({ person: delegate.person, book }, target).ok) {
    const reason = `${away.name} is away until ${dayWords(away.until)}, and nobody who may do it stands in.`
    if (assigneeId === null) throw cannot(reason)
    return { ...(await giveBack(tx, item)), reason }
  }
  if (assigneeId === delegate.userId)
    return { outcome: 'dropped', reason: `${delegate.name} has it already, for ${away.name}.` }
  await setHolder(tx, [item], { to: delegate, insteadOf: away })
  const userIds = [delegate.userId, ...(assigneeId === null ? [] : [assigneeId])]
  await notify(tx, { organizationId, userIds, kind, taskId, runId })
  return { outcome: 'done', person: delegate.name, for: away.name }
}

/** Gives the screen to a person, who may then do it also if its step did not choose them. */
async function assign(screen: Screen, { person, when }: Action<'assign'>): Promise<Doing> {
  const found = await newAssignee(screen, person)
  const { id, name } = found
  return async (tx, item) => {
    const { organizationId, taskId, runId, candidates, assigneeId } = item
    if (assigneeId === id) return { outcome: 'dropped', reason: `${name} has it already.` }
    const kind = when === 'opening' ? 'assigned' : 'escalated'
    const standIn = await findStandIn(tx, organizationId, id)
    if (standIn) return await passOn(tx, item, standIn, found, kind)
    // At its opening it goes to the person whom its step chose.
    const chosen =
      candidates && when !== 'opening' ? [...new Set([...candidates, `person:${id}`])] : undefined
    const [task] = await tx.select({ state: tasks.state }).from(tasks).where(ofTask(item))
    const state = task?.state
    const now = new Date()
    await tx
      .update(tasks)
      .set({
        claimedBy: id,
        claimedByName: name,
        claimedAt: now,
        ...(chosen && state?.reason === 'screen'
          ? { state: { ...state, candidates: chosen } }
          : {}),
      })
      .where(ofTask(item))
    const userIds = [id, ...(assigneeId === null ? [] : [assigneeId])]
    await notify(tx, { organizationId, userIds, kind, taskId, runId })
    return { outcome: 'done', person: name }
  }
}

/** Takes the screen from who has it, so that anybody of the group can take it. */
const giveBack: Doing = async (tx, item) => {
  const { organizationId, taskId, runId, assigneeId } = item
  if (assigneeId === null) return { outcome: 'dropped', reason: 'Nobody had it.' }
  const nobody = { claimedBy: null, claimedByName: null, claimedAt: null }
  await tx.update(tasks).set(nobody).where(ofTask(item))
  const userIds = [...(await peopleNamed(tx, item.candidates ?? [])), assigneeId]
  await notify(tx, { organizationId, userIds, kind: 'escalated', taskId, runId })
  return { outcome: 'done', told: new Set(userIds).size }
}

const raise =
  ({ priority }: Action<'priority'>): Doing =>
  async (tx, item) => {
    if (item.priority >= priority)
      return { outcome: 'dropped', reason: `Its priority was ${item.priority} already.` }
    await tx.update(tasks).set({ priority }).where(ofTask(item))
    return { outcome: 'done', priority }
  }

async function versionToStart(tx: Tx, runId: string, slug: string) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId))
  if (!run) throw ApiError.notFound('run', runId)
  // Who published the step was allowed to start what it names; nobody checked a computed name.
  if (!workflowsNamedIn(await definitionOfRun(tx, run)).has(slug))
    throw cannot('The workflow to start is not named by the step itself.')
  const workflow = await getWorkflowOrThrow(tx, slug)
  return { run, workflow, version: await publishedVersionOrThrow(tx, workflow) }
}

/** Starts a run of another workflow, in the transaction of the action: so it starts once. */
async function start(screen: Screen, action: Action<'start'>): Promise<Doing> {
  const { organizationId, runId } = screen
  const { workflow: slug, startData = {} } = action
  const schemaOf = async () =>
    await inOrganization(
      organizationId,
      async (tx) => (await versionToStart(tx, runId, slug)).version.definition.startData,
    )
  await startDataCheckOf(startData, { organizationId }, schemaOf)
  return async (tx, item) => {
    const { run, workflow, version } = await versionToStart(tx, runId, slug)
    const schema = version.definition.startData
    const started = await startRun(tx, {
      organizationId: item.organizationId,
      workflowId: workflow.id,
      versionId: version.id,
      definition: version.definition,
      startData: await readStartData(tx, schema, startData, 'startData', { organizationId }),
      trigger: 'parent',
      priority: priorities.normal,
      startedBy: `An escalation of run ${run.id}`,
      startedByUserId: null,
      sandbox: run.sandbox,
    })
    return { outcome: 'done', runId: started.runId }
  }
}

/**
 * Prepares an action, outside of a transaction where it has to look up much. Throws an ApiError when
 * it cannot be done.
 */
export async function prepareAction(screen: Screen, action: PlannedAction): Promise<Doing> {
  switch (action.do) {
    case 'remind':
      return remind(action)
    case 'assign':
      return await assign(screen, action)
    case 'return':
      return giveBack
    case 'priority':
      return raise(action)
    case 'start':
      return await start(screen, action)
  }
}
