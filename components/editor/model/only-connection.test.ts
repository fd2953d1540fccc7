import { expect, it } from 'vitest'
import { stepTypeInfos } from '#lib/steps/registry'
import { onlyConnection } from './only-connection.ts'

const types = new Map(stepTypeInfos().map((type) => [type.type, type]))
const given = (type: string, ...slugs: string[]) => {
  const found = types.get(type)
  return (
    found &&
    onlyConnection(
      found,
      slugs.map((slug) => ({ slug, kind: found.connection ?? 'emr' })),
    )
  )
}

it('chooses the only connection there is, and nothing where there is a choice or none', () => {
  expect(given('check-eligibility', 'sandbox')).toEqual({ connection: 'sandbox' })
  expect(given('check-eligibility', 'sandbox', 'real')).toEqual({})
  expect(given('check-eligibility')).toEqual({})
  expect(given('transform', 'sandbox')).toEqual({})
  expect(given('http-request', 'sandbox')).toEqual({})
})

it('serves every type that needs a connection', () => {
  const served = [...types.values()].flatMap((type) =>
    type.connection && !type.connectionOptional
      ? [onlyConnection(type, [{ kind: type.connection, slug: 'only' }])]
      : [],
  )
  expect(served).not.toHaveLength(0)
  expect(served).toEqual(served.map(() => ({ connection: 'only' })))
})
