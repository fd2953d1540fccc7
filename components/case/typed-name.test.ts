import { expect, it } from 'vitest'
import { partsOf } from './parts-of.ts'
import { typedName } from './typed-name.ts'

it.each([
  ['@', ''],
  ['Ask @Be', 'Be'],
  ['Ask @Bea Lo', 'Bea Lo'],
  ['(@be', 'be'],
  ['mail a@b', undefined],
  ['@Bea\nand', undefined],
  ['no name', undefined],
])('finds the name that is being typed in %j', (text, expected) => {
  expect(typedName(text, text.length)).toBe(expected)
})

it('marks the longest name, each time that it stands there, and nothing else', () => {
  const ada = { userId: '1', name: 'Ada' }
  const long = { userId: '2', name: 'Ada Long' }
  expect(partsOf('Ask @Ada Long and @Ada, not @Adam.', [ada, long])).toEqual([
    'Ask ',
    long,
    ' and ',
    ada,
    ', not @Adam.',
  ])
  expect(partsOf('Ada', [ada])).toEqual(['Ada'])
})
