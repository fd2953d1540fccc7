import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { errorResponse } from './errors.ts'
import { parseInput } from './request/parse-input.ts'

const sizeOf = async (error: ApiError) =>
  (await errorResponse(error, shapesA, 'id').arrayBuffer()).byteLength

/** The error with which parsing refuses the value. */
function refusalOf(schema: z.ZodType, value: unknown): ApiError {
  try {
    parseInput(schema, value)
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('It was not refused.')
}

describe('an error is at most 64 KB', () => {
  it.each<[string, ApiError]>([
    ['a long message', new ApiError('hook_refused', '😀'.repeat(500_000))],
    ['large details', new ApiError('hook_refused', 'No.', { list: Array(100_000).fill('x') })],
    [
      'many long issues',
      ApiError.invalid(
        Array.from({ length: 90 }, (_, index) => ({
          path: `${index}${'x'.repeat(9_000)}`,
          message: 'y'.repeat(9_000),
        })),
      ),
    ],
    [
      'issues whose characters take several bytes',
      ApiError.invalid(
        Array.from({ length: 90 }, (_, index) => ({
          path: `${index}${'€'.repeat(300)}`,
          message: '\u0001'.repeat(300),
        })),
      ),
    ],
    [
      'details of such characters',
      new ApiError('hook_refused', '\u0001'.repeat(5_000), {
        text: '€'.repeat(50_000),
      }),
    ],
    [
      'unknown fields',
      refusalOf(
        z.strictObject({}),
        Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`field${index}`, 1])),
      ),
    ],
  ])('%s', async (_what, error) => expect(await sizeOf(error)).toBeLessThan(64 * 1024))

  it('counts the unknown fields that it omits', () => {
    const fields = Array.from({ length: 400_000 }, (_, index) => [`field${index}`, 1])
    const { details } = refusalOf(z.strictObject({}), Object.fromEntries(fields))
    expect(details['issues']).toHaveLength(101)
    expect(details['more']).toBe(399_900)
  })
})

describe('a list that is too long', () => {
  const schema = z.strictObject({ ids: z.array(z.uuid()).max(1_000).optional() })

  it('is refused before its entries are validated', () => {
    const { details } = refusalOf(schema, { ids: Array(1_000_000).fill(1) })
    const message = 'There may be at most 1,000 entries.'
    expect(details).toEqual({ issues: [{ path: 'ids', message }] })
  })

  it('has a default limit, unless its entries are free-form', () => {
    const lists = z.object({ texts: z.array(z.string()), free: z.array(z.unknown()) })
    const texts = Array(10_001).fill('x')
    const free = Array(20_000).fill(1)
    expect(refusalOf(lists, { texts, free }).details['issues']).toHaveLength(1)
    expect(parseInput(lists, { texts: [], free })).toEqual({ texts: [], free })
  })
})
