import { expect, test } from 'vitest'

import { cursorValue, decodeCursor, keysetPage, pageOfRows } from './keyset.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
const page = (count: number, limit: number) =>
  pageOfRows(
    rows(count),
    limit,
    ({ id }) => [id, `name ${id}`],
    ({ id }) => id,
  )

test('a page with rows after it shows its limit and where the next one starts', () => {
  const { items, nextCursor } = page(4, 3)
  expect(items).toEqual([1, 2, 3])
  expect(decodeCursor(nextCursor ?? undefined, [cursorValue.integer, cursorValue.text])).toEqual([
    '3',
    'name 3',
  ])
})

test('the last page has no cursor, also when it is exactly full', () => {
  expect(page(3, 3)).toEqual({ items: [1, 2, 3], nextCursor: null })
  expect(page(2, 3)).toEqual({ items: [1, 2], nextCursor: null })
  expect(page(0, 3)).toEqual({ items: [], nextCursor: null })
})

test('no cursor means the first page', () => {
  expect(decodeCursor(undefined, [cursorValue.text])).toBeUndefined()
})

const made = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url')

test.each([
  ['no JSON', 'abc', [/a/]],
  ['no list', made({ 0: 'a', length: 1 }), [/a/]],
  ['too many values', made(['a', 'b']), [/a/]],
  ['a text that Postgres refuses', made(['a\0']), [cursorValue.text]],
  ['a value of another form', made(['a', 'b']), [/^a$/, /^\d+$/]],
  ['fewer values than forms', made(['a']), [/^a$/, /^\d+$/]],
])('a cursor with %s is refused with its place', (_what, cursor, shape) => {
  expect(() => decodeCursor(cursor, shape)).toThrow(
    expect.objectContaining({
      details: {
        issues: [{ path: 'cursor', message: expect.stringContaining('Use nextCursor') as string }],
      },
    }) as Error,
  )
})

test('a cursor whose values have their forms is read', () => {
  expect(decodeCursor(made(['a', 7]), [/^a$/, /^\d+$/])).toEqual(['a', '7'])
})

test('a list is read with one row more than it shows, after the key of its cursor', async () => {
  const asked: unknown[] = []
  const ask = (cursor?: string) =>
    keysetPage(
      { limit: 2, cursor },
      {
        shape: [cursorValue.integer],
        async rows(after, count) {
          asked.push([after, count])
          const start = after ? Number(after[0]) : 0
          return rows(5).slice(start, start + count)
        },
        keyOf: ({ id }) => [id],
        view: ({ id }) => id,
      },
    )
  const first = await ask()
  const second = await ask(first.nextCursor ?? undefined)
  const third = await ask(second.nextCursor ?? undefined)
  expect([first, second, third].map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]])
  expect(third.nextCursor).toBeNull()
  expect(asked).toEqual([
    [undefined, 3],
    [['2'], 3],
    [['4'], 3],
  ])
})

// Postgres is handed these texts as they are, so nothing else may pass.
test.each([
  ['uuid', '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', true],
  ['uuid', 'x0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', false],
  ['uuid', '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001x', false],
  ['uuid', '0-7c2e-7b1a-9a53-1f6a52f4c001', false],
  ['uuid', '0199d3a0-7c2e-1f6a52f4c001', false],
  ['uuid', '0199d3a0-7-7-9-1f6a52f4c001', false],
  ['uuid', '0199d3a0-7c2e-7b1a-9a53-1', false],
  ['integer', '-123456789', true],
  ['integer', '7', true],
  ['integer', '1234567890', false],
  ['integer', '7x', false],
  ['integer', 'x7', false],
  ['millis', '1790000000000', true],
  ['millis', '-1', false],
  ['millis', '1x', false],
  ['millis', '1234567890123456', false],
  ['micros', '1790000000000000', true],
  ['micros', '-1', false],
  ['micros', '1x', false],
  ['micros', '123456789012345678', false],
] as const)('the form %s takes %s: %s', (form, value, isTaken) => {
  expect(cursorValue[form].test(value)).toBe(isTaken)
})
