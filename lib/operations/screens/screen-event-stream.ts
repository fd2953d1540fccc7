import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { can, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { presentActor } from '#lib/auth/still-allowed'
import type { ScreenEvent } from '#lib/contracts/runs/screens'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalTask } from '#lib/domain/statuses'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { requireScreen } from '../access/require-screen.ts'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { frameOf, liveView, type Frames } from '../live-view.ts'
import { getScreen } from './get-screen.ts'
import { changingColumns, changingOf, isScreen } from './screen-state.ts'

const { permission } = getScreen

type Now = { runIds: string[]; event: ScreenEvent }

/**
 * How a screen is now. Checks again that its reader may see it. Writes no audit entry, because the
 * opening of the screen wrote one.
 */
async function readNow(actor: Actor, taskId: string): Promise<Now> {
  const present = await presentActor(actor)
  if (!present || !can(present, permission))
    throw new ApiError('unauthorized', 'Your session has ended. Sign in again.')
  return await inOrganization(actor.organizationId, async (tx) => {
    const runId = await runOfTask(tx, taskId)
    if (!runId) throw ApiError.notFound('screen', taskId)
    const [row] = await tx
      .select({
        ...changingColumns,
        id: tasks.id,
        runId: tasks.runId,
        // The run around a loop has the files of the case.
        scopeRunId: runs.scopeRunId,
        stepId: tasks.stepId,
      })
      .from(tasks)
      .innerJoin(runs, eq(runs.id, tasks.runId))
      .where(and(eq(tasks.id, taskId), eq(tasks.runId, runId), isScreen))
    if (!row) throw ApiError.notFound('screen', taskId)
    await requireScreen(tx, present, row, { orRun: true })
    const runIds = row.scopeRunId ? [runId, row.scopeRunId] : [runId]
    return { runIds, event: changingOf(row, present) }
  })
}

/** Turns each state of a screen into frames; one that was sent before is not sent again. */
function framesOfChanges(): (event: ScreenEvent) => Frames {
  let last = ''
  return (event) => {
    const isOver = isTerminalTask(event.status)
    const frame = frameOf('screen', event)
    const frames = frame === last ? [] : [frame]
    last = frame
    if (isOver) frames.push(frameOf('end', { status: event.status }))
    return { frames, isOver }
  }
}

async function stream(
  actor: Actor,
  { taskId }: { taskId: string },
  info: CallInfo = {},
): Promise<ReadableStream<Uint8Array>> {
  requirePermission(actor, permission)
  const framesOf = framesOfChanges()
  const { runIds, event } = await readNow(actor, taskId)
  return liveView({
    ids: [taskId, ...runIds],
    first: framesOf(event),
    signal: info.signal,
    read: async () => framesOf((await readNow(actor, taskId)).event),
  })
}

/**
 * Streams who works on a screen and how it ended, as server-sent events: `screen` at first and
 * after each change, then `end`. Every frame checks again that the reader may see the screen.
 * Throws 403 or 404 before the stream begins.
 */
export const screenEventStream = asOperation({ name: 'screenEventStream', permission }, stream)
