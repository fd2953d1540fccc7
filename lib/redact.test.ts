import { expect, test } from 'vitest'

import { hiddenNames, redact } from './redact.ts'

test('hidden names are masked at every depth, however they are written', () => {
  expect(
    redact({
      request: { headers: { Authorization: 'Bearer x', 'set-cookie': 'y', accept: '*/*' } },
      user_api_key: 'k',
      startData: { name: 'Ann' },
    }),
  ).toEqual({
    request: {
      headers: { Authorization: '[redacted]', 'set-cookie': '[redacted]', accept: '*/*' },
    },
    user_api_key: '[redacted]',
    startData: '[redacted]',
  })
})

test('an error shows neither the parameters of the query nor the row that Postgres names', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
  })
  const text = JSON.stringify(
    redact({ error: new Error('Failed query: insert …\nparams: ann@example.com', { cause }) }),
  )
  expect(text).toContain('23505')
  expect(text).not.toContain('ann@example.com')
})

test('what refers to itself ends', () => {
  const loop: Record<string, unknown> = {}
  loop.loop = loop
  expect(JSON.stringify(redact(loop))).toContain('[deeper]')
})

test('API keys are cut to their prefix, in texts and in messages of errors', () => {
  const key = 'rk_live_abcdEFGH1234567890'
  const shown = JSON.stringify(redact({ url: `/x?api_key=${key}`, error: new Error(`bad ${key}`) }))
  expect(shown).not.toContain('EFGH')
  expect(shown).toContain('rk_live_abcd…')
})

test('six levels are shown, with their hidden names, and what lies deeper is left out', () => {
  const inner = { token: 'secret', shown: 'value', list: ['too deep'], object: { too: 'deep' } }
  const at = (depth: number): unknown => (depth === 0 ? inner : { level: at(depth - 1) })
  const seen = JSON.stringify(redact(at(6)))
  expect(seen).toContain(
    '{"token":"[redacted]","shown":"value","list":"[deeper]","object":"[deeper]"}',
  )
  expect(JSON.stringify(redact(at(7)))).toContain('{"level":"[deeper]"}')
})

/** Written out once more: a name that is lost from the list would be logged. */
const names = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passphrase',
  'secret',
  'token',
  'apiKey',
  'credential',
  'credentials',
  'privateKey',
  'secretKey',
  'connectionString',
  'databaseUrl',
  'sessionId',
  'otp',
  'data',
  'startData',
  'formData',
  'input',
  'inputs',
  'output',
  'outputs',
  'body',
  'config',
  'rows',
  'params',
  'args',
  'patientKey',
]

test('every hidden name is masked, and the logger is told of all of them', () => {
  expect(redact(Object.fromEntries(names.map((name) => [name, 'Ann'])))).toEqual(
    Object.fromEntries(names.map((name) => [name, '[redacted]'])),
  )
  expect(hiddenNames.toSorted()).toEqual(names.toSorted())
})

test('a name that ends like a credential is masked, another one is not', () => {
  const shown = { tokens: 1, otpLength: 6, mydata: 'x' }
  expect(redact({ dbPassword: 'x', client_secret: 'x', 'x-token': 'x', ...shown })).toEqual({
    dbPassword: '[redacted]',
    client_secret: '[redacted]',
    'x-token': '[redacted]',
    ...shown,
  })
})

test('a hidden name without a value says so', () => {
  expect(redact({ token: null, output: undefined })).toEqual({ token: null, output: undefined })
})

test('values that are no plain objects are shown as what they are', () => {
  const at = new Date(0)
  expect(redact([at, new Uint8Array([1]), [{ token: 'x' }], 7, true, null])).toEqual([
    at,
    '[bytes]',
    [{ token: '[redacted]' }],
    7,
    true,
    null,
  ])
})

test('lists count as levels', () => {
  const at = (depth: number): unknown => (depth === 0 ? { deep: [] } : [at(depth - 1)])
  expect(JSON.stringify(redact(at(6)))).toBe('[[[[[[{"deep":"[deeper]"}]]]]]]')
})

test('an error is its name, message, code, frames and cause', () => {
  const cause = new TypeError('no row')
  const error = Object.assign(new Error('Failed query: x\nparams: Ann', { cause }), { code: 'E1' })
  error.stack = 'Error: Failed query: x\nparams: Ann\n    at one (a.ts:1:2)\n    at two (b.ts:3:4)'
  delete cause.stack
  expect(redact(error)).toStrictEqual({
    name: 'Error',
    message: 'Failed query: x',
    code: 'E1',
    stack: '    at one (a.ts:1:2)\n    at two (b.ts:3:4)',
    cause: { name: 'TypeError', message: 'no row', stack: '' },
  })
})

test('causes of causes end after six levels', () => {
  const chain = (depth: number): Error =>
    new Error(`level ${depth}`, depth === 9 ? {} : { cause: chain(depth + 1) })
  const text = JSON.stringify(redact(chain(0)))
  expect(text).toContain('level 6')
  expect(text).not.toContain('level 7')
})

test('of an API key nothing is left behind its prefix, however long it is', () => {
  expect(redact('rk_live_abcdEFGH rk_live_abcdEF-gh_90!')).toBe('rk_live_abcd… rk_live_abcd…!')
})
