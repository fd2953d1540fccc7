import { expect, test } from 'vitest'
import { graph } from '#test/samples/graph'
import { recordTypeVersions } from './record-type-versions.ts'

const types = new Map(
  Object.entries({ echo: { info: { version: 1 } }, second: { info: { version: 2 } } }),
)

test('the version of a type with more than one is recorded, whatever was recorded before', () => {
  const definition = graph('a -> b -> c -> d', {
    a: { type: 'echo', typeVersion: 7 },
    b: { type: 'second' },
    c: { type: 'second', typeVersion: 9 },
    d: { type: 'nobody-knows', typeVersion: 3 },
  })
  expect(recordTypeVersions(definition, types).steps.map(({ typeVersion }) => typeVersion)).toEqual(
    [undefined, 2, 2, undefined],
  )
  expect('typeVersion' in (recordTypeVersions(definition, types).steps[0] ?? {})).toBe(false)
})
