import { describe, expect, it } from 'vitest'
import { WaitQueue } from './wait-queue.ts'
import type { Turn } from './places.ts'

const turn = (organizationId: string, group = '', long = false): Turn => ({
  organizationId,
  group,
  long,
})
const roomy = { places: 9, perOrganization: 9, quick: 9 }

function lineOf(turns: Turn[]): WaitQueue<Turn> {
  const line = new WaitQueue<Turn>()
  for (const each of turns) line.add(each)
  return line
}
const next = (turns: Turn[], running: Turn[]) => lineOf(turns).next(new Set(running), roomy)

describe('the next turn', () => {
  it('goes to the organization with the fewest running, then by group, then by age', () => {
    const ofOne = [turn('a', 'x'), turn('a', 'y')]
    const waiting = [...ofOne, turn('b', 'x'), turn('b', 'y'), turn('b', 'y')]
    expect(next(waiting, [])).toBe(waiting[0])
    expect(next(waiting, [turn('a', 'z')])).toBe(waiting[2])
    expect(next(waiting, [turn('a', 'z'), turn('b', 'x')])).toBe(waiting[0])
    expect(next(waiting, [turn('a', 'z'), turn('a', 'z'), turn('b', 'x')])).toBe(waiting[3])
    expect(next([], [])).toBeUndefined()
  })

  it('goes among equals to the organization and group whose last start is oldest', () => {
    const waiting = [turn('a', 'x'), turn('a', 'y'), turn('b', 'x'), turn('b', 'x')]
    const line = lineOf(waiting)
    const order = waiting.map(() => {
      const found = line.next(new Set(), roomy)
      if (!found) return undefined
      expect(line.remove(found)).toBe(true)
      line.began(found)
      return waiting.indexOf(found)
    })
    expect(order).toEqual([0, 2, 1, 3])
    expect(line.size).toBe(0)
  })

  it('goes to an earlier long request, unless it may not start', () => {
    const waiting = [turn('a'), turn('a', '', true)]
    const limits = { places: 3, perOrganization: Infinity, quick: 3 }
    const line = lineOf(waiting)
    expect(line.next(new Set(), limits)).toBe(waiting[1])
    expect(line.next(new Set([turn('a', '', true), turn('a', '', true)]), limits)).toBe(waiting[0])
  })

  it('is found without a scan of all waiting requests', () => {
    let looks = 0
    const watched = (): Turn => ({
      organizationId: 'a',
      group: 'x',
      get long() {
        looks += 1
        return false
      },
    })
    const line = lineOf(Array.from({ length: 10_000 }, watched))
    const added = looks
    for (let round = 0; round < 100; round += 1) {
      const found = line.next(new Set(), roomy)
      if (found) line.remove(found)
    }
    expect(looks - added).toBeLessThanOrEqual(300)
    expect(line.sizeOf('a')).toBe(9_900)
  })
})

describe('the line', () => {
  it('says whether a request waited, and clears them all', () => {
    const one = turn('a')
    const other = turn('a')
    const line = lineOf([one])
    expect(line.remove(other)).toBe(false)
    expect(line.remove(one)).toBe(true)
    expect(line.remove(one)).toBe(false)
    line.add(one)
    line.add(turn('b', '', true))
    expect(line.clear()).toHaveLength(2)
    expect([line.size, line.sizeOf('a')]).toEqual([0, 0])
  })
})
