import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { firstHashBits, isSolution, solutionOf } from './proof.ts'

it.each(['', 'abc', 'x'.repeat(55), 'Zm9ybS1zZWVk.3.1234567890'])('hashes %j as SHA-256', (text) =>
  expect(firstHashBits(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE()),
)

it('takes a solution, and no other text', () => {
  const puzzle = { seed: 'Zm9ybS1zZWVk', bits: 6 }
  const solution = solutionOf(puzzle)
  expect(isSolution(puzzle, solution)).toBe(true)
  const [first = '', ...others] = solution.split('.')
  const wrong = [
    '',
    first,
    [`${Number(first) + 1e9}`, ...others].join('.'),
    `${solution}.1`,
    solution.replace('.', '.-'),
    `0x${solution}`,
  ]
  expect(wrong.filter((text) => isSolution({ ...puzzle, bits: 20 }, text))).toEqual([])
  expect(isSolution({ ...puzzle, seed: 'another' }, solution)).toBe(false)
})
