import { afterEach, expect, it, vi } from 'vitest'
import { liftObstaclesBy, request, type ApiFailure } from './client.ts'

const answers = (...given: [number, object][]) => {
  const fetched = vi.fn<typeof fetch>(async () => {
    const [status, body] = given.shift() ?? [500, {}]
    return new Response(JSON.stringify(body), { status })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
  liftObstaclesBy(async () => false)
})
const locked = [423, { error: 'session_locked', message: 'Locked.' }] as [number, object]
const unconfirmed = [403, { error: 'confirmation_required', message: 'Confirm.' }] as [
  number,
  object,
]

it.each([
  ['locked', locked],
  ['to be confirmed', unconfirmed],
])('a call that is %s waits, and is sent again with its body', async (_what, obstacle) => {
  const fetched = answers(obstacle, [200, { done: true }])
  const lift = vi.fn<(failure: ApiFailure) => Promise<boolean>>(async () => true)
  liftObstaclesBy(lift)
  expect(await request('POST', '/api/x', { body: { typed: 1 } })).toEqual({ done: true })
  expect(lift).toHaveBeenCalledOnce()
  expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual(['{"typed":1}', '{"typed":1}'])
})

it('a call that is not confirmed fails with the refusal', async () => {
  answers(unconfirmed)
  await expect(request('POST', '/api/x')).rejects.toMatchObject({ code: 'confirmation_required' })
})

it('other refusals are nobody’s to lift', async () => {
  answers([403, { error: 'forbidden', message: 'No.' }])
  const lift = vi.fn<() => Promise<boolean>>(async () => true)
  liftObstaclesBy(lift)
  await expect(request('GET', '/api/x')).rejects.toMatchObject({ code: 'forbidden' })
  expect(lift).not.toHaveBeenCalled()
})

it('a call that is aborted meanwhile is not sent again', async () => {
  const fetched = answers(locked, [200, {}])
  liftObstaclesBy(() => new Promise(() => undefined))
  const control = new AbortController()
  const called = request('GET', '/api/x', { signal: control.signal })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  control.abort()
  await expect(called).rejects.toMatchObject({ name: 'AbortError' })
  expect(fetched).toHaveBeenCalledOnce()
})
