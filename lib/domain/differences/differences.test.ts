import { describe, expect, it } from 'vitest'
import { diffLists } from './diff-lists.ts'
import { diffLines, diffWords } from './diff-texts.ts'
import { diffValues } from './diff-values.ts'

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe('two lists', () => {
  it('their stretches are both lists again, and the fewest edits for small changes', () => {
    const next = numbers(7)
    const list = () => Array.from({ length: Math.floor(next() * 12) }, () => Math.floor(next() * 3))
    for (let round = 0; round < 2000; round++) {
      const before = list()
      const after = list()
      const parts = diffLists(before, after)
      const without = (kind: string) =>
        parts.filter((part) => part.kind !== kind).flatMap(({ items }) => items)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }
    expect(diffLists([1, 2, 3, 4, 5], [1, 3, 4, 9, 5])).toEqual([
      { kind: 'same', items: [1] },
      { kind: 'removed', items: [2] },
      { kind: 'same', items: [3, 4] },
      { kind: 'added', items: [9] },
      { kind: 'same', items: [5] },
    ])
  })

  it('that have nothing in common are replaced whole', () => {
    const many = (from: number) => Array.from({ length: 3000 }, (_none, index) => from + index)
    expect(diffLists(many(0), many(10_000)).map(({ kind, items }) => [kind, items.length])).toEqual(
      [
        ['removed', 3000],
        ['added', 3000],
      ],
    )
  })
})

describe('two texts', () => {
  it('differ by words', () => {
    expect(diffWords('Dear Ada, you are denied.', 'Dear Ada, you are approved.')).toEqual([
      { kind: 'same', text: 'Dear Ada, you are ' },
      { kind: 'removed', text: 'denied' },
      { kind: 'added', text: 'approved' },
      { kind: 'same', text: '.' },
    ])
  })

  it('of many lines show each changed line, however far down it is', () => {
    const lines = Array.from({ length: 400 }, (_none, index) => `const a${index} = ${index}`)
    const changed = lines.with(250, 'const a250 = 0')
    const found = diffLines(lines.join('\n'), changed.join('\n'))
    expect(found.map(({ kind }) => kind)).toEqual([
      'skipped',
      'same',
      'same',
      'same',
      'removed',
      'added',
      'same',
      'same',
      'same',
      'skipped',
    ])
    expect(found[4]).toEqual({ kind: 'removed', text: 'const a250 = 250', before: 251 })
    expect(found[5]).toEqual({ kind: 'added', text: 'const a250 = 0', after: 251 })
    const hidden = found.flatMap((line) => (line.kind === 'skipped' ? line.lines : []))
    expect(hidden).toHaveLength(393)
    expect(diffLines('', 'a\nb')).toEqual([
      { kind: 'added', text: 'a', after: 1 },
      { kind: 'added', text: 'b', after: 2 },
    ])
  })
})

describe('two values', () => {
  it('differ by place; one more item of a list is one difference', () => {
    const before = { to: 'a@x', fields: [{ id: 1 }, { id: 2 }], form: { b: 1, c: 2 } }
    const after = { to: 'b@x', fields: [{ id: 1 }, { id: 9 }, { id: 2 }], form: { c: 2, b: 1 } }
    expect(diffValues(before, after)).toEqual([
      { path: 'to', before: 'a@x', after: 'b@x' },
      { path: 'fields.1', before: undefined, after: { id: 9 } },
      { path: 'form.order', before: ['b', 'c'], after: ['c', 'b'] },
    ])
    expect(diffValues({ a: 1 }, { a: 1 })).toEqual([])
  })
})
