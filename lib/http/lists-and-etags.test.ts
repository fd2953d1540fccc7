import { describe, expect, it } from 'vitest'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'

const keys = endpointsAt('/api/v2/api-keys')
const one = endpointsAt('/api/v2/workflows/{id}')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const all = endpointsAt('/api/v2/workflows')

const api = useApi()
const path = '/api/v2/workflows'
const list = (query: string) => api.send(all.GET, `${path}?${query}`)
const create = (name: string) => api.send(all.POST, path, { body: { name } })

describe('a cursor', () => {
  it('continues its own list with its filters, with pages of any size', async () => {
    for (const name of ['Alpha one', 'Alpha two', 'Alpha three', 'Beta']) await create(name)
    const first = await list('search=alpha&limit=1')
    const cursor = String(first.body['nextCursor'])
    const second = await list(`limit=2&search=alpha&cursor=${cursor}`)
    const items = second.body['items'] as { name: string }[]
    expect([second.status, items.length, second.body['nextCursor']]).toEqual([200, 2, null])
  })

  it('is refused with other filters and in another list', async () => {
    const first = await list('search=alpha&limit=1')
    const cursor = String(first.body['nextCursor'])
    const refusal = { status: 400, body: { details: { issues: [{ path: 'cursor' }] } } }
    for (const query of ['search=beta', 'limit=1', 'search=alpha&search=alpha'])
      expect((await list(`${query}&cursor=${cursor}`)).status, query).toBe(400)
    expect(await list(`search=beta&cursor=${cursor}`)).toMatchObject(refusal)
    const elsewhere = await api.send(keys.GET, `/api/v2/api-keys?cursor=${cursor}`)
    expect(elsewhere).toMatchObject(refusal)
    expect((await list('cursor=nonsense')).status).toBe(400)
  })
})

describe('If-None-Match', () => {
  it('is 304 without a body until something changes, then the answer', async () => {
    const { body } = await create('Tagged')
    const params = { id: String(body['id']) }
    const get = (headers = {}) => api.send(one.GET, `${path}/x`, { params, headers })
    const etag = (await get()).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get({ 'if-none-match': known })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, {}, etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    // The tag also changes with parts of the answer that are not in the draft.
    await api.send(one.PATCH, `${path}/x`, { params, body: { description: 'changed' } })
    expect((await get({ 'if-none-match': etag })).status).toBe(200)
  })

  it('the tag of a workflow is valid for If-Match', async () => {
    const { body } = await create('Matched')
    const params = { id: String(body['id']) }
    const etag = (await api.send(one.GET, `${path}/x`, { params })).headers.get('etag') ?? ''
    const given = { params, headers: { 'if-match': etag }, body: { definition: { steps: [] } } }
    expect((await api.send(draft.PUT, `${path}/x`, given)).status).toBe(200)
    expect((await api.send(draft.PUT, `${path}/x`, given)).status).toBe(409)
  })
})
