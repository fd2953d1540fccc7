import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '#lib/domain/statuses'
import { graph } from '#test/samples/graph'
import { decide } from './decide.ts'
import { planOf } from './plan.ts'

/**
 * The decisions for a drawing and the statuses of its tasks, each as a short text. `completed:yes`
 * is a task that completed by the branch "yes". Tasks that are not named still wait.
 */
function decided(
  drawing: string,
  statuses: Record<string, TaskStatus | `completed:${string}`>,
): string[] {
  const plan = planOf(graph(drawing))
  const tasks = new Map(
    plan.order.map(({ key }) => [
      key,
      {
        key,
        stepId: key,
        status: 'waiting-dependencies' as TaskStatus,
        via: undefined as string | undefined,
      },
    ]),
  )
  for (const [key, text] of Object.entries(statuses)) {
    const [status, via] = text.split(':')
    tasks.set(key, { key, stepId: key.split('!').at(-1) ?? key, status: status as TaskStatus, via })
  }
  return decide(plan, tasks.values()).map((decision) =>
    decision.kind === 'finish'
      ? `${decision.status}${decision.failed ? ` by ${decision.failed}` : ''}`
      : `${decision.kind} ${decision.key}`,
  )
}

describe('a chain', () => {
  //  a ──▶ b ──▶ c
  const chain = 'a -> b -> c'
  test('starts at its root', () => expect(decided(chain, {})).toEqual(['ready a']))
  test('waits while a step runs', () => expect(decided(chain, { a: 'running' })).toEqual([]))
  test('goes on one step', () => expect(decided(chain, { a: 'completed' })).toEqual(['ready b']))
  test('completes', () =>
    expect(decided(chain, { a: 'completed', b: 'completed', c: 'completed' })).toEqual([
      'completed',
    ]))
  test('stops after a failure', () =>
    expect(decided(chain, { a: 'completed', b: 'failed' })).toEqual(['cancel c', 'failed by b']))
  test('stops after a cancellation, all of it at once', () =>
    expect(decided(chain, { a: 'cancelled' })).toEqual(['cancel b', 'cancel c', 'cancelled']))
})

describe('a diamond', () => {
  //      ┌─▶ b ─┐
  //  a ──┤      ├─▶ d
  //      └─▶ c ─┘
  const diamond = 'a -> b -> d\na -> c -> d'
  test('starts both branches', () =>
    expect(decided(diamond, { a: 'completed' })).toEqual(['ready b', 'ready c']))
  test('joins only when both are settled', () => {
    expect(decided(diamond, { a: 'completed', b: 'completed', c: 'suspended' })).toEqual([])
    expect(decided(diamond, { a: 'completed', b: 'completed', c: 'completed' })).toEqual([
      'ready d',
    ])
  })
  test('joins with one branch when the other was cancelled', () =>
    expect(decided(diamond, { a: 'completed', b: 'cancelled', c: 'completed' })).toEqual([
      'ready d',
    ]))
  test('does not join when one branch failed, without waiting for the other', () =>
    expect(decided(diamond, { a: 'completed', b: 'failed', c: 'running' })).toEqual(['cancel d']))
  test('fails when the other branch has ended', () =>
    expect(
      decided(diamond, { a: 'completed', b: 'failed', c: 'completed', d: 'cancelled' }),
    ).toEqual(['failed by b']))
})

describe('a choice', () => {
  //      ┌─ yes ─▶ b ──▶ c ─┐
  //  a ──┤                  ├─▶ e
  //      └─ no ──▶ d ───────┘
  const choice = 'a -yes-> b -> c -> e\na -no-> d -> e'
  test('takes one branch and skips the other to its end', () =>
    expect(decided(choice, { a: 'completed:no' })).toEqual(['skip b', 'ready d', 'skip c']))
  test('joins with the branch that was taken', () =>
    expect(
      decided(choice, { a: 'completed:no', b: 'skipped', c: 'skipped', d: 'completed' }),
    ).toEqual(['ready e']))
  test('by a branch that no step follows: everything after it is skipped', () =>
    expect(decided(choice, { a: 'completed:maybe' })).toEqual([
      'skip b',
      'skip d',
      'skip c',
      'skip e',
      'completed',
    ]))
})

describe('a choice with an edge for every branch', () => {
  //      ┌─ yes ─▶ b
  //  a ──┤
  //      └───────▶ c      always
  test('the plain edge is taken whatever the branch', () =>
    expect(decided('a -yes-> b\na -> c', { a: 'completed:no' })).toEqual(['skip b', 'ready c']))
})

describe('a choice that leads to the same step twice', () => {
  //  a ── yes ──▶ b
  //  a ── no ───▶ b
  test('one taken edge is enough', () =>
    expect(decided('a -yes-> b\na -no-> b', { a: 'completed:no' })).toEqual(['ready b']))
})

