import { expect, it } from 'vitest'
import { ApiFailure } from '#lib/http/client'
import { shortageSentence } from './shortage-sentence.ts'

it.each([
  [0, undefined, 'server cannot be reached'],
  [503, 'database', 'database cannot be reached'],
  [503, 'storage', 'no room left'],
])('status %s with the reason %s says: %s', (status, reason, sentence) => {
  expect(shortageSentence(new ApiFailure(status, 'unavailable', '', { reason }))).toContain(
    sentence,
  )
})

it('has no sentence for what stops no page', () => {
  const noWorker = new ApiFailure(503, 'unavailable', '', { reason: 'no_worker' })
  for (const one of [noWorker, new ApiFailure(500, 'internal_error', '', {}), new Error('x')])
    expect(shortageSentence(one)).toBeUndefined()
})
