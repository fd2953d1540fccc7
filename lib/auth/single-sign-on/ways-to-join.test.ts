import { beforeEach, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { organizationWithKeys } from '#test/harness/api'
import { seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'
import { findWaysToJoin } from './ways-to-join.ts'

useTestDatabase()
let organizationId: string
beforeEach(async () => {
  organizationId = (await organizationWithKeys()).id
})

const connect = async (status: 'active' | 'tested', of = organizationId) =>
  await seedSsoConnection({
    organizationId: of,
    kind: 'oidc',
    config: { issuer: 'https://login.example.com', clientId: 'x' },
    status,
  })
const wayOf = (id: string) => ({ name: `Provider ${id}`, start: `/api/auth/sso/${id}/start` })

it('offers the active providers of the organization that invites, and a password', async () => {
  const id = await connect('active')
  await connect('tested')
  await connect('active', (await organizationWithKeys()).id)
  expect(await findWaysToJoin(organizationId, 'bo@elsewhere.org')).toEqual({
    providers: [wayOf(id)],
    password: true,
  })
})

it('offers the one provider of a domain that is enforced, and no password', async () => {
  const id = await connect('active')
  await connect('active')
  const domain = `h-${newId()}.org`
  await seedProvenDomain(organizationId, id, domain, { enforced: true })
  const only = { providers: [wayOf(id)], password: false }
  expect(await findWaysToJoin(organizationId, `bo@${domain}`)).toEqual(only)
  // The domain has no say in another organization.
  const other = (await organizationWithKeys()).id
  expect(await findWaysToJoin(other, `bo@${domain}`)).toEqual({ providers: [], password: true })
})
