import { expect, it } from 'vitest'
import { ApiFailure } from '#lib/http/client'
import { refusalInWords } from './refusal-words.ts'

const refused = (details: Record<string, unknown>) =>
  new ApiFailure(422, 'unprocessable', 'Name each of them in `accept`.', details)

it('says what to tick where the API names what to send', () => {
  expect(refusalInWords(refused({ needs: 'accept', differences: ['a b', 'c d'] }))).toBe(
    'The back-test found 2 differences that nobody has accepted. ' +
      'Tick each under “Accept what differs”, or mend the draft.',
  )
  expect(refusalInWords(refused({ needs: 'accept', differences: ['a b'] }))).toContain(
    '1 difference that nobody has accepted. Tick it under',
  )
})

it('says any other reason as it is', () => {
  expect(refusalInWords(refused({ needs: 'accept', differences: [] }))).toBe(
    'Name each of them in `accept`.',
  )
  expect(refusalInWords(new Error('No connection.'))).toBe('No connection.')
})
