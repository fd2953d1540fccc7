import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '#lib/domain/statuses'
import { graph } from '#test/samples/graph'
import { Decider, decide, type Decision, type TaskState } from './decide.ts'
import { planOf, type Plan } from './plan.ts'

type LoopPart = NonNullable<Parameters<typeof planOf>[1]>
type Statuses = Record<string, TaskStatus>

function tasksOf(plan: Plan, statuses: Statuses): Map<string, TaskState> {
  const tasks = new Map<string, TaskState>()
  for (const { key, step } of plan.order) {
    tasks.set(key, { key, stepId: step.id, status: statuses[key] ?? 'waiting-dependencies' })
  }
  for (const [key, status] of Object.entries(statuses)) {
    if (!tasks.has(key)) tasks.set(key, { key, stepId: key.split('!').at(-1) ?? '', status })
  }
  return tasks
}

function inWords(decision: Decision): string {
  if (decision.kind !== 'finish') return `${decision.kind} ${decision.key}`
  return decision.failed ? `${decision.status} by ${decision.failed}` : decision.status
}

describe('the items of a loop', () => {
  //  loop ── each ──▶ a ──▶ b
  function decided(rules: Partial<LoopPart>, statuses: Statuses): string[] {
    const part = { stepId: 'loop', from: 0, count: 3, parallel: 1, stopAtFailure: false, ...rules }
    const plan = planOf(graph('loop -each-> a -> b', { loop: { type: 'for-each' } }), part)
    return decide(plan, tasksOf(plan, statuses).values()).map(inWords)
  }

  test('start in order, no more at once than the loop allows', () => {
    expect(decided({}, {})).toEqual(['ready 0:a'])
    expect(decided({ parallel: 2 }, {})).toEqual(['ready 0:a', 'ready 1:a'])
    expect(decided({ parallel: 9 }, {})).toEqual(['ready 0:a', 'ready 1:a', 'ready 2:a'])
  })
  test('are named by their number in the whole list', () =>
    expect(decided({ from: 7, parallel: 2 }, {})).toEqual(['ready 7:a', 'ready 8:a']))
  test('wait while the one before goes on', () => {
    expect(decided({}, { '0:a': 'running' })).toEqual([])
    expect(decided({}, { '0:a': 'completed' })).toEqual(['ready 0:b'])
  })
  test('make room for the next when they end, in whatever order', () => {
    expect(decided({}, { '0:a': 'completed', '0:b': 'completed' })).toEqual(['ready 1:a'])
    const second: Statuses = { '0:a': 'running', '1:a': 'completed', '1:b': 'completed' }
    expect(decided({ parallel: 2 }, second)).toEqual(['ready 2:a'])
  })
  test('make room for the next when they fail', () =>
    expect(decided({}, { '0:a': 'failed' })).toEqual(['cancel 0:b', 'ready 1:a']))
  test('make no room for another when they are cancelled before they could start', () => {
    const cancelled: Statuses = { '1:a': 'cancelled', '1:b': 'cancelled' }
    expect(decided({}, { '0:a': 'running', ...cancelled })).toEqual([])
    expect(decided({}, { '0:a': 'completed', '0:b': 'completed', ...cancelled })).toEqual([
      'ready 2:a',
    ])
    const last: Statuses = { '2:a': 'cancelled', '2:b': 'cancelled' }
    expect(decided({}, { '0:a': 'running', ...last })).toEqual([])
  })
  test('complete the run when all of them have ended', () => {
    const all = Object.fromEntries(
      [0, 1, 2].flatMap((item) => [
        [`${item}:a`, 'completed' as const],
        [`${item}:b`, 'completed' as const],
      ]),
    )
    expect(decided({}, all)).toEqual(['completed'])
    expect(decided({}, { ...all, '1:b': 'failed' })).toEqual(['failed by 1:b'])
    expect(decided({ stopAtFailure: true }, all)).toEqual(['completed'])
  })

  describe('when the loop stops at a failure', () => {
    const stopping = { count: 5, parallel: 5, stopAtFailure: true }

    test('do not start or wait any more; running tasks end', () => {
      const statuses: Statuses = {
        '0:a': 'running',
        '1:a': 'suspended',
        '2:a': 'pending',
        '3:a': 'failed',
        '4:a': 'completed',
      }
      expect(decided(stopping, statuses)).toEqual([
        'cancel 3:b',
        'cancel 4:b',
        'cancel 0:b',
        'cancel 1:a',
        'cancel 1:b',
        'cancel 2:a',
        'cancel 2:b',
      ])
    })
    test('do not start with the decision that sees the failure', () =>
      expect(decided({ ...stopping, count: 2 }, { '1:a': 'failed' })).toEqual([
        'cancel 0:a',
        'cancel 1:b',
        'cancel 0:b',
        'failed by 1:a',
      ]))
    test('let the handler of a failure end', () => {
      const rules = { stepId: 'loop', from: 0, count: 2, parallel: 2, stopAtFailure: true }
      const drawing = 'loop -each-> a -> b\na -!continue-> h'
      const plan = planOf(graph(drawing, { loop: { type: 'for-each' } }), rules)
      const statuses: Statuses = {
        '0:a': 'failed',
        '0:a!h': 'running',
        '1:a': 'completed',
        '1:b': 'failed',
      }
      expect(decide(plan, tasksOf(plan, statuses).values()).map(inWords)).toEqual(['cancel 0:b'])
    })
    test('go on after a failure that was handled', () => {
      const rules = { stepId: 'loop', from: 0, count: 2, parallel: 2, stopAtFailure: true }
      const drawing = 'loop -each-> a -> b\na -!continue-> h'
      const plan = planOf(graph(drawing, { loop: { type: 'for-each' } }), rules)
      const statuses: Statuses = { '0:a': 'failed', '0:a!h': 'completed', '1:a': 'completed' }
      const decisions = decide(plan, tasksOf(plan, statuses).values()).map(inWords)
      expect(decisions).toEqual(['ready 0:b', 'ready 1:b'])
      // Also when the handled step is the item's last, whose end ends the item.
      const last = planOf(
        graph('loop -each-> a\na -!continue-> h', { loop: { type: 'for-each' } }),
        {
          ...rules,
          parallel: 1,
        },
      )
      const handled: Statuses = { '0:a': 'failed', '0:a!h': 'completed' }
      expect(decide(last, tasksOf(last, handled).values()).map(inWords)).toEqual(['ready 1:a'])
    })
  })
})

