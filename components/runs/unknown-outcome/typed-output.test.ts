import { expect, it } from 'vitest'
import { typedOutputSchema } from './typed-output.ts'

const read = (output: string) => typedOutputSchema.safeParse({ output })

it.each([
  ['', null],
  ['  ', null],
  ['{"id": "123"}', { id: '123' }],
  ['[1, 2]', [1, 2]],
])('%j is %j', (text, output) => expect(read(text).data).toEqual({ output }))

it.each([
  ['{"id": 12', 'This is not JSON'],
  ['{"id": 12345678901234567890}', '12345678901234567890'],
])('refuses %j', (text, words) => {
  const { error } = read(text)
  expect(error?.issues.map(({ path }) => path)).toEqual([['output']])
  expect(error?.issues[0]?.message).toContain(words)
})
