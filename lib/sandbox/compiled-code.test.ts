import { describe, expect, test } from 'vitest'
import { CompiledCodeCache } from './compiled-code.ts'

const typed = 'export default (a: string) => a as string'
const stripped = 'export default (a        ) => a          '

describe('CompiledCode', () => {
  test('caches by organization and source', () => {
    const kept = new CompiledCodeCache()
    kept.set('one', typed, stripped)
    expect(kept.get('one', typed)).toEqual({ ok: true, code: stripped })
    expect(kept.get('two', typed)).toBeUndefined()
    expect(kept.get('one', `${typed} `)).toBeUndefined()
    // The two parts of the key cannot overlap.
    kept.set('one', 'two\n1', 'two\n1')
    expect(kept.get('one\ntwo', '1')).toBeUndefined()
  })

  test.for([
    ['another text', 'export default (a        ) => b          '],
    ['a longer text', `${stripped} ; steal()`],
    ['a text in the place of types', 'export default (a, b    ) => a          '],
  ] as const)('does not cache %s', ([, code]) => {
    const kept = new CompiledCodeCache()
    kept.set('one', typed, code)
    expect(kept.get('one', typed)).toBeUndefined()
  })

  test('is bounded, and drops the least recently used first', () => {
    const kept = new CompiledCodeCache()
    const source = (index: number) => `${index}${'x'.repeat(2_500_000)}`
    for (let index = 0; index < 4; index += 1) {
      kept.set('one', source(index), source(index))
      expect(kept.get('one', source(0))).toBeDefined()
    }
    const found = [0, 1, 2, 3].filter((index) => kept.get('one', source(index)))
    expect(found).toEqual([0, 2, 3])
  })
})
