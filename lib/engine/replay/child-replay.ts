import type { Failure } from '#lib/domain/run/run'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { Difference, UnknownStep } from '#lib/domain/back-test/difference'
import type { Outcome } from '../model/outcome.ts'
import type { RecordedRun, RecordedTask } from './recorded-run.ts'

/** What a `sub-workflow` step asks for. */
export type AskedChild = { workflow: string; version: number | null; startData: unknown }

/** A recorded child run, and the definition that it would have now. */
export type FoundChild = { recorded: RecordedRun; definition: Definition }

/** How a run ends in a replay. */
export type ReplayedEnd = { status: string; output: unknown; error: Failure | null }

/** What a replay of a child run found; `end` is undefined when it depends on what is not known. */
export type ChildReplay = {
  differences: Difference[]
  unknown: UnknownStep[]
  end: ReplayedEnd | undefined
  /** Whether it is not known that it ends at all. */
  isOpen: boolean
}

/** Child runs in child runs are replayed so deep; beyond that their answers are not known. */
export const maxDepth = 5

/** Whether a step runs another workflow. */
export const isChildStep = ({ type }: Pick<Step, 'type'>): boolean => type === 'sub-workflow'

/** What the input of a `sub-workflow` step asks for; undefined for another step. */
export function askedChild(type: string, input: unknown): AskedChild | undefined {
  if (!isChildStep({ type }) || typeof input !== 'object' || input === null) return undefined
  const { workflow, version, startData = {} } = input as Record<string, unknown>
  if (typeof workflow !== 'string') return undefined
  return { workflow, version: typeof version === 'number' ? version : null, startData }
}

/** The name of a step of a child run: by the path that leads to it. */
const pathInChild = (stepId: string, inChild: string): string => `${stepId}/${inChild}`

/** The steps of a child run, named by the path over the step that starts it. */
export function namedByPath(
  { differences, unknown }: Pick<ChildReplay, 'differences' | 'unknown'>,
  stepId: string,
  items: readonly number[],
): Pick<ChildReplay, 'differences' | 'unknown'> {
  return {
    differences: differences.map((one) => ({
      ...one,
      stepId: pathInChild(stepId, one.stepId),
      items: [...items, ...one.items],
    })),
    unknown: unknown.map((one) => ({
      ...one,
      stepId: pathInChild(stepId, one.stepId),
      because: pathInChild(stepId, one.because),
      items: [...items, ...one.items],
    })),
  }
}

/** How the step ends whose child run ended so, as `sub-workflow` says it. */
export function outcomeOfChild({ status, output, error }: ReplayedEnd, old: RecordedTask): Outcome {
  if (status === 'completed') return { kind: 'done', output: output ?? null, via: null, logs: [] }
  const { code, message } = error ?? { code: 'child_lost', message: 'The child run did not end.' }
  return {
    kind: 'failed',
    failure: {
      code: status === 'cancelled' ? 'child_cancelled' : code,
      message,
      stepId: old.stepId,
      attempt: 1,
    },
    permanent: true,
    retryAfterSeconds: undefined,
    mayHaveHappened: false,
    logs: [],
  }
}
