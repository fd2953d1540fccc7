import { expect, it, vi } from 'vitest'
import { asClient } from '#lib/client-address'
import { newDirectoryToken } from '#lib/directory/token'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { scimDirectory } from '#test/harness/scim'

// Before anything reads the settings.
vi.hoisted(() => {
  process.env['RATE_LIMITS'] = 'directory=2,organization=1,address=30'
})

const api = useApi()
const workflows = endpointsAt('/api/v2/workflows')

it('limits the requests of one directory, and of nobody else in its organization', async () => {
  const first = await scimDirectory(api.organization.id)
  const second = await scimDirectory(api.organization.id)
  const answers = [await first.send('GET', 'Users'), await first.send('GET', 'Users')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [one] = answers
  expect(one?.headers.get('ratelimit-policy')).toBe('"directory";q=2;w=60')
  expect(one?.headers.get('ratelimit')).toMatch(/^"directory";r=1;t=\d+$/)
  const refused = await first.send('POST', 'Users', { body: { userName: 'a@example.com' } })
  expect(refused).toMatchObject({
    status: 429,
    body: { status: '429', detail: expect.stringContaining('This directory may make 2 requests') },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('ratelimit')).toMatch(/^"directory";r=0;t=\d+$/)
  expect((await second.send('GET', 'Users')).status).toBe(200)
  // The organization's only request a minute is still there.
  expect((await api.send(workflows.GET, '/api/v2/workflows')).status).toBe(200)
})

it('counts a wrong token twenty times for its address, so that nobody tries many', async () => {
  const directory = await scimDirectory(api.organization.id)
  const statuses = await asClient('192.0.2.7', async () => {
    const wrong = async () =>
      (await directory.send('GET', 'Users', { token: newDirectoryToken().token })).status
    return [await wrong(), await wrong(), (await directory.send('GET', 'Users')).status]
  })
  expect(statuses).toEqual([401, 401, 429])
  expect((await directory.send('GET', 'Users')).status).toBe(200)
})
