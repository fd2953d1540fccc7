import type { Definition } from '#lib/domain/workflow/definition'
import type { RunStatus } from '#lib/domain/statuses'
import { log } from '#lib/log'
import type { StepType } from '#lib/steps/define-step'
import { runInline, type InlineResult } from '../execute/run-inline.ts'
import type { NewStart } from '../execute/turns.ts'
import { inRowBytes } from '../store/payloads.ts'
import { findRunStatus } from '../store/reads/find-run-status.ts'
import type { WaitingReader } from './executor-sockets.ts'
import { handOver, type Ended, type HandedOver } from './hand-over.ts'
import { startBatched, type BatchedStart } from './start-batched.ts'

/**
 * How a start ended. `next` is set when a worker of this machine has the run: it resolves when the
 * run ended, or to undefined when its first turn left it.
 */
export type Begun =
  | { refusal: null; status: RunStatus; next?: Promise<Ended | undefined> }
  | (Refused & { mayExist?: true })
type Refused =
  | { refusal: 'large-start-data' }
  | Extract<HandedOver | BatchedStart, { refusal: string }>

/** After these refusals the run may be written, since its worker's answer was lost. */
const uncertain = new Set(['lost', 'unknown', 'exists'])

type Options = {
  /** The caller waits for the end of the run. */
  waits: boolean
  /** The caller that reads the run when it has ended. */
  reader?: WaitingReader | undefined
  /** With the step types of this process, it executes a run that only computes inline. */
  inline?: { stepTypes: Map<string, StepType>; definition: Definition }
}

/**
 * Starts a run of a published version that this process remembers. A run that only computes may be
 * executed inline, and is written with its end. Any other is handed over to a worker of this
 * machine, which executes it at once; when none has room, it goes through the queue. A refusal is
 * answered with its reason: nothing was started, and `startRun` finds out how to answer the caller.
 * With `mayExist`, a worker whose answer was lost may still write the run. The start data must be
 * small and checked.
 */
export async function startKnown(
  start: NewStart,
  { waits, reader, inline }: Options,
): Promise<Begun> {
  if (Buffer.byteLength(JSON.stringify(start.startData)) > inRowBytes)
    return { refusal: 'large-start-data' }
  // A workflow that is bound to workers is executed by them alone.
  const mayInline = inline?.definition.settings.workerLabel === undefined
  const result = inline && mayInline ? await tryInline(start, inline) : undefined
  if (result) return await startBatched({ ...start, inline: result })
  const handed = await handOver({ start, waits, ...(reader ? { reader } : {}) })
  if (handed.refusal === null) return handed
  if (handed.refusal === 'no-worker') return await startBatched(start)
  if (!uncertain.has(handed.refusal)) return handed
  return await startOnce(start)
}

async function tryInline(
  start: NewStart,
  { stepTypes, definition }: NonNullable<Options['inline']>,
): Promise<InlineResult | undefined> {
  try {
    return await runInline({ ...start, definition }, stepTypes)
  } catch (error) {
    log.warn({ error, runId: start.runId }, 'a run could not be executed inline; a worker does it')
    return undefined
  }
}

/** Starts the run unless it exists; its id is unique, so one of two writers is refused. */
async function startOnce(start: NewStart): Promise<Begun> {
  const { runId, organizationId } = start
  const before = await findRunStatus(runId, organizationId)
  if (before) return { refusal: null, status: before }
  const begun = await startBatched(start)
  if (begun.refusal === null) return begun
  const after = await findRunStatus(runId, organizationId)
  return after ? { refusal: null, status: after } : { ...begun, mayExist: true }
}
