import { describe, expect, it } from 'vitest'
import type { Contract } from '#lib/contracts/contract'
import { useApi } from '#test/harness/api'
import { paramsOf } from '#test/suites/params-of'
import { endpoints as table } from './endpoints.ts'

// Holds for every endpoint: bad input gets a clear refusal in the endpoint's error body, and the
// process survives.
const api = useApi()
const endpoints = table.map((handler) => ({ contract: handler.contract, handler }))
const takesJson = endpoints.filter(
  ({ contract }) => contract.hasBody && contract.binary === undefined,
)
const guarded = endpoints.filter(({ contract }) => contract.auth === 'key')
const named = (list: typeof endpoints) =>
  list.map(
    (endpoint) => [`${endpoint.contract.method} ${endpoint.contract.path}`, endpoint] as const,
  )

const shapes = {
  A: (status: number) => ({
    error: expect.stringMatching(/^[a-z][a-z0-9_]*$/) as string,
    message: expect.stringContaining(' ') as string,
    statusCode: status,
    details: expect.any(Object) as object,
  }),
  B: () => ({ error: expect.stringContaining(' ') as string }),
  C: () => ({ message: expect.stringContaining(' ') as string }),
}
const refusal = (contract: Contract, status: number) => ({
  status,
  body: shapes[contract.errors[status] ?? contract.errors.other](status),
})

type Endpoint = (typeof endpoints)[number]
const send = async ({ contract, handler }: Endpoint, sent: Parameters<typeof api.send>[2]) => {
  const { params, address } = paramsOf(contract)
  const { status, body } = await api.send(handler, address, {
    params,
    method: contract.method,
    headers: { 'if-match': '"1"', ...sent?.headers },
    ...sent,
  })
  return { status, body }
}

const nested = `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`
const badBodies: [string, string | Uint8Array, number, Record<string, string>][] = [
  ['no JSON', '{"a": ', 400, {}],
  ['another type', 'a=1', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['more than 5 MB', `{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`, 413, {}],
  ['deep nesting', nested, 400, {}],
  ['a number beyond all bounds', '{"a":1e999}', 400, {}],
  ['a whole number that would be rounded', '{"a":12345678901234567890}', 400, {}],
  ['__proto__', '{"__proto__":{"admin":true}}', 400, {}],
  ['a NUL character', '{"a":"\\u0000"}', 400, {}],
  ['half a character', '{"a":"\\ud800"}', 400, {}],
  [
    'what is not UTF-8',
    new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    400,
    {},
  ],
]

describe('every endpoint', () => {
  it('the table has many endpoints', () =>
    expect([endpoints.length > 50, takesJson.length > 20]).toEqual([true, true]))

  it.each(named(guarded))(
    '%s is 401 without a credential and with a dead one',
    async (_name, endpoint) => {
      expect(await send(endpoint, { as: null })).toEqual(refusal(endpoint.contract, 401))
      expect(
        await send(endpoint, {
          as: null,
          headers: { authorization: 'Bearer rk_live_0000000000000000000000000000' },
        }),
      ).toEqual(refusal(endpoint.contract, 401))
    },
  )

  it.each(named(endpoints))(
    '%s refuses a query parameter that it does not declare',
    async (_name, endpoint) => {
      const { contract, handler } = endpoint
      const { status, body } = await api.send(handler, `${contract.path}?nosuch=1`, {
        params: paramsOf(contract).params,
        method: contract.method,
      })
      expect({ status, body }).toEqual(refusal(contract, 400))
    },
  )
})

describe.each(badBodies)('a body that is %s', (_what, body, status, headers) => {
  it.each(named(takesJson))(`%s answers ${status}`, async (_name, endpoint) => {
    expect(await send(endpoint, { body, headers })).toEqual(refusal(endpoint.contract, status))
  })
})
