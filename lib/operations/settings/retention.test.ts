import { expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'

const route = endpointsAt('/api/v2/settings')

const api = useApi()
const change = (retentionDays: unknown) =>
  api.send(route.PATCH, '/api/v2/settings', { body: { retentionDays }, as: 'owner' })

it('says how long ended runs are kept, leaves other settings alone, and can be taken back', async () => {
  expect((await api.send(route.GET, '/api/v2/settings')).body).toMatchObject({
    retentionDays: null,
  })
  await inOrganization(api.organization.id, (tx) =>
    tx.update(organizations).set({ settings: { mailFrom: 'a@example.com' } }),
  )
  expect(await change(90)).toMatchObject({ status: 200, body: { retentionDays: 90 } })
  const kept = async () =>
    (
      await inOrganization(api.organization.id, (tx) =>
        tx.select({ settings: organizations.settings }).from(organizations),
      )
    )[0]?.settings
  expect(await kept()).toEqual({ mailFrom: 'a@example.com', retentionDays: 90 })
  expect(await change(null)).toMatchObject({ status: 200, body: { retentionDays: null } })
  expect(await kept()).toEqual({ mailFrom: 'a@example.com' })
})

it.each([0, -1, 1.5, 3651, 'forever'])('refuses %s days', async (days) =>
  expect((await change(days)).status).toBe(400),
)
