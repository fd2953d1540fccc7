import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isConnectionError, retryWhileDisconnected } from './connection-retry.ts'

const coded = (code: string) => Object.assign(new Error('it failed'), { code })

it.each(['08006', '57P01', '53300', '40001', '40P01', 'ECONNRESET', 'EPROTO'])(
  '%s may pass, also as the cause of an error of the query builder',
  (code) => {
    expect(isConnectionError(coded(code))).toBe(true)
    expect(isConnectionError(new DrizzleQueryError('select', [], coded(code)))).toBe(true)
  },
)

it.each(['the client has no such connection', 'a timeout of the step', 'Client is missing'])(
  'an error of our own is none because of its words: %s',
  (message) => {
    expect(isConnectionError(new Error(message))).toBe(false)
  },
)

it('an error that will be the same the next time is none', () => {
  for (const one of [coded('23505'), coded('22P05'), undefined, 'ECONNRESET'])
    expect(isConnectionError(one)).toBe(false)
})

it('waits longer than a failover with Patroni takes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const answered = retryWhileDisconnected(async () => {
    if (++tries > 1) return 'answered'
    vi.setSystemTime(Date.now() + 60_000)
    throw coded('ECONNREFUSED')
  })
  await expect(answered).resolves.toBe('answered')
})
