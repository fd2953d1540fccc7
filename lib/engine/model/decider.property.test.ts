import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalTask, type TaskStatus } from '#lib/domain/statuses'
import { decide, Decider, type Decision, type TaskState } from './decide.ts'
import { planOf, type Plan } from './plan.ts'

const steps = 8
const handlers = 2
type Edge = { from: number; by: number; via: string | undefined }
type Case = {
  edges: Edge[]
  handled: { step: number; by: number; then: 'continue' | 'fail' }[]
  items: number
  parallel: number
  stopAtFailure: boolean
  acts: { pick: number; act: string; via: 'x' | 'y' }[]
}

/**
 * Random graphs with handlers, as the body of a loop or not, and what happens to their tasks: an
 * end of each kind, a retry, a person's cancellation of a task that may still wait, and a crash,
 * after which another worker decides from the tasks alone.
 */
const cases: fc.Arbitrary<Case> = fc.record({
  edges: fc.array(
    fc.record({
      from: fc.nat(steps - 2),
      by: fc.integer({ min: 1, max: steps - 1 }),
      via: fc.constantFrom(undefined, undefined, 'x', 'y'),
    }),
    { maxLength: 14 },
  ),
  handled: fc.array(
    fc.record({
      step: fc.nat(steps - 1),
      by: fc.nat(handlers - 1),
      then: fc.constantFrom('continue', 'fail'),
    }),
    { maxLength: 3 },
  ),
  items: fc.constantFrom(0, 0, 1, 3, 5),
  parallel: fc.integer({ min: 1, max: 4 }),
  stopAtFailure: fc.boolean(),
  acts: fc.array(
    fc.record({
      pick: fc.nat(1000),
      act: fc.constantFrom(
        'completed',
        'completed',
        'completed',
        'completed',
        'failed',
        'retry',
        'suspended',
        'cancel',
        'crash',
      ),
      via: fc.constantFrom('x', 'y'),
    }),
    {
      minLength: 10,
      maxLength: 200,
    },
  ),
}) as fc.Arbitrary<Case>

function planFor({ edges, handled, items, parallel, stopAtFailure }: Case): Plan {
  const loop = { id: 'loop', type: 'for-each', title: '', config: {}, after: [] }
  const body = Array.from({ length: steps }, (_, number) => {
    const before = edges.filter(
      ({ from, by }) => from < number && Math.min(from + by, steps - 1) === number,
    )
    const after = before.map(({ from, via }) => ({ step: `s${from}`, ...(via ? { via } : {}) }))
    const own = handled.find(({ step }) => step === number)
    const first = items > 0 && after.length === 0 ? [{ step: 'loop', via: 'each' }] : after
    return {
      id: `s${number}`,
      type: 'echo',
      title: '',
      config: {},
      after: first,
      ...(own ? { on_failure: { step: `h${own.by}`, then: own.then } } : {}),
    }
  })
  const apart = Array.from({ length: handlers }, (_, number) => ({
    id: `h${number}`,
    type: 'echo',
    title: '',
    config: {},
    after: [],
  }))
  // A handler that no step names would be a step of its own.
  const named = apart.filter(({ id }) => body.some((step) => step.on_failure?.step === id))
  const definition: Definition = {
    startData: {},
    settings: {},
    steps: [...(items > 0 ? [loop] : []), ...body, ...named],
  }
  return planOf(
    definition,
    items > 0 ? { stepId: 'loop', from: 7, count: items, parallel, stopAtFailure } : undefined,
  )
}

const applied = {
  ready: 'pending',
  skip: 'skipped',
  cancel: 'cancelled',
  handle: 'pending',
} as const satisfies Record<Exclude<Decision['kind'], 'finish'>, TaskStatus>
const inOrder = (decisions: Decision[]) =>
  decisions.map((decision) => JSON.stringify(decision)).sort()

/**
 * Plays a case and checks at every step that deciding from what changed gives what deciding from
 * everything gives.
 */
