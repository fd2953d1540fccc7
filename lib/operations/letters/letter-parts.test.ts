import { expect, it } from 'vitest'
import { letterParts } from './letter-parts.ts'

it.each([
  ['metadata', '{"claim": 12345678901234567890}', 'metadata.claim', /Send it as text/],
  ['metadata', '{"claim": "a\\u0000b"}', 'metadata.claim', /NUL/],
  ['metadata', '{', 'metadata', /is JSON/],
])('the part %s with %s is refused at %s', (name, text, path, message) => {
  const expected = { path, message: expect.stringMatching(message) as string }
  let refusal: unknown
  try {
    letterParts({ [name]: text })
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({ statusCode: 400, details: { issues: [expected] } })
})
