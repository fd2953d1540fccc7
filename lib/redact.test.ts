import { expect, test } from 'vitest'

import { redact } from './redact.ts'

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
