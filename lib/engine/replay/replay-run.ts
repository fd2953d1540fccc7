import { isDeepStrictEqual } from 'node:util'
import { planOf } from '../model/plan.ts'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Difference, UnknownStep } from '#lib/domain/back-test/difference'
import type { Rename } from '#lib/domain/back-test/renames'
import { maxDepth, type AskedChild, type ChildReplay } from './child-replay.ts'
import { findChild } from './find-child.ts'
import { namesMoved } from './moved-steps.ts'
import { ownScope, type RecordedRun, type RecordedTask } from './recorded-run.ts'
import { computingOnly, type ReplayServices } from './replay-services.ts'
import type { ReplayedStep } from './replayed-step.ts'
import { ScopeReplay } from './scope-replay.ts'
import { stepNames } from './step-names.ts'
import type { Trying } from './trying.ts'
import type { Pace } from './pace.ts'

/** What a run would have been with another definition. */
export type ReplayedRun = {
  /** How it ends; null when that depends on what is not known. */
  status: 'completed' | 'failed' | 'cancelled' | null
  /** In the order in which the steps came; the first is the cause of those that follow from it. */
  differences: Difference[]
  /** Steps whose outputs are not known, in the same order. */
  unknown: UnknownStep[]
}

type Options = {
  signal: AbortSignal
  /** Collects over many runs which steps are slower. */
  pace?: Pace
  /** Called for each step as it is played. */
  tell?: (step: ReplayedStep) => void
  /** Steps that are the recorded ones under another id. */
  renames?: readonly Rename[]
  /** Plays to see what comes out, not to compare with the record. */
  trying?: Trying
}

/** What is replayed, and how deep it lies in child runs. */
type Whole = { definition: Definition; recorded: RecordedRun; startData: unknown; depth: number }

function scopeReplayOf(
  { definition, recorded, startData, depth }: Whole,
  services: ReplayServices,
  { signal, pace, tell, trying, renames = [] }: Options,
  found: Pick<ReplayedRun, 'differences' | 'unknown'>,
): ScopeReplay {
  const playChild = async (task: RecordedTask, asked: AskedChild) =>
    depth < maxDepth
      ? await replayChild(recorded, task, asked, { services, signal, depth: depth + 1 })
      : undefined
  return new ScopeReplay(
    {
      definition,
      recorded,
      services,
      attempts: computingOnly(services),
      found,
      signal,
      pace,
      tell,
      trying,
      playChild,
      hasSameStart: isDeepStrictEqual(startData, recorded.run.startData),
      names: stepNames(recorded.definition, definition, renames),
      namesMoved: namesMoved(recorded.definition, definition),
      before: new Map(recorded.definition.steps.map((step) => [step.id, step])),
    },
    {
      plan: planOf(definition),
      run: { ...recorded.run, startData },
      scope: ownScope,
      places: new Map(),
      items: [],
      parent: undefined,
    },
  )
}

type InChild = { services: ReplayServices; signal: AbortSignal; depth: number }

/** Replays the recorded child run of a task with other start data and the version of now. */
async function replayChild(
  around: RecordedRun,
  task: RecordedTask,
  asked: AskedChild,
  { services, signal, depth }: InChild,
): Promise<ChildReplay | undefined> {
  const child = await findChild(services.pool, around, task, asked)
  if (!child) return undefined
  const { startData: schema } = child.definition
  const { startData } = asked
  // Such a run would be refused. What it would have been is not known.
  const refused = schema ? await services.checkAnswer({ ...schema }, startData) : []
  if (refused.length > 0) return undefined
  const found: Pick<ReplayedRun, 'differences' | 'unknown'> = { differences: [], unknown: [] }
  const replay = scopeReplayOf({ ...child, startData, depth }, services, { signal }, found)
  const finish = await replay.play()
  const end = finish && (await replay.endOfRun(finish))
  return { ...found, end, isOpen: finish === undefined }
}

/**
 * Plays a recorded run again with another definition, in memory: what only computes is computed anew
 * where it may differ, and what asks a person or the outside is answered from the record, by step
 * and input. Nothing is called, nothing is written. Throws `unavailable` when no process can
 * compute now.
 */
export async function replayRun(
  definition: Definition,
  recorded: RecordedRun,
  services: ReplayServices,
  options: Options,
): Promise<ReplayedRun> {
  const found: Pick<ReplayedRun, 'differences' | 'unknown'> = { differences: [], unknown: [] }
  const whole = { definition, recorded, startData: recorded.run.startData, depth: 0 }
  const replay = scopeReplayOf(whole, services, options, found)
  const finish = await replay.play()
  return { status: finish?.status ?? (replay.fails ? 'failed' : null), ...found }
}
