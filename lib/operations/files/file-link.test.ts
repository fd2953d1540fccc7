import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import type { FileLinkView } from '#lib/contracts/data/files'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { startStrictS3 } from '#test/fakes/strict-s3'

const server = await startStrictS3()
// Its own process: the settings are read once.
Object.assign(process.env, server.settings('links'), { S3_LINK_SECONDS: '60' })
afterAll(async () => await server.stop())

const filesRoute = endpointsAt('/api/v2/files')
const linkRoute = endpointsAt('/api/v2/files/{id}/link')
const api = useApi()
const text = 'the text of a file'
const fileName = 'Befund (Müller) & Söhne.txt'
let id: string

beforeAll(async () => {
  const form = new FormData()
  form.set('file', new File([text], fileName, { type: 'text/plain' }))
  const request = new Request('http://localhost:3000/api/v2/files', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.organization.keys.owner}` },
    body: form,
  })
  const response = await filesRoute.POST(request, {})
  id = String(((await response.json()) as { id: string }).id)
})

const ask = (more: Parameters<typeof api.send>[2] = {}) =>
  api.send(linkRoute.GET, `/api/v2/files/${id}/link`, { params: { id }, ...more })
const link = async () => (await ask()).body as unknown as FileLinkView

it('gives an address of the bucket that downloads the file, and writes it down', async () => {
  const { url, direct, expiresAt } = await link()
  expect(direct).toBe(true)
  expect(url.startsWith(`${server.endpoint}/rounds/links/files/`)).toBe(true)
  const inSeconds = (Date.parse(String(expiresAt)) - Date.now()) / 1000
  expect(inSeconds).toBeGreaterThan(30)
  expect(inSeconds).toBeLessThanOrEqual(60)

  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain')
  const disposition = answer.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment;/)
  expect(disposition).toContain(encodeURIComponent('Müller'))
  const sha256 = createHash('sha256')
    .update(await answer.text())
    .digest('hex')
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))

  const entries = await inOrganization(api.organization.id, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'file.download')),
  )
  expect(entries).toMatchObject([{ objectId: id, details: { linkUntil: expiresAt } }])
})

it('the address reads nothing else, cannot be changed, and ends', async () => {
  const { url } = await link()
  const changed = async (change: (address: URL) => void) => {
    const address = new URL(url)
    change(address)
    return (await fetch(address)).status
  }
  const other = (address: URL) => {
    address.pathname += 'x'
  }
  expect(await changed(other)).toBe(403)
  const longer = (address: URL) => address.searchParams.set('X-Amz-Expires', '3600')
  expect(await changed(longer)).toBe(403)
  const asPage = (address: URL) => address.searchParams.set('response-content-type', 'text/html')
  expect(await changed(asPage)).toBe(403)
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)

  server.clock.aheadMs = 61_000
  expect((await fetch(url)).status).toBe(403)
  server.clock.aheadMs = 0
  expect((await fetch(url)).status).toBe(200)
})

it('nobody gets one who may not read the file', async () => {
  expect((await ask({ organization: await organizationWithKeys() })).status).toBe(404)
  expect((await ask({ as: null })).status).toBe(401)
})
