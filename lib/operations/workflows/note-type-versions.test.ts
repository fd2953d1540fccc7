import { expect, test } from 'vitest'
import type { StepType } from '#lib/steps/define-step'
import { graph } from '#lib/testing/graph'
import { echo } from '#lib/testing/steps'
import { noteTypeVersions } from './note-type-versions.ts'

const second: StepType = { ...echo, info: { ...echo.info, type: 'second', version: 2 } }
const types = new Map([echo, second].map((type) => [type.info.type, type]))

test('the version of a type that has more than one is noted, whatever was noted before', () => {
  const definition = graph('a -> b -> c -> d', { a: { type: 'echo', typeVersion: 7 }, b: { type: 'second' }, c: { type: 'second', typeVersion: 9 }, d: { type: 'nobody-knows', typeVersion: 3 } })
  expect(noteTypeVersions(definition, types).steps.map(({ typeVersion }) => typeVersion)).toEqual([undefined, 2, 2, undefined])
  expect('typeVersion' in (noteTypeVersions(definition, types).steps[0] ?? {})).toBe(false)
})
