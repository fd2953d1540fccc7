import { describe, expect, it } from 'vitest'
import { evaluate } from './compute-expressions.ts'
import { parseExpression, references, resolveAtOnce } from './expressions.ts'

describe('functions that write values for people', () => {
  it.each<[string, unknown, unknown]>([
    ['$text(start.a)', 'x', 'x'],
    ['$text(start.a)', null, ''],
    ['$text(start.a)', undefined, ''],
    ['$text(start.a)', 0.1 + 0.2, '0.3'],
    ['$text(start.a)', true, 'yes'],
    ['$text(start.a)', ['x', null, 2], 'x, 2'],
    ['$text(start.a, "nobody")', '', 'nobody'],
    ['$text(start.a, "none")', [], 'none'],
    ['$text(start.a, "none")', 0, '0'],
    ['$date(start.a, "long")', '2026-11-23', 'November 23, 2026'],
    ['$date(start.a, "short", "America/New_York")', '2026-11-23', '11/23/2026'],
    ['$date(start.a, "weekday")', '2026-11-23', 'Monday, November 23, 2026'],
    ['$date(start.a, "long", "America/New_York")', '2026-11-23T02:05:00Z', 'November 22, 2026'],
    ['$date(start.a, "time", "America/New_York")', '2026-07-01T16:05:00Z', '12:05 PM'],
    ['$date(start.a, "time", "America/New_York")', '2026-01-01T17:05:00+00:00', '12:05 PM'],
    ['$date(start.a, "date-time", "UTC")', Date.UTC(2026, 0, 1, 0, 5), 'January 1, 2026, 12:05 AM'],
    ['$date(start.a, "iso", "UTC")', '2026-01-01T23:00:00.000Z', '2026-01-01'],
    ['$date(start.a, "long")', 'next week', 'next week'],
    ['$date(start.a, "long")', '2026-02-31', '2026-02-31'],
    ['$date(start.a, "long")', '2026-02-01T10:00', '2026-02-01T10:00'],
    ['$date(start.a, "long")', null, null],
    ['$amount(start.a, "dollars")', 1234.5, '$1,234.50'],
    ['$amount(start.a, "dollars")', -1234.5, '-$1,234.50'],
    ['$amount(start.a, "whole")', -0.2, '0'],
    ['$amount(start.a, "two")', '12', '12.00'],
    ['$amount(start.a, "two")', 'a dozen', 'a dozen'],
    ['$amount(start.a, "two")', null, null],
    ['$list(start.a, "and")', ['x', 'y', 'z'], 'x, y and z'],
    ['$list(start.a, "or")', ['x', 'y'], 'x or y'],
    ['$list(start.a, "bullets")', ['x', null, 'y'], '- x\n- y'],
    ['$list(start.a, "and")', [], null],
    [
      '$list(start.a, "and", "date", "medium")',
      ['2026-11-23', null, '2026-12-01'],
      'Nov 23, 2026 and Dec 1, 2026',
    ],
    [
      '$list(start.a, "lines", "date", "time", "America/New_York")',
      ['2026-11-23T20:05:00Z', 'soon'],
      '3:05 PM\nsoon',
    ],
    ['$list(start.a, "commas", "amount", "dollars")', [1234.5, 2], '$1,234.50, $2.00'],
    ['$list(start.a, "commas", "amount", "dollars")', 7, '$7.00'],
    ['$filled(start.a)', 0, true],
    ['$filled(start.a)', '', false],
  ])('%s of %j', async (expression, a, expected) => {
    const context = { start: { a } }
    expect(await evaluate(expression, context)).toBe(expected)
    const budget = { values: 10_000, characters: 10_000 }
    expect(resolveAtOnce({ value: { $: expression } }, context, budget)).toEqual({
      value: expected,
    })
  })

  it.each([
    ['$date(start.a, "roman")', '$date does not know this style.'],
    ['$date("2026-01-01T10:00:00Z", "long", "Mars/Base")', '$date does not know this time zone.'],
    ['$amount(start.a, "euros")', 'Write whole, two, dollars.'],
    ['$list(start.a, "and", "time")', 'Write date or amount.'],
    ['$list(start.a, "and", "date", "roman")', '$date does not know this style.'],
  ])('%s says what to write instead', async (expression, message) => {
    const refused = evaluate(expression, { start: { a: 'SECRET' } })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.not.toThrow('SECRET')
  })

  it('reads only what it is given', () => {
    expect(parseExpression('$date(start.day, "long", run.timeZone)').ok).toBe(true)
    expect(references('$text(start.name)')).toMatchObject({ startFields: ['name'], run: false })
  })
})
