import { describe, expect, it } from 'vitest'
import { endOf, idleFrom, stateOf, type SessionTimes } from './session-state.ts'

const at = (clock: string) => new Date(`2026-11-22T${clock}Z`)
const session = (change: Partial<SessionTimes> = {}): SessionTimes => ({
  createdAt: at('08:00:00'),
  lastSeenAt: at('10:00:00'),
  lockedAt: null,
  expiresAt: at('20:00:00'),
  idleMinutes: 15,
  hours: 12,
  ...change,
})

describe('the state of a session', () => {
  it.each([
    ['10:14:59', 'open'],
    ['10:15:00', 'locked'],
    ['19:59:59', 'locked'],
    ['20:00:00', 'over'],
  ])('at %s is %s', (clock, state) => expect(stateOf(session(), at(clock))).toBe(state))

  it('locked by hand stays locked, and is over all the same', () => {
    const locked = session({ lockedAt: at('10:00:01') })
    expect(stateOf(locked, at('10:00:02'))).toBe('locked')
    expect(stateOf(locked, at('20:00:00'))).toBe('over')
  })

  it('being active does not prolong it', () =>
    expect(stateOf(session({ lastSeenAt: at('20:00:00') }), at('20:00:00'))).toBe('over'))

  it('a stricter limit also holds for a session that runs; a looser one does not', () => {
    expect(endOf(session({ hours: 3 }))).toEqual(at('11:00:00'))
    expect(endOf(session({ hours: 24 }))).toEqual(at('20:00:00'))
    expect(idleFrom(session({ idleMinutes: 5 }))).toEqual(at('10:05:00'))
    expect(idleFrom(session({ idleMinutes: 60 }))).toEqual(at('11:00:00'))
  })
})
