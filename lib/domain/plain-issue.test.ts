import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

// The sentences come from Zod itself, so that a version of it that words them otherwise is noticed.
it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This is required; it must be text.'],
  [z.unknown().nonoptional(), undefined, 'This is required.'],
  [z.array(z.string()), 'x', 'This must be a list, not text.'],
  [z.record(z.string(), z.unknown()), [], 'This must be an object, not a list.'],
  [z.strictObject({}), null, 'This must be an object, not null.'],
  [z.boolean(), 1, 'This must be true or false, not a number.'],
  [z.string().min(1, 'Name the patient.'), '', 'Name the patient.'],
])('a value of the wrong kind is told in plain words', (schema, value, sentence) => {
  expect(plainIssue(schema.safeParse(value).error?.issues[0]?.message ?? '')).toBe(sentence)
})
