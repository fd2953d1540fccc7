import { expect, it } from 'vitest'
import { ResultCache } from './result-cache.ts'

const rows = [{ denied: 4 }]
const counting = 'SELECT count(*) AS denied FROM claims'

it('repeats an answer for a minute, only to its own organization', () => {
  const kept = new ResultCache()
  kept.set('a', counting, rows, 1000)
  expect(kept.get('a', counting, 60_999)).toBe(rows)
  expect(kept.get('a', counting, 61_000)).toBeUndefined()
  expect(kept.get('b', counting, 1000)).toBeUndefined()
  expect(kept.get('a', `${counting} `, 1000)).toBeUndefined()
})

it.each([
  'SELECT random()',
  'SELECT now()',
  'SELECT current_date',
  'SELECT CURRENT_TIMESTAMP',
  'FROM claims USING SAMPLE 3',
  'SELECT * FROM claims TABLESAMPLE 1%',
  'SELECT localtimestamp',
  'SELECT uuid()',
  `SELECT nextval('s')`,
  'SELECT today()',
])('does not cache results that vary: %s', (query) => {
  const kept = new ResultCache()
  kept.set('a', query, rows)
  expect(kept.get('a', query)).toBeUndefined()
})

it('caches small answers, up to a limit', () => {
  const kept = new ResultCache({ entries: 2, rows: 2 })
  kept.set('a', 'SELECT 0', [...rows, ...rows, ...rows])
  for (const query of ['SELECT 1', 'SELECT 2', 'SELECT 1', 'SELECT 3']) kept.set('a', query, rows)
  expect([0, 1, 2, 3].map((number) => kept.get('a', `SELECT ${number}`) !== undefined)).toEqual([
    false,
    true,
    false,
    true,
  ])
})
