import { expect, it } from 'vitest'
import { adviceOf } from './advice.ts'

it.each([
  ['The provider answered: access_denied.', 'Assign yourself'],
  ["The provider's answer was refused: server responded with an error (invalid_client).", 'secret'],
  ["The provider's metadata at https://a.example cannot be used: expired", 'openid-configuration'],
  ["The provider's answer was refused: it is of another issuer.", 'entity ID'],
  ["The provider's answer was refused: SAML assertion audience mismatch.", 'audience'],
  ["The provider's answer was refused: it is for another recipient.", 'reply URL'],
  ["The provider's answer was refused: Invalid document signature.", 'signed response'],
  ["The provider's answer was refused: Invalid signature.", 'certificate'],
  [
    "The provider's answer was refused: it is signed with SHA-1 or another weak algorithm.",
    'SHA-256',
  ],
  ["The provider's answer was refused: SAML assertion expired: clocks skewed too much.", 'clocks'],
  [
    "The provider's answer was refused: none of our keys opens it: give our present metadata.",
    'key',
  ],
])('%s is followed by what to do', (message, words) => {
  expect(adviceOf(message)).toContain(words)
})

it('nothing is said about what is not known', () => {
  expect(adviceOf('The provider’s answer was refused: something new.')).toBeUndefined()
})
