import { expect, it } from 'vitest'
import { graph } from '#test/samples/graph'
import { planOf } from './plan.ts'
import { RunPicture } from './run-picture.ts'

it('a call whose worker was lost may have happened, and its next attempt learns of it', () => {
  const plan = planOf(graph('send', { send: { type: 'keyed' } }))
  const picture = new RunPicture(plan, '01990000-0000-7000-8000-000000000000', [])
  picture.begin('send', 'idempotent', new Date(), {})
  picture.takeOver()
  expect(picture.task('send')).toMatchObject({
    status: 'pending',
    state: { mayHaveHappened: true },
  })
})
