import { expect, it } from 'vitest'
import { graph } from '#test/samples/graph'
import { partToTry, type TryPart } from './part-to-try.ts'

//  a ─▶ b ─▶ loop ─ each ─▶ c ─▶ d
//       │      └─── done ─▶ e ─▶ f
//       └ on failure ─▶ h
const drawn = 'a -> b -> loop -each-> c -> d\nb -!continue-> h\nloop -done-> e -> f'
const definition = graph(drawn, {
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'h'].map((id) => [id, {}])),
  loop: { type: 'for-each', config: { items: [] } },
})
const parts = (part: TryPart, step: string) => {
  const { wanted, held } = partToTry(definition, part, step)
  return { wanted: wanted && [...wanted].toSorted(), held: [...held].toSorted() }
}

it('tries one step with what was recorded before it', () => {
  expect(parts('step', 'e')).toEqual({
    wanted: ['a', 'b', 'c', 'd', 'e', 'h', 'loop'],
    held: ['a', 'b', 'c', 'd', 'f', 'h', 'loop'],
  })
})

it('plays the loops around a step, because they have its items', () => {
  expect(parts('step', 'd').held).not.toContain('loop')
  expect(parts('step', 'd').wanted).toEqual(['a', 'b', 'c', 'd', 'h', 'loop'])
  expect(parts('from', 'd').held).toEqual(['a', 'b', 'c', 'e', 'f', 'h'])
})

it('tries all up to a step, with the bodies of loops and the handlers of failures', () => {
  expect(parts('to', 'e')).toEqual({
    wanted: ['a', 'b', 'c', 'd', 'e', 'h', 'loop'],
    held: ['f'],
  })
  expect(parts('to', 'b')).toEqual({
    wanted: ['a', 'b'],
    held: ['c', 'd', 'e', 'f', 'h', 'loop'],
  })
})

it('tries all from a step on', () => {
  expect(parts('from', 'b')).toEqual({ wanted: undefined, held: ['a'] })
  expect(parts('from', 'e').held).toEqual(['a', 'b', 'c', 'd', 'h', 'loop'])
  expect(parts('all', 'e')).toEqual({ wanted: undefined, held: [] })
})
