import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalTask, type TaskStatus } from '#lib/domain/statuses'
import { decide, type Finish } from './decide.ts'
import { planOf } from './plan.ts'

type Fate = { status: 'completed' | 'failed' | 'cancelled'; via: 'x' | 'y' }
type Case = { definition: Definition; fates: Fate[]; picks: number[] }

const steps = 9

/**
 * Random graphs without cycles (edges lead from lower to higher numbers), and the outcome of each
 * step that runs.
 */
const cases: fc.Arbitrary<Case> = fc
  .record({
    edges: fc.array(
      fc.record({
        from: fc.nat(steps - 2),
        by: fc.integer({ min: 1, max: steps - 1 }),
        via: fc.constantFrom(undefined, 'x', 'y'),
      }),
      { maxLength: 20 },
    ),
    fates: fc.array(
      fc.record({
        status: fc.constantFrom('completed', 'completed', 'completed', 'failed', 'cancelled'),
        via: fc.constantFrom('x', 'y'),
      }) as fc.Arbitrary<Fate>,
      { minLength: steps, maxLength: steps },
    ),
    picks: fc.array(fc.nat(1000), { minLength: steps * 2, maxLength: steps * 2 }),
  })
  .map(({ edges, fates, picks }) => ({ definition: definitionOf(edges), fates, picks }))

function definitionOf(edges: { from: number; by: number; via: string | undefined }[]): Definition {
  const list = Array.from({ length: steps }, (_, number) => ({
    id: `s${number}`,
    type: 'echo',
    title: '',
    config: {},
    after: edges
      .map(({ from, by, via }) => ({ from, to: Math.min(from + by, steps - 1), via }))
      .filter(({ from, to }) => to === number && from < to)
      .map(({ from, via }) => ({ step: `s${from}`, ...(via ? { via } : {}) })),
  }))
  return { startData: {}, settings: {}, steps: list }
}

/**
 * Executes a run by `decide` alone. `picks` chooses which of the ready steps runs next, so that
 * every order is tried.
 */
function play({ definition, fates, picks }: Case): {
  statuses: Record<string, TaskStatus>
  finish: Finish
  rounds: number
} {
  const plan = planOf(definition)
  const tasks = new Map(
    plan.order.map(({ key }) => [
      key,
      {
        key,
        stepId: key,
        status: 'waiting-dependencies' as TaskStatus,
        via: null as string | null,
      },
    ]),
  )
  for (let round = 0; round < 100; round++) {
    const decisions = decide(plan, tasks.values())
    for (const decision of decisions) {
      if (decision.kind === 'finish')
        return {
          statuses: Object.fromEntries([...tasks].map(([id, { status }]) => [id, status])),
          finish: decision,
          rounds: round,
        }
      const task = tasks.get(decision.key)
      expect(task?.status).toBe('waiting-dependencies')
      if (task)
        task.status = (
          { ready: 'pending', skip: 'skipped', cancel: 'cancelled', handle: 'pending' } as const
        )[decision.kind]
    }
    // Applied, the decisions have no more consequences.
    expect(decide(plan, tasks.values()).filter(({ kind }) => kind !== 'finish')).toEqual([])
    const pending = [...tasks.values()].filter(({ status }) => status === 'pending')
    const next = pending[(picks[round] ?? 0) % Math.max(pending.length, 1)]
    if (next) Object.assign(next, fates[Number(next.stepId.slice(1))])
  }
  throw new Error('the run does not end')
}

/** The model: the end of each step, computed from the graph in one pass, with no notion of time. */
function model({ definition, fates }: Case): Record<string, TaskStatus> {
  const end = new Map<string, { status: TaskStatus; via: string; poisoned: boolean }>()
  definition.steps.forEach((step, number) => {
    const before = step.after.map((edge) => ({ edge, source: end.get(edge.step) }))
    const fate = fates[number] ?? { status: 'completed', via: 'x' }
    const poisoned = before.some(({ source }) => source?.poisoned)
    const taken = before.some(
      ({ edge, source }) =>
        source?.status === 'completed' && (edge.via === undefined || edge.via === source.via),
    )
    const halted = before.some(({ source }) => source?.status === 'cancelled')
    if (poisoned) end.set(step.id, { status: 'cancelled', via: '', poisoned: true })
    else if (before.length > 0 && !taken)
      end.set(step.id, { status: halted ? 'cancelled' : 'skipped', via: '', poisoned: false })
    else end.set(step.id, { ...fate, poisoned: fate.status === 'failed' })
  })
  return Object.fromEntries([...end].map(([id, { status }]) => [id, status]))
}

const settings = { numRuns: 5000 }

test('whatever the graph, the outcomes and the order, every step ends as the model says', () => {
  fc.assert(
    fc.property(cases, (one) => {
      expect(play(one).statuses).toEqual(model(one))
    }),
    settings,
  )
})

test('the run ends, every task has ended with it, and it failed exactly when a task did', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { statuses, finish } = play(one)
      expect(Object.values(statuses).every(isTerminalTask)).toBe(true)
      expect(finish.status === 'failed').toBe(Object.values(statuses).includes('failed'))
      if (finish.failed !== undefined) expect(statuses[finish.failed]).toBe('failed')
      if (finish.status === 'cancelled') expect(Object.values(statuses)).toContain('cancelled')
    }),
    settings,
  )
})
