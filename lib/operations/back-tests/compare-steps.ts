import type pg from 'pg'
import type { ComparedSide, ComparedStep } from '#lib/domain/back-test/comparison'
import { changedFields, type Difference, type UnknownStep } from '#lib/domain/back-test/difference'
import { isTerminalTask } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
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

const sideOf = ({ status, via, error }: Pick<RecordedTask, 'status' | 'via' | 'error'>) =>
  ({
    status,
    via,
    error: error && { code: error.code, message: error.message },
  }) satisfies ComparedSide

/** The value itself; undefined for none. */
export const valueOf = async (pool: pg.Pool, value: unknown): Promise<unknown> =>
  value instanceof RecordedValue ? await value.load(pool) : value

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

async function changesOf(pool: pg.Pool, { old, now }: ReplayedStep) {
  if (!hasRun(old) || !now) return []
  const pairs = [
    { of: 'input' as const, old: old.input, now: now.input },
    // An answer from the record is the same, and need not be read.
    ...(now.isRecorded ? [] : [{ of: 'output' as const, old: old.output, now: now.output }]),
  ]
  const found: ComparedStep['changes'] = []
  for (const { of, old: was, now: is } of pairs) {
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

type Found = { differences: Difference[]; unknown: UnknownStep[]; titles: Map<string, string> }

async function compared(pool: pg.Pool, step: ReplayedStep, found: Found): Promise<ComparedStep> {
  const { stepId, items, old, now } = step
  const name = nameOf(step)
  const unknown = found.unknown.find((one) => nameOf(one) === name)
  return {
    stepId,
    title: found.titles.get(stepId) ?? stepId,
    items,
    before: hasRun(old) ? sideOf(old) : null,
    after: now && isTerminalTask(now.status) ? sideOf(now) : null,
    fromRecord: now?.isRecorded ?? false,
    unknown: unknown ? { why: unknown.why, because: unknown.because } : null,
    kinds: found.differences.filter((one) => nameOf(one) === name).map(({ kind }) => kind),
    changes: await changesOf(pool, step),
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

/**
 * Replays a run with another definition, and tells of each step how it ended before and would end
 * now. Values only where they differ. Throws `unavailable` when no process can compute now.
 */
export async function compareSteps(
  definition: Definition,
  recorded: RecordedRun,
  services: ReplayServices,
  signal: AbortSignal,
): Promise<Compared> {
  const told: ReplayedStep[] = []
  const replayed = await replayRun(definition, recorded, services, {
    signal,
    tell: (step) => told.push(step),
  })
  const titles = new Map(
    [...recorded.definition.steps, ...definition.steps].map((step) => [step.id, step.title]),
  )
  const steps: ComparedStep[] = []
  for (const step of [...told, ...goneSteps(recorded, told)])
    steps.push(await compared(services.pool, step, { ...replayed, titles }))
  return { replayed, told, steps }
}
