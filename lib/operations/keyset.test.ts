import { expect, test } from 'vitest'

import { decodeCursor, pageOfRows } from './keyset.ts'

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
  expect(decodeCursor(nextCursor ?? undefined, 2)).toEqual(['3', 'name 3'])
})

test('the last page has no cursor, also when it is exactly full', () => {
  expect(page(3, 3)).toEqual({ items: [1, 2, 3], nextCursor: null })
  expect(page(2, 3)).toEqual({ items: [1, 2], nextCursor: null })
  expect(page(0, 3)).toEqual({ items: [], nextCursor: null })
})

test('no cursor means the first page', () => {
  expect(decodeCursor(undefined, 1)).toBeUndefined()
})

const made = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url')

test.each([
  ['no JSON', 'abc', 1],
  ['no list', made({ 0: 'a', length: 1 }), 1],
  ['too few values', made(['a']), 2],
  ['too many values', made(['a', 'b']), 1],
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
