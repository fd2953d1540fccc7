import { describe, expect, it } from 'vitest'
import { isLong, canStart, canContinue, type Turn } from './places.ts'

const turn = (organizationId: string, group = '', long = false): Turn => ({
  organizationId,
  group,
  long,
})
const quick = (organizationId: string) => turn(organizationId)
const long = (organizationId: string) => turn(organizationId, '', true)
const limits = { places: 3, perOrganization: Infinity, quick: 3 }

describe('whether a request may start', () => {
  const twoLong = [long('a'), long('a')]
  const threeLong = [...twoLong, long('b')]
  it.each([
    ['while there are places', [quick('a'), quick('a')], quick('a'), true],
    ['in the last place beside long ones of its organization', twoLong, quick('a'), true],
    ['no long one there: it is for other organizations', twoLong, long('a'), false],
    ['another organization’s long one does', twoLong, long('b'), true],
    ['not while one of all places may soon be free', [...twoLong, quick('b')], quick('b'), false],
    [
      'beyond the places as the first of its organization',
      [...twoLong, quick('b')],
      quick('c'),
      true,
    ],
    ['beyond the places when all are long', threeLong, quick('a'), true],
    ['no long one beyond the places', threeLong, long('c'), false],
    ['one beyond the places and no more', [...threeLong, quick('c')], quick('d'), false],
  ])('%s', (_what, running, next, may) => {
    expect(canStart(next, new Set(running), limits)).toBe(may)
  })

  it('has a limit for an organization', () => {
    const two = { ...limits, perOrganization: 2 }
    expect(canStart(turn('a'), new Set([turn('a'), turn('a')]), two)).toBe(false)
    expect(canStart(turn('b'), new Set([turn('a'), turn('a')]), two)).toBe(true)
  })

  it('limits requests that are not long, except the first of an organization', () => {
    const two = { ...limits, quick: 2 }
    const running = new Set([quick('a'), quick('a')])
    expect(canStart(quick('a'), running, two)).toBe(false)
    expect(canStart(quick('b'), running, two)).toBe(true)
    expect(canStart(quick('a'), new Set([quick('a'), long('a')]), two)).toBe(true)
  })

  it('a single place can be used by a long one', () => {
    const one = { ...limits, places: 1 }
    expect(canStart(long('a'), new Set(), one)).toBe(true)
    expect(canStart(quick('a'), new Set([long('a')]), one)).toBe(true)
  })
})

describe('whether a request that has become long continues', () => {
  it.each([
    ['beside others that are not long', [quick('a'), quick('b')], true],
    ['beside one long of its own', [long('a')], true],
    ['not as the third long of its own', [long('a'), long('a')], false],
    ['as the third long of all', [long('b'), long('b')], true],
    ['not as the fourth long of all', [long('b'), long('b'), long('c')], false],
  ])('%s', (_what, others, may) => {
    const own = long('a')
    expect(canContinue(own, new Set([...others, own]), limits)).toBe(may)
  })
})

it.each([
  ['used less', { ageMs: 399, cpuMs: 99 }, true, false],
  ['used so much', { ageMs: 100, cpuMs: 100 }, true, true],
  ['waits for a processor', { ageMs: 4000, cpuMs: 0 }, true, false],
  ['sleeps', { ageMs: 400, cpuMs: 0 }, false, true],
  ['is young, CPU unknown', { ageMs: 99, cpuMs: undefined }, true, false],
  ['is old, CPU unknown', { ageMs: 100, cpuMs: undefined }, true, true],
])('a request that %s is long after 100 ms, or not', (_which, used, runs, long) => {
  expect(isLong({ ...used, isRunnable: () => runs }, 100)).toBe(long)
})