function play(one: Case): {
  plan: Plan
  tasks: Map<string, TaskState>
  finish: Decision | undefined
} {
  const plan = planFor(one)
  const tasks = new Map<string, TaskState>(
    plan.order.map(({ key, step }) => [
      key,
      { key, stepId: step.id, status: 'waiting-dependencies' },
    ]),
  )
  let decider = new Decider(plan, tasks)
  const change = (key: string, status: TaskStatus, via?: string) => {
    tasks.set(key, Object.assign(tasks.get(key) ?? { key, stepId: '' }, { status, via }))
    decider.touch(key)
  }
  const settle = (): Decision | undefined => {
    const all = inOrder(decide(plan, tasks.values()))
    const decisions = decider.decide()
    expect(inOrder(decisions)).toEqual(all)
    for (const decision of decisions) {
      if (decision.kind === 'finish') return decision
      if (decision.kind === 'handle')
        tasks.set(decision.key, {
          key: decision.key,
          stepId: decision.stepId,
          status: 'waiting-dependencies',
        })
      change(decision.key, applied[decision.kind])
    }
    expect(decide(plan, tasks.values()).filter(({ kind }) => kind !== 'finish')).toEqual([])
    limitHolds(plan, tasks)
    stopsAtFailure(plan, tasks)
    return undefined
  }
  const acts = [...one.acts]
  for (let round = 0; round < 400; round++) {
    const finish = settle() ?? settle()
    if (finish) return { plan, tasks, finish }
    const { pick, act, via } = acts.shift() ?? { pick: round, act: 'completed', via: 'x' }
    const open = [...tasks.values()].filter(
      ({ status }) => status === 'pending' || status === 'suspended',
    )
    const task =
      act === 'cancel'
        ? [...tasks.values()].filter(({ status }) => !isTerminalTask(status)).at(pick % tasks.size)
        : open[pick % Math.max(open.length, 1)]
    if (act === 'crash') decider = new Decider(plan, tasks)
    else if (task)
      change(
        task.key,
        ({ retry: 'pending', cancel: 'cancelled' } as Record<string, TaskStatus>)[act] ??
          (act as TaskStatus),
        via,
      )
  }
  return { plan, tasks, finish: undefined }
}

/** At most as many items as allowed are under way, and they start in order. */
function limitHolds(plan: Plan, tasks: Map<string, TaskState>): void {
  if (!plan.items) return
  const started = plan.items.ends.map(() => false)
  const open = plan.items.ends.map(() => false)
  for (const { key, item = 0 } of plan.order) {
    const status = tasks.get(key)?.status
    if (
      status === 'pending' ||
      status === 'suspended' ||
      status === 'completed' ||
      status === 'failed'
    )
      started[item] = true
    if (status !== undefined && !isTerminalTask(status)) open[item] = true
  }
  expect(started.filter((is, item) => is && open[item]).length).toBeLessThanOrEqual(
    plan.items.parallel,
  )
}

/** When a loop stops at a failure, nothing waits or starts any more in items without a failure. */
function stopsAtFailure({ items, order, steps: known }: Plan, tasks: Map<string, TaskState>): void {
  const failed = order.filter(({ key }) => tasks.get(key)?.status === 'failed')
  if (!items?.stopAtFailure || failed.every(({ step }) => known.get(step.id)?.on_failure)) return
  const others = order.filter(({ item }) => failed.every((one) => one.item !== item))
  expect(others.filter(({ key }) => !isTerminalTask(tasks.get(key)?.status ?? 'pending'))).toEqual(
    [],
  )
}

test(
  'deciding from what changed is deciding from everything, through failures, ' +
    'retries, cancellations and crashes; every run ends',
  () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { tasks, finish } = play(one)
        expect(finish?.kind).toBe('finish')
        expect([...tasks.values()].filter(({ status }) => !isTerminalTask(status))).toEqual([])
      }),
      { numRuns: 2500 },
    )
  },
  60_000,
)
