import { describe, expect, it } from 'vitest'
import { mayBegin, mayGoOn, nextTurn, Served, type Turn } from './places.ts'

const turn = (organizationId: string, group = '', long = false): Turn => ({
  organizationId,
  group,
  long,
})
const quick = (organizationId: string) => turn(organizationId)
const long = (organizationId: string) => turn(organizationId, '', true)
const limits = { places: 3, perOrganization: Infinity }

describe('whether a request may begin', () => {
  const twoLong = [long('a'), long('a')]
  const threeLong = [...twoLong, long('b')]
  it.each([
    ['while there are places', [quick('a'), quick('a')], quick('a'), true],
    ['in the last place beside long ones of its organization', twoLong, quick('a'), true],
    ['no long one there: it is for other organizations', twoLong, long('a'), false],
    ['another organization’s long one does', twoLong, long('b'), true],
    ['not while one of all places may soon be free', [...twoLong, quick('b')], quick('c'), false],
    ['beyond the places when all are long', threeLong, quick('a'), true],
    ['no long one beyond the places', threeLong, long('c'), false],
    ['one beyond the places and no more', [...threeLong, quick('c')], quick('d'), false],
  ])('%s', (_what, running, next, may) => {
    expect(mayBegin(next, new Set(running), limits)).toBe(may)
  })

  it('has a limit for an organization', () => {
    const two = { places: 3, perOrganization: 2 }
    expect(mayBegin(turn('a'), new Set([turn('a'), turn('a')]), two)).toBe(false)
    expect(mayBegin(turn('b'), new Set([turn('a'), turn('a')]), two)).toBe(true)
  })

  it('a single place can hold a long one', () => {
    const one = { places: 1, perOrganization: Infinity }
    expect(mayBegin(long('a'), new Set(), one)).toBe(true)
    expect(mayBegin(quick('a'), new Set([long('a')]), one)).toBe(true)
  })
})

describe('whether a request that has become long goes on', () => {
  it.each([
    ['beside others that are not long', [quick('a'), quick('b')], true],
    ['beside one long of its own', [long('a')], true],
    ['not as the third long of its own', [long('a'), long('a')], false],
    ['as the third long of all', [long('b'), long('b')], true],
    ['not as the fourth long of all', [long('b'), long('b'), long('c')], false],
  ])('%s', (_what, others, may) => {
    const own = long('a')
    expect(mayGoOn(own, new Set([...others, own]), limits)).toBe(may)
  })
})

describe('whose turn it is', () => {
  const roomy = { places: 9, perOrganization: 9 }
  const next = (waiting: Turn[], running: Turn[], served = new Served()) =>
    nextTurn(waiting, new Set(running), roomy, served)
  it('the organization with the fewest running, then the group, then who came first', () => {
    const ofOne = [turn('a', 'x'), turn('a', 'y')]
    const waiting = [...ofOne, turn('b', 'x'), turn('b', 'y'), turn('b', 'y')]
    expect(next(waiting, [])).toBe(waiting[0])
    expect(next(waiting, [turn('a', 'z')])).toBe(waiting[2])
    expect(next(waiting, [turn('a', 'z'), turn('b', 'x')])).toBe(waiting[0])
    expect(next(waiting, [turn('a', 'z'), turn('a', 'z'), turn('b', 'x')])).toBe(waiting[3])
    expect(next([], [])).toBeUndefined()
  })

  it('among equals the organization, and within it the group, that began longest ago', () => {
    const served = new Served()
    const waiting = [turn('a', 'x'), turn('a', 'y'), turn('b', 'x')]
    const order = [1, 2, 3, 4].map(() => {
      const found = next(waiting, [], served)
      if (found) served.note(found)
      return found && waiting.indexOf(found)
    })
    expect(order).toEqual([0, 2, 1, 2])
  })

  it('who may not begin does not hold up who may', () => {
    const waiting = [long('a'), quick('a')]
    const running = new Set([long('a'), long('a')])
    expect(nextTurn(waiting, running, limits, new Served())).toBe(waiting[1])
  })
})
