import { beforeAll, describe, expect, it } from 'vitest'
import { sealSession, sessionCookieName } from '#lib/auth/session-token'
import { signInWithPassword } from '#lib/auth/sign-in/sign-in-with-password'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn } from '#test/samples/person'

const settings = endpointsAt('/api/v2/settings')
const password = endpointsAt('/api/v2/profile/password')
const one = endpointsAt('/api/v2/sessions/{id}')
const all = endpointsAt('/api/v2/sessions')

const api = useApi()
const first = 'the first password'
let email: string
let browsers: { id: string; headers: Record<string, string> }[]

const browser = async (given: string) => {
  const result = await signInWithPassword({
    email,
    password: given,
    address: newId(),
    userAgent: 'Firefox',
  })
  if ('refused' in result) throw new Error('refused')
  return {
    id: result.sessionId,
    headers: {
      cookie: `${sessionCookieName()}=${await sealSession(result.sessionId)}`,
      origin: 'http://localhost:3000',
    },
  }
}
const list = (index: number) =>
  api.send(all.GET, '/api/v2/sessions', { as: null, headers: browsers[index]?.headers ?? {} })

beforeAll(async () => {
  email = `${newId()}@example.com`
  await createOrganizationWithOwner({
    organizationName: 'Clinic',
    slug: newId(),
    ownerEmail: email,
    ownerName: 'Ada',
    password: first,
  })
  browsers = [await browser(first), await browser(first), await browser(first)]
})

describe('sessions, in the order of a day', () => {
  it('are listed, the present one marked', async () => {
    const items = (await list(1)).body['items'] as {
      id: string
      current: boolean
      userAgent: string
    }[]
    expect(items).toHaveLength(3)
    expect(items.filter((session) => session.current).map((session) => session.id)).toEqual([
      browsers[1]?.id,
    ])
    expect(items[0]?.userAgent).toBe('Firefox')
    expect((await api.send(all.GET, '/api/v2/sessions', { as: 'worker' })).body).toEqual({
      items: [],
    })
  })

  it('are ended one by one, and only by their own person', async () => {
    const stranger = await signedIn(api.organization.id, 'owner', 'Eve')
    const end = (headers: Record<string, string>) =>
      api.send(one.DELETE, `/api/v2/sessions/${browsers[2]?.id}`, {
        as: null,
        headers,
        params: { id: browsers[2]?.id ?? '' },
      })
    expect((await end(stranger.headers)).status).toBe(404)
    expect((await list(2)).status).toBe(200)
    expect((await end(browsers[0]?.headers ?? {})).status).toBe(204)
    expect((await list(2)).status).toBe(401)
  })

  it('others end when the password is changed', async () => {
    const change = (body: object) =>
      api.send(password.POST, '/api/v2/profile/password', {
        as: null,
        headers: browsers[0]?.headers ?? {},
        body,
      })
    expect(
      await change({ currentPassword: 'wrong', newPassword: 'the second password' }),
    ).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'currentPassword' }] } } })
    expect((await change({ currentPassword: first, newPassword: 'short' })).status).toBe(400)
    expect(
      (await change({ currentPassword: first, newPassword: 'the second password' })).status,
    ).toBe(204)
    expect([(await list(0)).status, (await list(1)).status]).toEqual([200, 401])
    await expect(browser(first)).rejects.toThrow('refused')
    browsers.push(await browser('the second password'))
  })

  it('guesses of the password from a stolen session are limited', async () => {
    const guess = () =>
      api.send(password.POST, '/api/v2/profile/password', {
        as: null,
        headers: browsers[0]?.headers ?? {},
        body: { currentPassword: 'guess', newPassword: 'the third password' },
      })
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('a person without a password has none to change', async () => {
    const { headers } = await signedIn(api.organization.id, 'worker', 'Sam')
    expect(
      (
        await api.send(password.POST, '/api/v2/profile/password', {
          as: null,
          headers,
          body: { currentPassword: 'x', newPassword: 'a fine new password' },
        })
      ).status,
    ).toBe(409)
  })

  it('all end at once', async () => {
    expect(
      await api.send(all.DELETE, '/api/v2/sessions', {
        as: null,
        headers: browsers[0]?.headers ?? {},
      }),
    ).toMatchObject({ status: 200, body: { ended: 2 } })
    expect([(await list(0)).status, (await list(3)).status]).toEqual([401, 401])
  })
})

describe('settings', () => {
  const change = (body: object, as: 'owner' | 'builder' = 'owner') =>
    api.send(settings.PATCH, '/api/v2/settings', { body, as })

  it('change what is given', async () => {
    expect(await change({ timeZone: 'Europe/Berlin' })).toMatchObject({
      status: 200,
      body: { name: 'Test Clinic', timeZone: 'Europe/Berlin' },
    })
    expect(await change({ name: ' North Clinic ' })).toMatchObject({
      body: { name: 'North Clinic', timeZone: 'Europe/Berlin' },
    })
    expect((await api.send(settings.GET, '/api/v2/settings', { as: 'worker' })).body).toMatchObject(
      { name: 'North Clinic' },
    )
  })

  it.each([{ timeZone: 'Mars/Olympus' }, { timeZone: '+02:00' }, { name: ' ' }, { slug: 'x' }])(
    'refuse %j',
    async (body) => {
      expect((await change(body)).status).toBe(400)
    },
  )

  it('are the owners’', async () => {
    expect((await change({ name: 'x' }, 'builder')).status).toBe(403)
  })
})
