import { expect, it, vi } from 'vitest'
import { playTwice, type Failure, type Played } from './play-again.ts'

const one: Failure = { file: 'a.test.ts', test: 'it holds', message: 'it did not' }
const other: Failure = { file: 'b.test.ts', test: 'it holds too', message: 'nor this' }
const played = (passed: number, ...failures: Failure[]): Played => ({
  code: failures.length > 0 ? 1 : 0,
  passed,
  failed: failures.length,
  failures,
})
const play = (...all: Played[]) => {
  const next = vi.fn<(files?: string[]) => Promise<Played>>()
  for (const each of all) next.mockResolvedValueOnce(each)
  return next
}
const inTime = () => 40

it('plays nothing again when all pass', async () => {
  const all = play(played(9))
  expect(await playTwice(all, inTime)).toEqual({ passed: 9, failed: 0, failures: [] })
  expect(all).toHaveBeenCalledTimes(1)
})

it('names a test that passes when it is played again, and fails one that fails twice', async () => {
  const all = play(played(7, one, other), played(3, other))
  expect(await playTwice(all, inTime)).toEqual({
    passed: 8,
    failed: 1,
    failures: ['b.test.ts > it holds too: nor this'],
    unsteady: ['a.test.ts > it holds: it did not'],
  })
  expect(all).toHaveBeenLastCalledWith(['a.test.ts', 'b.test.ts'])
})

it('fails when the runner itself ends with an error, also the second time', async () => {
  const crashed: Played = { code: 1, passed: 8, failed: 0, failures: [] }
  expect(await playTwice(play(crashed), inTime)).toMatchObject({ passed: 8, failed: 1 })
  expect(await playTwice(play(played(8, one), { ...crashed, passed: 0 }), inTime)).toMatchObject({
    passed: 8,
    failed: 1,
  })
})

it('plays nothing again when many files fail, an error has no test, or the time is over', async () => {
  const many = ['c', 'd', 'e', 'f'].map((file) => ({ ...one, file }))
  for (const [first, minutes] of [
    [played(5, ...many), 40],
    [{ ...played(5, one), failed: 2 }, 40],
    [played(5, one), 76],
  ] as const) {
    const all = play(first)
    expect(await playTwice(all, () => minutes)).toMatchObject({ failed: first.failed })
    expect(all).toHaveBeenCalledTimes(1)
  }
})
