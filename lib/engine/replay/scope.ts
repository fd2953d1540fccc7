import type { Difference, UnknownStep } from '#lib/domain/back-test/difference'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { AttemptServices } from '../execute/attempt.ts'
import type { VisibleOutputs } from '../model/context.ts'
import type { Plan } from '../model/plan.ts'
import type { RunState } from '../model/run-state.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'
import type { AskedChild, ChildReplay } from './child-replay.ts'
import type { Pace } from './pace.ts'
import type { RecordedRun, RecordedTask } from './recorded-run.ts'
import type { ReplayServices } from './replay-services.ts'
import type { ReplayedStep } from './replayed-step.ts'
import type { ScopeRecord } from './scope-record.ts'
import type { StepNames } from './step-names.ts'
import type { Trying } from './trying.ts'

/** What all scopes of one replay share. */
export type Shared = {
  definition: Definition
  recorded: RecordedRun
  /** The steps of the version that the run ran, by id. */
  before: ReadonlyMap<string, Step>
  names: StepNames
  namesMoved: (step: Step) => boolean
  services: ReplayServices
  attempts: AttemptServices
  found: { differences: Difference[]; unknown: UnknownStep[] }
  signal: AbortSignal
  pace: Pace | undefined
  tell: ((step: ReplayedStep) => void) | undefined
  trying: Trying | undefined
  /** Whether the run starts with what was recorded; a child run may start with something else. */
  hasSameStart: boolean
  /** Replays the child run of a task that asks for another one; undefined when there is no record. */
  playChild: (task: RecordedTask, asked: AskedChild) => Promise<ChildReplay | undefined>
}

/** A run, or the body of one of its loops. */
export type Scope = {
  plan: Plan
  run: LeasedRun
  /** The recorded scope (recorded-run.ts). */
  scope: string
  /** In a body, the number of the recorded item for each item. */
  places: ReadonlyMap<number, number | undefined>
  /** The numbers of the items around this scope. */
  items: number[]
  /** The scope around the loop, and the prefix of the keys that its body reads there. */
  parent: { parts: ScopeParts; prefix: string } | undefined
}

/** What the parts of the replay of one scope work on. */
export type ScopeParts = {
  shared: Shared
  scope: Scope
  record: ScopeRecord
  state: RunState
  now: Date
  /** Whether a task gave what was recorded, by its key. */
  same: Map<string, boolean>
  /** The tasks whose outputs are not known, by their keys. */
  unknown: Map<string, UnknownStep>
}

export type Playing = {
  task: TaskRow
  step: Step
  old: RecordedTask | undefined
  reads: VisibleOutputs
  /** What it asks or computes from, once that is known. */
  input?: unknown
  /** Its answer is that of the record. */
  isRecorded?: true
  /** Its answer is none that anybody gave. */
  isInvented?: true
}
