import { expect, it } from 'vitest'
import { graph } from '#test/samples/graph'
import { planOf } from './plan.ts'
import { RunState } from './run-state.ts'

it('a call whose worker was lost may have happened, and its next attempt learns of it', () => {
  const plan = planOf(graph('send', { send: { type: 'keyed' } }))
  const runState = new RunState(plan, '01990000-0000-7000-8000-000000000000', [])
  runState.start('send', 'idempotent', new Date(), {})
  runState.recover()
  expect(runState.task('send')).toMatchObject({
    status: 'pending',
    state: { mayHaveHappened: true },
  })
})