describe('a cancelled branch beside a skipped one', () => {
  //  a ──▶ b ─┐
  //           ├─▶ e
  //  c ──▶ d ─┘
  test('a step that only cancelled and skipped steps led to is cancelled', () =>
    expect(
      decided('a -> b -> e\nc -> d -> e', {
        a: 'completed',
        b: 'cancelled',
        c: 'completed',
        d: 'skipped',
      }),
    ).toEqual(['cancel e', 'cancelled']))
})

describe('the end of a run', () => {
  //  a ──▶ b      c
  test('is completed when a last step completed beside a cancelled one', () =>
    expect(decided('a -> b\nc', { a: 'cancelled', b: 'cancelled', c: 'completed' })).toEqual([
      'completed',
    ]))
  test('is cancelled when none did', () =>
    expect(decided('a -> b\nc', { a: 'completed', b: 'cancelled', c: 'skipped' })).toEqual([
      'cancelled',
    ]))
  test('blames the failure that comes first in the graph', () =>
    expect(decided('a -> b\nc', { a: 'completed', b: 'failed', c: 'failed' })).toEqual([
      'failed by c',
    ]))
  test('of nothing is completed', () => expect(decided('', {})).toEqual(['completed']))
})

describe('a failure with a handler that mends it', () => {
  //  a ──▶ b ──▶ c
  //        ╎ failed, continue
  //        ▼
  //        h
  const mended = 'a -> b -> c\nb -!continue-> h'
  test('asks for the handler once', () => {
    expect(decided(mended, { a: 'completed', b: 'failed' })).toEqual(['handle b!h'])
    expect(decided(mended, { a: 'completed', b: 'failed', 'b!h': 'running' })).toEqual([])
  })
  test('its output replaces that of the failed step', () =>
    expect(decided(mended, { a: 'completed', b: 'failed', 'b!h': 'completed' })).toEqual([
      'ready c',
    ]))
  test('the handler’s branch counts', () =>
    expect(
      decided('b -yes-> c\nb -no-> d\nb -!continue-> h', { b: 'failed', 'b!h': 'completed:no' }),
    ).toEqual(['skip c', 'ready d']))
  test('fails when the handler fails or is cancelled', () => {
    expect(decided(mended, { a: 'completed', b: 'failed', 'b!h': 'failed' })).toEqual([
      'cancel c',
      'failed by b',
    ])
    expect(decided(mended, { a: 'completed', b: 'failed', 'b!h': 'cancelled' })).toEqual([
      'cancel c',
      'failed by b',
    ])
  })
  test('a cancelled step has no handler', () =>
    expect(decided(mended, { a: 'completed', b: 'cancelled' })).toEqual(['cancel c', 'cancelled']))
})

describe('a failure with a handler that does not replace it', () => {
  //  a ──▶ b
  //  ╎ failed, fail
  //  ▼
  //  h
  const told = 'a -> b\na -!fail-> h'
  test('runs the handler, then fails', () => {
    expect(decided(told, { a: 'failed' })).toEqual(['handle a!h'])
    expect(decided(told, { a: 'failed', 'a!h': 'completed' })).toEqual(['cancel b', 'failed by a'])
  })
  test('a handler may have a handler, and never itself', () => {
    expect(
      decided('a\na -!continue-> h\nh -!continue-> i', { a: 'failed', 'a!h': 'failed' }),
    ).toEqual(['handle a!h!i'])
    expect(
      decided('a\na -!continue-> h\nh -!continue-> i', {
        a: 'failed',
        'a!h': 'failed',
        'a!h!i': 'completed',
      }),
    ).toEqual(['completed'])
    expect(
      decided('a\na -!continue-> h\nh -!continue-> h', { a: 'failed', 'a!h': 'failed' }),
    ).toEqual(['failed by a'])
  })
  test('one handler serves many steps, a task each', () =>
    expect(decided('a\nb\na -!fail-> h\nb -!fail-> h', { a: 'failed', b: 'failed' })).toEqual([
      'handle a!h',
      'handle b!h',
    ]))
})

test('a step after a handler is never taken', () =>
  expect(decided('a\na -!continue-> h\nh -> z', { a: 'completed' })).toEqual([
    'skip z',
    'completed',
  ]))

describe('a handler that fails', () => {
  //  send ── failed ──▶ cleanup ── failed ──▶ notify ── failed ──▶ cleanup
  const drawing = 'send -!continue-> cleanup -!continue-> notify -!continue-> cleanup'
  test('has its own handler', () =>
    expect(decided(drawing, { send: 'failed', 'send!cleanup': 'failed' })).toEqual([
      'handle send!cleanup!notify',
    ]))
  test('is not handled by one that failed before it', () =>
    expect(
      decided(drawing, {
        send: 'failed',
        'send!cleanup': 'failed',
        'send!cleanup!notify': 'failed',
      }),
    ).toEqual(['failed by send']))
  test('is handled by a step whose name is a part of its own', () =>
    expect(decided('send -!continue-> e', { send: 'failed' })).toEqual(['handle send!e']))
})
