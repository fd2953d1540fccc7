import { describe, expect, it } from 'vitest'
import { NoRoom, Places } from './places.ts'

const limits = { all: 10, each: 6 }
const roomy = { all: 100, each: 50 }

/** Enters, and tells whether that has happened. */
function entering(places: Places, owner: string, bytes: number, signal?: AbortSignal) {
  const state = { entered: false, leave: () => undefined as void }
  const done = places.enter(owner, bytes, signal).then((leave) => {
    state.entered = true
    state.leave = leave
  })
  return { state, done }
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  it('hold so many bytes of one owner and of all; others go on', async () => {
    const places = new Places(limits, roomy)
    const own = [4, 4].map((bytes) => entering(places, 'a', bytes))
    const other = entering(places, 'b', 6)
    await settled()
    expect([...own, other].map(({ state }) => state.entered)).toEqual([true, false, true])
    expect(places.inWork).toBe(10)
    own[0]?.state.leave()
    own[0]?.state.leave()
    await settled()
    expect(own[1]?.state.entered).toBe(true)
    expect(places.inWork).toBe(10)
  })

  it('take one that is larger than the limit when it is alone', async () => {
    const places = new Places(limits, roomy)
    const small = entering(places, 'a', 1)
    const huge = entering(places, 'a', 40)
    await settled()
    expect(huge.state.entered).toBe(false)
    small.state.leave()
    await huge.done
    expect(places.inWork).toBe(40)
  })

  it('owners take turns, however many of one wait', async () => {
    const places = new Places({ all: 5, each: 5 }, roomy)
    const first = entering(places, 'a', 5)
    const own = [1, 2, 3].map(() => entering(places, 'a', 5))
    const other = entering(places, 'b', 5)
    await settled()
    first.state.leave()
    await settled()
    own[0]?.state.leave()
    await settled()
    expect([...own, other].map(({ state }) => state.entered)).toEqual([true, false, false, true])
  })

  it('refuse what would wait beyond the bounds, of one owner and of all', async () => {
    const places = new Places({ all: 1, each: 1 }, { all: 10, each: 6 })
    entering(places, 'a', 5)
    entering(places, 'a', 4)
    await expect(places.enter('a', 3)).rejects.toThrow(NoRoom)
    entering(places, 'b', 6)
    await expect(places.enter('c', 1)).rejects.toThrow(NoRoom)
  })

  it('who leaves the line makes room in it', async () => {
    const places = new Places({ all: 1, each: 1 }, { all: 10, each: 5 })
    const first = entering(places, 'a', 5)
    await settled()
    const gone = new AbortController()
    const aborted = entering(places, 'a', 5, gone.signal)
    gone.abort(new Error('gone'))
    await expect(aborted.done).rejects.toThrow('gone')
    const next = entering(places, 'a', 5)
    first.state.leave()
    await next.done
    await expect(places.enter('a', 1, gone.signal)).rejects.toThrow('gone')
  })
})