describe('a decider that learns what changed', () => {
  function started(drawing: string, part?: LoopPart) {
    const plan = planOf(graph(drawing, part ? { loop: { type: 'for-each' } } : {}), part)
    const tasks = tasksOf(plan, {})
    const decider = new Decider(plan, tasks)
    const after = (key: string, status: TaskStatus): string[] => {
      tasks.set(key, { key, stepId: key.split(/[!:]/).at(-1) ?? '', status })
      decider.touch(key)
      return decider.decide().map(inWords)
    }
    return { after, again: () => decider.decide().map(inWords) }
  }

  test('returns each decision once, and the end at every call', () => {
    const { after, again } = started('a -> b')
    expect(again()).toEqual(['ready a'])
    expect(again()).toEqual([])
    expect(after('a', 'completed')).toEqual(['ready b'])
    expect(after('b', 'completed')).toEqual(['completed'])
    expect(again()).toEqual(['completed'])
  })
  test('follows a change to all its consequences', () => {
    const { after, again } = started('a -> b -> d\na -> c -> d')
    again()
    expect(after('a', 'failed')).toEqual(['cancel b', 'cancel c', 'cancel d', 'failed by a'])
  })
  test('checks a step when the task of its handler changed', () => {
    const { after, again } = started('a -> b\na -!continue-> h')
    again()
    expect(after('a', 'failed')).toEqual(['handle a!h'])
    expect(after('a!h', 'completed')).toEqual(['ready b'])
  })
  test('opens a settled step again when it is retried', () => {
    const { after, again } = started('a')
    again()
    expect(after('a', 'failed')).toEqual(['failed by a'])
    expect(after('a', 'running')).toEqual([])
    expect(after('a', 'completed')).toEqual(['completed'])
  })
  //  loop ─┬─ each ──▶ a ──▶ b
  //        └─ each ──▶ c
  const twoRoots = 'loop -each-> a -> b\nloop -each-> c'
  const rules = { stepId: 'loop', from: 0, count: 4, parallel: 2, stopAtFailure: false }
  test('starts all of the next item, and nothing else, when one has ended', () => {
    const { after, again } = started(twoRoots, rules)
    expect(again()).toEqual(['ready 0:a', 'ready 0:c', 'ready 1:a', 'ready 1:c'])
    for (const key of ['0:a', '0:c', '1:a', '1:c']) expect(after(key, 'running')).toEqual([])
    expect(after('1:c', 'completed')).toEqual([])
    expect(after('1:a', 'completed')).toEqual(['ready 1:b'])
    expect(after('1:b', 'completed')).toEqual(['ready 2:a', 'ready 2:c'])
    expect(after('2:a', 'completed')).toEqual(['ready 2:b'])
    expect(after('0:c', 'failed')).toEqual([])
    expect(after('0:a', 'failed')).toEqual(['cancel 0:b', 'ready 3:a', 'ready 3:c'])
  })
  test('stops the other items once', () => {
    const { after, again } = started(twoRoots, { ...rules, stopAtFailure: true })
    again()
    expect(after('0:a', 'running')).toEqual([])
    expect(after('1:a', 'failed')).toEqual([
      'cancel 1:b',
      'cancel 0:c',
      'cancel 0:b',
      'cancel 2:a',
      'cancel 2:c',
      'cancel 2:b',
      'cancel 3:a',
      'cancel 3:c',
      'cancel 3:b',
    ])
    expect(again()).toEqual([])
    expect(after('0:b', 'cancelled')).toEqual([])
    expect(after('1:c', 'completed')).toEqual([])
    expect(after('0:a', 'completed')).toEqual(['failed by 1:a'])
  })
  test('decides nothing for a key that is not in the plan', () => {
    const { after, again } = started('a')
    again()
    expect(after('z', 'completed')).toEqual([])
  })
  test('decides the same for other keys after such a key', () => {
    const plan = planOf(graph('a -> b'))
    const tasks = tasksOf(plan, { a: 'completed' })
    const decider = new Decider(plan, tasks)
    decider.touch('z')
    expect(decider.decide().map(inWords)).toEqual(['ready b'])
  })
})

describe('a step that was cancelled because of a failure', () => {
  //  a ──▶ b ─┐
  //           ├─▶ d
  //        e ─┘
  function decided(drawing: string, statuses: Statuses): string[] {
    const plan = planOf(graph(drawing))
    return decide(plan, tasksOf(plan, statuses).values()).map(inWords)
  }

  test('passes the failure on, so that a join does not go on without it', () =>
    expect(decided('a -> b -> d\ne -> d', { a: 'failed', b: 'cancelled', e: 'completed' })).toEqual(
      ['cancel d', 'failed by a'],
    ))
  test('passes it on also when only one of the steps before it failed', () => {
    const statuses: Statuses = { a: 'failed', f: 'completed', b: 'cancelled', e: 'completed' }
    expect(decided('a -> b -> d\nf -> b\ne -> d', statuses)).toEqual(['cancel d', 'failed by a'])
  })
  test('is no failure when a person cancelled it', () =>
    expect(
      decided('a -> b -> d\ne -> d', { a: 'completed', b: 'cancelled', e: 'completed' }),
    ).toEqual(['ready d']))
  test('a step that was skipped does not make the run a cancelled one', () =>
    expect(decided('a -yes-> b', { a: 'completed', b: 'skipped' })).toEqual(['completed']))
})
