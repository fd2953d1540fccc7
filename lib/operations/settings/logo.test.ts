import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newId, randomToken } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'

const settings = endpointsAt('/api/v2/settings')
const logo = endpointsAt('/api/v2/settings/logo')
const shown = endpointsAt('/api/v2/public/logos/{id}')
const form = endpointsAt('/api/v2/public/forms/{token}')

const api = useApi()
const picture = readFileSync('e2e/pictures/screen.png')
// 1 × 1 pixel, and 32 × 32.
const tiny = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const small = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR4nGNoIAAYRhWMKhhVMFIVAABCAAAfNUt+NwAAAABJRU5ErkJggg==',
  'base64',
)

const set = (body: Uint8Array, more: Parameters<typeof api.send>[2] = {}) =>
  api.send(logo.PUT, '/api/v2/settings/logo', {
    body,
    headers: { 'content-type': 'image/png' },
    ...more,
  })
const show = (path: string) =>
  shown.GET(new Request(`http://localhost:3000${path}`), {
    id: path.slice(path.lastIndexOf('/') + 1),
  })
const pathIn = (body: Record<string, unknown>) => (body['logo'] as { path: string }).path

it('is shown to everybody at an address of its own, and cannot do anything there', async () => {
  const { status, body } = await set(small)
  expect([status, body['logo']]).toEqual([200, { path: expect.any(String), width: 32, height: 32 }])
  const answer = await show(pathIn(body))
  expect(Buffer.from(await answer.arrayBuffer()).equals(small)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const next = pathIn((await set(small)).body)
  expect(next).not.toBe(pathIn(body))
  expect((await show(pathIn(body))).status).toBe(404)
  const removed = await api.send(logo.DELETE, '/api/v2/settings/logo')
  expect(removed.body['logo']).toBeNull()
  expect((await show(next)).status).toBe(404)
})

it.each<[string, Uint8Array, number]>([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
  ['a picture of one pixel', tiny, 400],
  ['a cut off picture', small.subarray(0, 60), 400],
  ['more than 256 KB', Buffer.concat([picture, Buffer.alloc(257 * 1024)]), 413],
  ['nothing', Buffer.alloc(0), 400],
])('is not %s', async (_what, bytes, status) => {
  expect((await set(bytes)).status).toBe(status)
})

it('is set by owners, for their organization', async () => {
  expect((await set(small, { as: 'builder' })).status).toBe(403)
  const other = await organizationWithKeys()
  await set(small)
  const theirs = await api.send(settings.GET, '/api/v2/settings', { organization: other })
  expect(theirs.body['logo']).toBeNull()
})

it('stands on shared forms with the name of the organization', async () => {
  const path = pathIn((await set(small)).body)
  const one = { one: { type: 'transform', config: { value: 1 } } }
  const { workflowId } = await seedWorkflow(api.organization.id, graph('one', one))
  const token = randomToken()
  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workflows)
      .set({ formPublic: true, formToken: token })
      .where(eq(workflows.id, workflowId)),
  )
  await api.send(settings.PATCH, '/api/v2/settings', { body: { name: 'Mercy Clinic' } })
  const answer = await api.send(form.GET, `/api/v2/public/forms/${token}`, {
    params: { token },
    as: null,
  })
  expect(answer.body['organization']).toMatchObject({ name: 'Mercy Clinic', logo: { path } })
})

it('has an address and a name for mails beside it, which can be taken back', async () => {
  const change = (body: object) => api.send(settings.PATCH, '/api/v2/settings', { body })
  const email = `Intake-${newId()}@Example.com`
  const set = await change({ mailFrom: email, mailName: 'Intake team' })
  expect(set.body).toMatchObject({ mailFrom: email.toLowerCase(), mailName: 'Intake team' })
  expect((await change({ name: 'Mercy' })).body).toMatchObject({ mailName: 'Intake team' })
  expect((await change({ mailFrom: null, mailName: null })).body).toMatchObject({
    mailFrom: null,
    mailName: null,
  })
  for (const wrong of [{ mailFrom: 'a@b.c, d@e.f' }, { mailName: 'a\r\nBcc: x' }, { mailName: '' }])
    expect((await change(wrong)).status).toBe(400)
})
