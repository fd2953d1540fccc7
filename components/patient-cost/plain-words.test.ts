import { expect, it } from 'vitest'
import { plainWords } from './plain-words.ts'

it.each([
  [
    'Ask the payer, and give overrides.copay or overrides.coinsurance.',
    'Ask the payer, and give “Copay” or “Coinsurance”.',
  ],
  ['Give place, e.g. place 11.', 'Give “Place of service”, e.g. place 11.'],
  [
    'Nothing was written off. Set overrides.contractualWriteOff when its contract binds.',
    'Nothing was written off.',
  ],
  ['Set overrides.familyDeductibleRemaining.', 'Set overrides.familyDeductibleRemaining.'],
])('%s', (message, words) => expect(plainWords(message)).toBe(words))
