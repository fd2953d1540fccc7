import { expect, it } from 'vitest'
import type { Assumption } from '../eligibility/benefit.ts'
import { memoize } from './memoize.ts'

const guess: Assumption = { code: 'guess', message: 'It was guessed.' }

it('finds an answer once, and says of every line what was assumed for it', () => {
  const memory: Parameters<typeof memoize>[0]['memory'] = new Map()
  const said: string[] = []
  const lineOf = (name: string) => ({
    memory,
    assume: ({ code }: Assumption) => void said.push(`${name} ${code}`),
  })
  let times = 0
  const find = (assume: (assumption: Assumption) => void) => {
    times += 1
    assume(guess)
    return times
  }
  expect(memoize(lineOf('first'), 'key', find)).toBe(1)
  expect(memoize(lineOf('second'), 'key', find)).toBe(1)
  expect(memoize(lineOf('third'), 'another key', find)).toBe(2)
  expect(said).toEqual(['first guess', 'second guess', 'third guess'])
})
