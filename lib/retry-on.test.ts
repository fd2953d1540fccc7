import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { hasSqlState, retryOn } from './retry-on.ts'

const coded = (code: string) => Object.assign(new Error('it failed'), { code })

/** Fails with each of the errors, then answers. */
function failing(...errors: Error[]) {
  const left = [...errors]
  return vi.fn<() => Promise<string>>(async () => {
    const error = left.shift()
    if (error) throw error
    return 'done'
  })
}

it('repeats the work while it fails with one of the codes, also where they are wrapped', async () => {
  const work = failing(coded('40001'), new DrizzleQueryError('select', [], coded('40P01')))
  const before = vi.fn<(failed: number) => void>()
  expect(await retryOn(['40P01', '40001'], work, { beforeRetry: before })).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
  expect(before.mock.calls.map(([failed]) => failed)).toEqual([1, 2])
})

it('throws any other error at once, and the last one when the attempts are used up', async () => {
  const other = failing(coded('23505'))
  await expect(retryOn(['40001'], other)).rejects.toMatchObject({ code: '23505' })
  expect(other).toHaveBeenCalledTimes(1)
  const again = failing(coded('40001'), coded('40001'), coded('40001'))
  await expect(retryOn(['40001'], again, { attempts: 2 })).rejects.toMatchObject({ code: '40001' })
  expect(again).toHaveBeenCalledTimes(2)
})

it('takes a predicate, and gives up when beforeRetry throws', async () => {
  const work = failing(new Error('first'), new Error('second'))
  const giveUp = (failed: number, error: unknown) => {
    if (failed === 2) throw error
  }
  await expect(retryOn(() => true, work, { beforeRetry: giveUp })).rejects.toThrow('second')
})

it('finds no code in what is no error, nor in what goes in circles', () => {
  const circle = new Error('circle')
  circle.cause = circle
  for (const one of [undefined, null, '40001', { code: '40001' }, circle])
    expect(hasSqlState(one, ['40001'])).toBe(false)
})
