import type pg from 'pg'
import type { ComparedSide, ComparedStep } from '#lib/domain/back-test/comparison'
import { changedFields, type Difference, type UnknownStep } from '#lib/domain/back-test/difference'
import type { Rename } from '#lib/domain/back-test/renames'
import { isTerminalTask } from '#lib/domain/statuses'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { RecordedValue, type RecordedRun, type RecordedTask } from '#lib/engine/replay/recorded-run'
import { replayRun, type ReplayedRun } from '#lib/engine/replay/replay-run'
import type { ReplayedStep } from '#lib/engine/replay/replayed-step'
import type { ReplayServices } from '#lib/engine/replay/replay-services'

/** Characters of JSON of a value that is shown. */
const mostShown = 256 * 1024

export type Compared = { replayed: ReplayedRun; told: ReplayedStep[]; steps: ComparedStep[] }

const nameOf = ({ stepId, items }: { stepId: string; items: number[] }): string =>
  `${stepId}:${items.join('.')}`

const hasRun = (task: RecordedTask | undefined): task is RecordedTask =>
  task !== undefined && (task.status === 'completed' || task.status === 'failed')

type Ended = Pick<RecordedTask, 'status' | 'via' | 'error'>

const sideOf = ({ status, via, error }: Ended, step: Step | undefined) =>
  ({
    status,
    via,
    viaTitle: via === null ? null : branchLabel(step, via),
    error: error && { code: error.code, message: error.message },
  }) satisfies ComparedSide

/** The value itself; undefined for none. */
export const valueOf = async (pool: pg.Pool, value: unknown): Promise<unknown> =>
  value instanceof RecordedValue ? await value.load(pool) : value

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

type Pair = { of: 'input' | 'output'; old: unknown; now: unknown }

/** What is compared of a step; of one that runs newly what it gives, and what was sent by a gone one. */
function pairsOf({ old, now }: ReplayedStep, isGone: boolean): Pair[] {
  if (isGone)
    return old && old.effect !== 'pure' ? [{ of: 'input', old: old.input, now: null }] : []
  if (!now) return []
  if (!hasRun(old)) return [{ of: 'output', old: null, now: now.output }]
  const input: Pair = { of: 'input', old: old.input, now: now.input }
  // An answer from the record is the same, and need not be read.
  return now.isRecorded ? [input] : [input, { of: 'output', old: old.output, now: now.output }]
}

async function changesOf(pool: pg.Pool, step: ReplayedStep, isGone: boolean) {
  const found: ComparedStep['changes'] = []
  for (const { of, old: was, now: is } of pairsOf(step, isGone)) {
    if (is === undefined) continue
    const before = (await valueOf(pool, was)) ?? null
    const after = (await valueOf(pool, is)) ?? null
    if (changedFields(before, after).length === 0) continue
    const tooLarge = Math.max(sizeOf(before), sizeOf(after)) > mostShown
    found.push(
      tooLarge ? { of, before: null, after: null, tooLarge } : { of, before, after, tooLarge },
    )
  }
  return found
}

type Found = {
  differences: Difference[]
  unknown: UnknownStep[]
  before: ReadonlyMap<string, Step>
  after: ReadonlyMap<string, Step>
  gone: ReadonlySet<ReplayedStep>
}

async function compared(pool: pg.Pool, step: ReplayedStep, found: Found): Promise<ComparedStep> {
  const { stepId, items, old, now } = step
  const was = found.before.get(old?.stepId ?? stepId)
  const is = found.after.get(stepId)
  const own = found.differences.filter((one) => nameOf(one) === nameOf(step))
  const name = nameOf(step)
  const unknown =
    found.unknown.find((one) => nameOf(one) === name) ??
    (step.because === undefined
      ? undefined
      : { why: 'comes-after' as const, because: step.because })
  return {
    stepId,
    title: (is ?? was)?.title || stepId,
    items,
    effect: (hasRun(old) ? old.effect : own[0]?.effect) ?? 'pure',
    before: hasRun(old) ? sideOf(old, was) : null,
    after: now && isTerminalTask(now.status) ? sideOf(now, is) : null,
    fromRecord: now?.isRecorded ?? false,
    unknown: unknown ? { why: unknown.why, because: unknown.because } : null,
    kinds: own.map(({ kind }) => kind),
    changes: await changesOf(pool, step, found.gone.has(step)),
  }
}

/** The steps that ran and would not run any more, in the order in which they were recorded. */
function goneSteps({ scopes }: RecordedRun, told: readonly ReplayedStep[]): ReplayedStep[] {
  const seen = new Set(told.flatMap(({ old }) => (old ? [old.id] : [])))
  return [...scopes.values()].flatMap(({ tasks }) =>
    [...tasks.values()]
      .filter((task) => hasRun(task) && !seen.has(task.id))
      .map((old) => {
        const place = Number.parseInt(old.key)
        return { stepId: old.stepId, items: Number.isNaN(place) ? [] : [place], old }
      }),
  )
}

const stepsById = ({ steps }: Definition): Map<string, Step> =>
  new Map(steps.map((step) => [step.id, step]))

/**
 * Replays a run with another definition, and tells of each step how it ended before and would end
 * now. Values only where they differ. Throws `unavailable` when no process can compute now.
 */
export async function compareSteps(
  definition: Definition,
  recorded: RecordedRun,
  services: ReplayServices,
  { signal, renames = [] }: { signal: AbortSignal; renames?: readonly Rename[] },
): Promise<Compared> {
  const told: ReplayedStep[] = []
  const replayed = await replayRun(definition, recorded, services, {
    signal,
    renames,
    tell: (step) => told.push(step),
  })
  const gone = goneSteps(recorded, told)
  const found: Found = {
    ...replayed,
    before: stepsById(recorded.definition),
    after: stepsById(definition),
    gone: new Set(gone),
  }
  const steps: ComparedStep[] = []
  for (const step of [...told, ...gone]) steps.push(await compared(services.pool, step, found))
  return { replayed, told, steps }
}
