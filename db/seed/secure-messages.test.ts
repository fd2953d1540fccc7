import { expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedSecureMessages } from './secure-messages.ts'

const all = endpointsAt('/api/v2/secure-messages')
const one = endpointsAt('/api/v2/secure-messages/{id}')
const api = useApi()

it('the demo has encrypted mails that wait, were answered, and were withdrawn', async () => {
  const { id: organizationId } = api.organization
  await inOrganization(organizationId, (tx) => seedSecureMessages(tx, organizationId))
  const { body } = await api.send(all.GET, '/api/v2/secure-messages')
  const items = body['items'] as { id: string; status: string; subject: string | null }[]
  expect(items.map(({ status }) => status)).toEqual(['waiting', 'replied', 'withdrawn'])
  expect(items.map(({ subject }) => subject)).toEqual([
    'Questions about your referral',
    'Your appointment on Monday',
    null,
  ])
  const id = items[1]?.id ?? ''
  const answered = await api.send(one.GET, `/api/v2/secure-messages/${id}`, { params: { id } })
  expect(answered.body).toMatchObject({
    status: 'replied',
    replies: [{ text: expect.stringContaining('wheelchair') }],
    recipients: [{ status: 'replied', mail: null }],
  })
})
