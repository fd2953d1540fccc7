import type { ChildEnd, ChildRun } from '#lib/steps/define-step'
import type { Prepared } from '../execute/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { planOf } from '../model/plan.ts'
import type { TaskRow } from '../model/run.ts'
import { reportGoneItems } from './gone-steps.ts'
import { matchItems } from './match-items.ts'
import { bodyScope } from './recorded-run.ts'
import { attempt } from './scope-attempt.ts'
import type { Playing, Scope, ScopeParts } from './scope.ts'

/** How a body was played; `end` is undefined when that is not known. */
export type PlayedBody = {
  end: ChildEnd | undefined
  /** Whether it is not known that it ends at all. */
  isOpen: boolean
  isSame: boolean
  /** The step that is to blame for what is not known. */
  because: string | undefined
}

/** How a loop ends, and whether all of its items gave what was recorded. */
export type PlayedLoop =
  | { outcome: Outcome; isSame: boolean }
  | { outcome: undefined; because: string; isOpen: boolean }

type Part = Extract<ChildRun, { kind: 'body' }>

/** The scope of the body for some items of a loop. */
function bodyOf(parts: ScopeParts, { task, step }: Playing, children: Part[]): Scope {
  const { shared, scope, record } = parts
  const items = children.flatMap((part) => part.items)
  const from = children[0]?.from ?? 0
  const places =
    step.type === 'while'
      ? items.map((_item, index) => from + index)
      : matchItems(record.itemsOfLoop(task.key), items)
  const range = {
    stepId: step.id,
    from,
    parallel: Math.max(items.length, 1),
    stopAtFailure: children[0]?.stopAtFailure ?? true,
  }
  return {
    plan: planOf(shared.definition, { ...range, count: items.length }),
    run: { ...scope.run, loop: { ...range, items, outer: [] } },
    scope: bodyScope(scope.scope, record.keyBefore(task.key) ?? '?'),
    places: new Map(places.map((place, index) => [from + index, place])),
    items: record.itemsOf(task.key),
    parent: { parts, prefix: task.key.slice(0, task.key.indexOf(':') + 1) },
  }
}

/** Plays the bodies of a loop, by `playBody`, until it ends. */
export async function playLoop(
  parts: ScopeParts,
  playing: Playing,
  prepared: Prepared,
  playBody: (scope: Scope) => Promise<PlayedBody>,
): Promise<PlayedLoop> {
  const { task, step } = playing
  /** The recorded items that an item of this replay stood for. */
  const played = new Set<number>()
  let isSame = true
  let outcome = await attempt(parts.shared, prepared)
  while (outcome.kind === 'suspended' && outcome.suspension.reason === 'child-run') {
    const { children, state } = outcome.suspension
    const bodies = children.filter((child) => child.kind === 'body')
    const scope = bodyOf(parts, playing, bodies)
    const body = await playBody(scope)
    for (const place of scope.places.values()) if (place !== undefined) played.add(place)
    if (!body.end)
      return { outcome: undefined, because: body.because ?? step.id, isOpen: body.isOpen }
    isSame &&= body.isSame
    const resuming = { ...task, resuming: true, state: { ...state } as TaskRow['state'] }
    outcome = await attempt(parts.shared, { ...prepared, task: resuming, answer: [body.end] })
  }
  reportGoneItems(parts, task.key, played)
  return {
    outcome,
    isSame: isSame && played.size === parts.record.itemsOfLoop(task.key).length,
  }
}
