import { describe, expect, it } from 'vitest'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { runStates, withItem } from './run-states.ts'
import { takenLines, type DrawnRun } from './taken-lines.ts'

const step = (id: string, type: string, after: Definition['steps'][number]['after'] = []) => ({
  id,
  type,
  title: id,
  after,
  config: {},
  position: { x: 0, y: 0 },
})
const definition: Definition = {
  startData: {},
  settings: {},
  steps: [
    step('loop', 'for-each'),
    step('body', 'transform', [{ step: 'loop', via: 'each' }]),
    step('after', 'transform', [{ step: 'loop', via: 'done' }]),
  ],
}
const task = (key: string, stepId: string, some: Partial<RunPageTask>) =>
  ({
    id: `id-${key}`,
    key,
    stepId,
    status: 'completed',
    via: null,
    output: null,
    ...some,
  }) as RunPageTask
const child = (taskId: string): DrawnRun['children'][number] => ({
  id: 'child',
  taskId,
  status: 'running',
  workflowName: 'W',
  from: 0,
  items: 3,
  createdAt: '',
  finishedAt: null,
})
const takenOf = (run: Partial<DrawnRun> & Pick<DrawnRun, 'tasks'>): string[] =>
  [...takenLines(definition, { children: [], loop: null, ...run })].flatMap(([id, state]) =>
    state === 'taken' ? [id.split(':').at(-1) ?? ''] : [],
  )

describe('the way into a loop on the drawing of a run', () => {
  it('is taken while the runs of its items are under way', () => {
    expect(
      takenOf({
        tasks: [task('loop', 'loop', { status: 'suspended' })],
        children: [child('id-loop')],
      }),
    ).toEqual(['body'])
  })
  it('is taken when the loop is over, beside the way that it left by', () => {
    expect(
      takenOf({
        tasks: [task('loop', 'loop', { via: 'done', output: { total: 3 } })],
        children: [child('id-loop')],
      }),
    ).toEqual(['body', 'after'])
  })
  it('is taken in a run that took the loop’s output over from an earlier one', () => {
    expect(
      takenOf({
        tasks: [task('loop', 'loop', { via: 'done', output: { rounds: 2, last: null } })],
      }),
    ).toEqual(['body', 'after'])
  })
  it('is taken in the run that does the items', () => {
    expect(
      takenOf({ tasks: [task('0:body', 'body', {})], loop: { stepId: 'loop', from: 0, items: 3 } }),
    ).toEqual(['body'])
  })
  it('is not taken without items, or by another task’s runs', () => {
    expect(
      takenOf({
        tasks: [task('loop', 'loop', { via: 'done', output: { total: 0 } })],
        children: [child('id-other')],
      }),
    ).toEqual(['after'])
  })
})

describe('the states of steps on the drawing of a run', () => {
  const tasks = [
    task('0:body', 'body', { status: 'completed' }),
    task('1:body', 'body', { status: 'failed' }),
  ]
  const run = { tasks, children: [], status: 'failed' as const }

  it('are those of the newest item, or of the one that is chosen', () => {
    expect(runStates(definition, run).get('body')?.status).toBe('failed')
    const chosen = withItem(run, 0)
    expect(runStates(definition, chosen).get('body')?.status).toBe('completed')
  })

  it('say that a step was not used, or, while the run goes on, not reached', () => {
    expect(runStates(definition, run).get('after')?.status).toBe('unused')
    const going = { ...run, status: 'running' as const }
    expect(runStates(definition, going).get('after')?.status).toBe('waiting-dependencies')
  })
})
