import { isTerminalTask } from '#lib/domain/statuses'
import { hasEnded } from './differences-of.ts'
import type { RecordedTask } from './recorded-run.ts'
import type { ScopeParts } from './scope.ts'

function pushGone(
  { shared: { names, found } }: ScopeParts,
  { stepId, effect }: RecordedTask,
  items: number[],
): void {
  const difference = { kind: 'gone' as const, stepId: names.idNow(stepId), items, effect }
  found.differences.push({ ...difference, fields: [] })
}

/** Steps that ran and do not now: a step that only computed and is not there any more is none. */
export function reportGone(parts: ScopeParts): void {
  const { record, state, scope, shared } = parts
  for (const [, task] of record.tasks()) {
    const now = record.keyNow(task.key)
    // Another round of the loop, or an item that is not there any more (`reportGoneItems`).
    if (!hasEnded(task) || now === undefined) continue
    const status = state.tasks.get(now)?.status
    const isThere = scope.plan.steps.has(shared.names.idNow(task.stepId))
    if (!isThere && task.effect === 'pure') continue
    if (status === 'completed' || status === 'failed') continue
    if (status !== undefined && !isTerminalTask(status)) continue
    pushGone(parts, task, record.itemsOf(now))
  }
}

/** What was asked or sent for items of a loop that are not there any more. */
export function reportGoneItems(
  parts: ScopeParts,
  loopKey: string,
  played: ReadonlySet<number>,
): void {
  const { record } = parts
  for (const [key, task] of record.tasksOfLoop(loopKey))
    if (hasEnded(task) && task.effect !== 'pure' && !played.has(Number.parseInt(key)))
      pushGone(parts, task, [...record.itemsOf(loopKey), Number.parseInt(key)])
}
