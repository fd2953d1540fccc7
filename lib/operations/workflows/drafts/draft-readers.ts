import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { draftReaders } from '#db/schema/drafts'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { presentActor } from '#lib/auth/still-allowed'
import type { DraftReader } from '#lib/contracts/workflows/drafts'
import { ApiError } from '#lib/domain/api-error'
import {
  asOperation,
  defineOperation,
  type CallInfo,
  type Operation,
} from '#lib/operations/define-operation'
import { frameOf, liveView, type Frames } from '#lib/operations/live-view'
import { tellWatchers } from '#lib/operations/screens/tell-watchers'
import type { StepThread } from '#lib/contracts/workflows/step-comments'
import { threadsOf } from '../../step-comments/threads.ts'
import { getWorkflowFor } from '../find-workflow.ts'
import { readWorkflow } from '../read-workflow.ts'

const { permission } = readWorkflow

/** A tab that was not heard of for so long was closed, or has lost its connection. */
const goneAfter = sql`now() - interval '30 seconds'`
/** The most tabs that are listed for one draft. */
const mostReaders = 50

/** An operation that tells the open editors of the workflow that it changed, after its commit. */
export function tellingReaders<Input, Output>(
  operation: Operation<Input, Output>,
  workflowOf: (output: Output) => string,
): Operation<Input, Output> {
  const { keyScope: name, permission: needed } = operation
  const run = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    const output = await operation(actor, input, info)
    await tellWatchers(actor.organizationId, [workflowOf(output)])
    return output
  }
  return asOperation({ name, permission: needed }, run)
}

type Announced = { id: string; tab: string; stepIds: string[]; leaves: boolean }

const announce = defineOperation<Announced, { workflowId: string }>({
  name: 'announceDraftReader',
  permission,
  async run({ actor, input, tx }) {
    const { id: workflowId } = await getWorkflowFor(tx, actor, input.id)
    const own = and(eq(draftReaders.workflowId, workflowId), eq(draftReaders.actorId, actor.id))
    await tx
      .delete(draftReaders)
      .where(and(eq(draftReaders.workflowId, workflowId), lt(draftReaders.seenAt, goneAfter)))
    if (input.leaves) {
      await tx.delete(draftReaders).where(and(own, eq(draftReaders.tab, input.tab)))
      return { workflowId }
    }
    const now = { name: actor.name, stepIds: input.stepIds, seenAt: sql`now()` }
    await tx
      .insert(draftReaders)
      .values({
        workflowId,
        organizationId: actor.organizationId,
        tab: input.tab,
        actorId: actor.id,
        ...now,
      })
      .onConflictDoUpdate({
        target: [draftReaders.workflowId, draftReaders.tab],
        set: now,
        // Nobody speaks for the tab of another person.
        setWhere: eq(draftReaders.actorId, actor.id),
      })
    return { workflowId }
  },
})

/** Says that somebody has a draft open, and which steps they selected. Throws 404. */
export const announceDraftReader = tellingReaders(announce, (output) => output.workflowId)

async function readersOf(tx: Tx, actor: Actor, workflowId: string): Promise<DraftReader[]> {
  const found = await tx
    .select()
    .from(draftReaders)
    .where(and(eq(draftReaders.workflowId, workflowId), sql`${draftReaders.seenAt} > ${goneAfter}`))
    .orderBy(asc(draftReaders.name), asc(draftReaders.tab))
    .limit(mostReaders)
  return found.map(({ tab, name, actorId, stepIds }) => ({
    tab,
    name,
    mine: actorId === actor.id,
    stepIds,
  }))
}

type Now = {
  workflowId: string
  revision: number
  readers: DraftReader[]
  threads: StepThread[]
}

/** How a draft is now. Checks again that its reader may see it. */
async function readNow(actor: Actor, id: string): Promise<Now> {
  const present = await presentActor(actor)
  if (!present || !can(present, permission))
    throw new ApiError('unauthorized', 'Your session has ended. Sign in again.')
  return await inOrganization(actor.organizationId, async (tx) => {
    const { id: workflowId } = await getWorkflowFor(tx, present, id)
    const [row] = await tx
      .select({ revision: workflows.draftRevision })
      .from(workflows)
      .where(eq(workflows.id, workflowId))
    if (!row) throw ApiError.notFound('workflow', id)
    const readers = await readersOf(tx, present, workflowId)
    return { workflowId, ...row, readers, threads: await threadsOf(tx, workflowId) }
  })
}

/** Turns each state of a draft into frames of what was not sent before. */
function framesOfChanges(): (now: Now) => Frames {
  let lastRevision: number | undefined
  let lastReaders = ''
  let lastThreads = ''
  return ({ revision, readers, threads }) => {
    const frames: string[] = []
    if (revision !== lastRevision) frames.push(frameOf('draft', { revision }, revision))
    lastRevision = revision
    const frame = frameOf('readers', readers)
    if (frame !== lastReaders) frames.push(frame)
    lastReaders = frame
    const ofThreads = frameOf('threads', threads)
    if (ofThreads !== lastThreads) frames.push(ofThreads)
    lastThreads = ofThreads
    return { frames, isOver: false }
  }
}

async function stream(
  actor: Actor,
  { id }: { id: string },
  info: CallInfo = {},
): Promise<ReadableStream<Uint8Array>> {
  requirePermission(actor, permission)
  const framesOf = framesOfChanges()
  const now = await readNow(actor, id)
  return liveView({
    ids: [now.workflowId],
    first: framesOf(now),
    signal: info.signal,
    read: async () => framesOf(await readNow(actor, now.workflowId)),
  })
}

/**
 * Streams the revisions of a draft, who has it open and where people wrote, as server-sent events. Every frame checks
 * again that the reader may see the workflow. Throws 403 or 404 before the stream begins.
 */
export const draftEventStream = asOperation({ name: 'draftEventStream', permission }, stream)
