import { expect, it } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

// The sentences come from Zod itself, so that a version with other words is noticed.
it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This is required; it must be text.'],
  [z.unknown().nonoptional(), undefined, 'This is required.'],
  [z.array(z.string()), 'x', 'This must be a list, not text.'],
  [z.record(z.string(), z.unknown()), [], 'This must be an object, not a list.'],
  [z.strictObject({}), null, 'This must be an object, not null.'],
  [z.boolean(), 1, 'This must be true or false, not a number.'],
  [z.string().min(1, 'Name the patient.'), '', 'Name the patient.'],
  [z.coerce.number(), 'many', 'This must be a number.'],
  [z.number(), -Infinity, 'This must be a number.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.literal('now'), 'then', 'This must be "now".'],
  [z.literal(1), 2, 'This must be 1.'],
  [z.literal(true), false, 'This must be true.'],
  [
    z.enum(['running', 'suspended', 'on | off']),
    'x',
    'This must be one of "running", "suspended", "on | off".',
  ],
  [z.union([z.string(), z.number()]), null, 'This is none of the values that may be here.'],
  [z.iso.datetime(), 'x', 'This must be a date and time, such as 2026-03-07T09:00:00Z.'],
  [z.iso.date(), 'x', 'This must be a date, such as 2026-03-07.'],
  [z.iso.time(), 'x', 'This must be a time, such as 09:00:00.'],
  [z.iso.duration(), 'x', 'This must be a duration, such as PT15M.'],
  [z.email(), 'x', 'This must be an e-mail address, such as name@example.com.'],
  [z.url(), 'x', 'This must be a web address, such as https://example.com.'],
  [z.uuid(), 'x', 'This must be an id (UUID).'],
  [z.uuidv4(), 'x', 'This must be an id (UUID).'],
  [z.guid(), 'x', 'This must be an id (UUID).'],
  [z.ipv4(), 'x', 'This must be a valid IPv4 address.'],
  [z.base64(), '?', 'This must be a valid base64-encoded string.'],
  [z.e164(), 'x', 'This must be a valid E.164 number.'],
  [z.string().regex(/^a/), 'x', 'This text does not have the form that is asked for.'],
  [z.string().startsWith('a'), 'x', 'This must start with "a".'],
  [z.string().endsWith('a'), 'x', 'This must end with "a".'],
  [z.string().includes('a'), 'x', 'This must include "a".'],
  [z.string().min(2), 'x', 'This must have at least 2 characters.'],
  [z.string().max(1), 'xx', 'This may have at most 1 character.'],
  [z.array(z.unknown()).min(2), [], 'This must have at least 2 items.'],
  [z.map(z.string(), z.string()).min(1), new Map(), 'This must have at least 1 entry.'],
  [z.array(z.unknown()).max(2), [1, 2, 3], 'This may have at most 2 items.'],
  [z.number().min(0.5), 0, 'This must be at least 0.5.'],
  [z.number().positive(), 0, 'This must be more than 0.'],
  [z.number().max(10), 11, 'This may be at most 10.'],
  [z.number().negative(), 0, 'This must be less than 0.'],
  [z.number().multipleOf(5), 3, 'This must be a multiple of 5.'],
])('a value that does not fit is described in plain words', (schema, value, sentence) => {
  expect(plainIssue(schema.safeParse(value).error?.issues[0]?.message ?? '')).toBe(sentence)
})

it.each(['Invalid date of birth: it is in the future.', 'Choose a workflow.', ''])(
  'our own sentence stays: %j',
  (sentence) => expect(plainIssue(sentence)).toBe(sentence),
)
