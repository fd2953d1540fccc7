import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { createCircuits } from './circuit.ts'

const unwell = () => new ApiError('provider_error', 'It broke.', { provider: 'p', status: 503 })
const open = { code: 'provider_unavailable', statusCode: 502 }

/** A provider with scripted answers, and the port to it. */
function setUp() {
  let time = 0
  let calls = 0
  let answer: () => Promise<string> = async () => 'fine'
  const guard = createCircuits({ failuresToOpen: 3, openMs: 1000, now: () => time })
  const real = {
    ask: async (word: string) => (calls++, `${word} ${await answer()}`),
    test: async () => (calls++, await answer()),
  }
  const port = (key = 'connection', settings = 'settings') => guard(real, key, settings)
  const fail = async (error: Error = unwell()) => {
    answer = async () => Promise.reject(error)
    await expect(port().ask('hello')).rejects.toBe(error)
  }
  return {
    port,
    fail,
    succeeds: () => {
      answer = async () => 'fine'
    },
    answers: (next: () => Promise<string>) => {
      answer = next
    },
    wait: (ms: number) => {
      time += ms
    },
    calls: () => calls,
  }
}
type Circuit = ReturnType<typeof setUp>

async function opened(): Promise<Circuit> {
  const circuit = setUp()
  for (let call = 1; call <= 3; call++) await circuit.fail()
  return circuit
}

describe('the circuit of a connection', () => {
  it('passes calls and answers on', async () => {
    expect(await setUp().port().ask('hello')).toBe('hello fine')
  })

  it('opens after consecutive failures, reports why and how long, and makes no call', async () => {
    const circuit = await opened()
    circuit.succeeds()
    await expect(circuit.port().ask('hello')).rejects.toMatchObject({
      ...open,
      message: expect.stringContaining('It broke.'),
      details: { failures: 3, retryAfterSeconds: 1 },
      headers: { 'retry-after': '1' },
    })
    expect(circuit.calls()).toBe(3)
  })

  it('stays open for the provider’s Retry-After when that is longer', async () => {
    const circuit = setUp()
    const headers = { 'retry-after': '60' }
    const slowDown = new ApiError('provider_error', 'Slow down.', { status: 429 }, { headers })
    for (let call = 1; call <= 3; call++) await circuit.fail(slowDown)
    circuit.succeeds()
    circuit.wait(59_000)
    await expect(circuit.port().ask('hello')).rejects.toMatchObject(open)
    circuit.wait(1001)
    expect(await circuit.port().ask('hello')).toBe('hello fine')
  })

  it.each([
    ['a timeout', new ApiError('provider_timeout', 'Late.')],
    ['a broken connection', new ApiError('provider_error', 'Broken.', { provider: 'p' })],
    ['too many requests', new ApiError('provider_error', 'Slow down.', { status: 429 })],
  ])('%s counts', async (_what, error) => {
    const circuit = setUp()
    for (let call = 1; call <= 3; call++) await circuit.fail(error)
    await expect(circuit.port().ask('hello')).rejects.toMatchObject(open)
  })

  it.each([
    ['an unknown patient', new ApiError('not_found', 'Nobody.')],
    ['refused credentials', new ApiError('provider_error', 'No.', { status: 401 })],
    ['an internal address', new ApiError('provider_error', 'No.', { code: 'internal_address' })],
    ['a caller who gave up', new Error('gone')],
  ])('%s does not', async (_what, error) => {
    const circuit = setUp()
    for (let call = 1; call <= 5; call++) await circuit.fail(error)
    circuit.succeeds()
    expect(await circuit.port().ask('hello')).toBe('hello fine')
  })

  it('a success in between resets the count', async () => {
    const circuit = setUp()
    for (let round = 1; round <= 3; round++) {
      await circuit.fail()
      await circuit.fail()
      circuit.succeeds()
      await circuit.port().ask('hello')
    }
    expect(circuit.calls()).toBe(9)
  })

  it('lets one probe through when its time is over; the success closes it', async () => {
    const circuit = await opened()
    circuit.wait(1000)
    let end: (value: string) => void = () => undefined
    circuit.answers(
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    const probe = circuit.port().ask('probe')
    await expect(circuit.port().ask('hello')).rejects.toMatchObject(open)
    end('back')
    expect(await probe).toBe('probe back')
    circuit.succeeds()
    expect(await circuit.port().ask('hello')).toBe('hello fine')
  })

  it('stays open when the probe fails, and allows another when its caller gave up', async () => {
    const circuit = await opened()
    circuit.wait(1000)
    await circuit.fail()
    await expect(circuit.port().ask('hello')).rejects.toMatchObject({
      ...open,
      details: { failures: 4 },
    })
    circuit.wait(1000)
    await circuit.fail(new Error('gone'))
    circuit.succeeds()
    expect(await circuit.port().ask('hello')).toBe('hello fine')
  })

  it('is separate per connection, and new with new settings', async () => {
    const circuit = await opened()
    circuit.succeeds()
    expect(await circuit.port('another').ask('hello')).toBe('hello fine')
    expect(await circuit.port('connection', 'mended').ask('hello')).toBe('hello fine')
  })

  it('a test always goes through, and closes it when it succeeds', async () => {
    const circuit = await opened()
    await expect(circuit.port().test()).rejects.toMatchObject({ code: 'provider_error' })
    circuit.succeeds()
    expect(await circuit.port().test()).toBe('fine')
    expect(await circuit.port().ask('hello')).toBe('hello fine')
  })
})
