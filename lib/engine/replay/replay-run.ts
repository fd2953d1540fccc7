import { planOf } from '../model/plan.ts'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Difference, UnknownStep } from '#lib/domain/back-test/difference'
import type { Rename } from '#lib/domain/back-test/renames'
import { namesMoved } from './moved-steps.ts'
import { ownScope, type RecordedRun } from './recorded-run.ts'
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
  { signal, pace, tell, trying, renames = [] }: Options,
): Promise<ReplayedRun> {
  const found: Pick<ReplayedRun, 'differences' | 'unknown'> = { differences: [], unknown: [] }
  const replay = new ScopeReplay(
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
      names: stepNames(recorded.definition, definition, renames),
      namesMoved: namesMoved(recorded.definition, definition),
      before: new Map(recorded.definition.steps.map((step) => [step.id, step])),
    },
    {
      plan: planOf(definition),
      run: recorded.run,
      scope: ownScope,
      places: new Map(),
      items: [],
      parent: undefined,
    },
  )
  const finish = await replay.play()
  return { status: finish?.status ?? null, ...found }
}
