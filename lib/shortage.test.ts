import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { shortageOf } from './shortage.ts'

const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

it.each([
  ['08006', 'database'],
  ['53300', 'database'],
  ['53200', 'database'],
  ['53400', 'database'],
  ['57P01', 'database'],
  ['57P03', 'database'],
  ['25006', 'database'],
  ['55P03', 'database'],
  ['08007', 'database'],
  ['ECONNREFUSED', 'database'],
  ['ECONNRESET', 'database'],
  ['EAI_AGAIN', 'database'],
  ['53100', 'storage'],
  ['58030', 'storage'],
  ['ENOSPC', 'storage'],
  ['EDQUOT', 'storage'],
  ['EROFS', 'storage'],
  ['EMFILE', 'storage'],
  // These are faults of ours or of the request.
  ['23505', undefined],
  ['42P01', undefined],
  ['22P05', undefined],
  ['57014', undefined],
  ['ENOENT', undefined],
  ['ERR_INVALID_ARG_TYPE', undefined],
])('%s is a shortage of: %s', (code, kind) => {
  expect(shortageOf(coded(code))).toBe(kind)
  expect(shortageOf(new DrizzleQueryError('select', [], coded(code)))).toBe(kind)
  expect(shortageOf(new AggregateError([new Error('one'), coded(code)]))).toBe(kind)
  const wrapped = new ApiError('internal_error', 'x', {}, { cause: coded(code) })
  expect(shortageOf(new Error('outer', { cause: wrapped }))).toBe(kind)
})

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('the driver’s "%s" is a database that is away', (message) => {
  expect(shortageOf(new Error(message))).toBe('database')
})

it('anything else is none, also what goes in circles', () => {
  const circle = new Error('circle')
  circle.cause = circle
  for (const one of [undefined, null, 'ENOSPC', { code: 'ENOSPC' }, new Error('x'), circle])
    expect(shortageOf(one)).toBeUndefined()
})
