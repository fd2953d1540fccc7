import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { runComments } from '#db/schema/comments'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { runs, tasks } from '#db/schema/runs'
import type { NotificationView } from '#lib/contracts/organization/notifications'
import type { CommentView, HistoryEntry, WrittenComment } from '#lib/contracts/runs/comments'
import { openFile, putFile } from '#lib/documents/file-store'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const commentsAt = endpointsAt('/api/v2/runs/{id}/comments')
const commentAt = endpointsAt('/api/v2/runs/{id}/comments/{commentId}')
const peopleAt = endpointsAt('/api/v2/runs/{id}/people')
const filesAt = endpointsAt('/api/v2/runs/{id}/files')
const removeAt = endpointsAt('/api/v2/runs/{id}/files/{fileId}/remove')
const historyAt = endpointsAt('/api/v2/runs/{id}/history')
const notificationsAt = endpointsAt('/api/v2/notifications')
const unreadAt = endpointsAt('/api/v2/notifications/unread')
const readAt = endpointsAt('/api/v2/notifications/read')
const claimAt = endpointsAt('/api/v2/screens/{taskId}/claim')
const screenAt = endpointsAt('/api/v2/screens/{taskId}')

const api = useApi()
let olga: Person
let ada: Person
let bea: Person
let viewer: Person
beforeAll(async () => {
  const { id } = api.organization
  olga = await signedIn(id, 'owner', 'Olga')
  ada = await signedIn(id, 'worker', 'Ada Long')
  bea = await signedIn(id, 'worker', 'Bea 50%')
  // Sees the runs that they started only.
  viewer = await signedIn(id, 'viewer', 'Vic')
})

/** A run with an open screen, which every worker may do. */
async function seedCase(scopeRunId?: string): Promise<{ runId: string; taskId: string }> {
  const organizationId = api.organization.id
  const definition = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
  const place = await seedWorkflow(organizationId, definition)
  const runId = newId()
  const taskId = newId()
  await engineDb()
    .insert(runs)
    .values({
      id: runId,
      organizationId,
      ...place,
      status: 'suspended',
      trigger: 'api',
      startData: {},
      title: scopeRunId ? null : 'Jane Roe',
      scopeRunId: scopeRunId ?? null,
    })
  await engineDb()
    .insert(tasks)
    .values({
      id: taskId,
      organizationId,
      runId,
      key: 'look',
      stepId: 'look',
      stepType: 'screen',
      title: 'Look',
      effect: 'pure',
      status: 'suspended',
      state: {
        reason: 'screen',
        title: 'Look closely',
        instructions: '',
        show: [],
        schema: { type: 'object' },
        uiSchema: {},
        data: {},
      },
    })
  return { runId, taskId }
}

const as = ({ headers }: Person) => ({
  as: null,
  headers: { 'content-type': 'application/json', ...headers },
})

async function write(person: Person, id: string, text: string, mentioned: Person[] = []) {
  const mentions = mentioned.map(({ actor }) => actor.id)
  const sent = { params: { id }, body: { text, mentions }, ...as(person) }
  const { status, body } = await api.send(commentsAt.POST, `/api/v2/runs/${id}/comments`, sent)
  return { status, body, ...(body as unknown as WrittenComment) }
}

async function commentsOf(person: Person, id: string): Promise<CommentView[]> {
  const path = `/api/v2/runs/${id}/comments`
  const { body } = await api.send(commentsAt.GET, path, { params: { id }, ...as(person) })
  return body['items'] as CommentView[]
}

async function toldOf(person: Person, runId: string): Promise<NotificationView[]> {
  const { body } = await api.send(notificationsAt.GET, '/api/v2/notifications', as(person))
  return (body['items'] as NotificationView[]).filter((each) => each.runId === runId)
}

const unreadOf = async (person: Person) =>
  (await api.send(unreadAt.GET, '/api/v2/notifications/unread', as(person))).body['unread']

const change = async (
  person: Person,
  method: 'PATCH' | 'DELETE',
  { id, commentId }: { id: string; commentId: string },
  text?: string,
) =>
  await api.send(commentAt[method], `/api/v2/runs/${id}/comments/${commentId}`, {
    params: { id, commentId },
    ...(text ? { body: { text } } : {}),
    ...as(person),
  })

it('tells mentioned people who see the run, once, and says who does not', async () => {
  const { runId } = await seedCase()
  const first = await write(ada, runId, 'See this, @Bea 50%, @Vic and @Ada Long', [
    bea,
    viewer,
    ada,
  ])
  expect(first.status).toBe(201)
  expect(first.notTold).toEqual([{ userId: viewer.actor.id, name: 'Vic' }])
  await write(ada, runId, 'Again, @Bea 50%', [bea])
  expect(await toldOf(bea, runId)).toMatchObject([
    {
      kind: 'mentioned',
      readAt: null,
      about: { case: { title: 'Jane Roe' }, workflow: 'Test workflow' },
    },
  ])
  expect(await toldOf(ada, runId)).toEqual([])
  expect(await toldOf(viewer, runId)).toEqual([])
  expect(await commentsOf(bea, runId)).toMatchObject([
    { text: 'Again, @Bea 50%', changeableUntil: null, deletable: false },
    { author: { name: 'Ada Long' }, mentions: [{ name: 'Bea 50%' }, { name: 'Vic' }, {}] },
  ])
})

it('tells those who took part of a comment, and shows names only while the run is seen', async () => {
  const { runId, taskId } = await seedCase()
  const claim = { params: { taskId }, body: {}, ...as(bea) }
  await api.send(claimAt.POST, `/api/v2/screens/${taskId}/claim`, claim)
  await write(ada, runId, 'The practice called back')
  await write(olga, runId, 'Good')
  expect(await toldOf(bea, runId)).toMatchObject([{ kind: 'commented', taskId: null }])
  expect(await toldOf(ada, runId)).toMatchObject([{ kind: 'commented' }])
  // The screen closes without Ada: the run is not hers any more.
  await engineDb().update(tasks).set({ status: 'completed' }).where(eq(tasks.id, taskId))
  expect(await toldOf(ada, runId)).toMatchObject([{ about: null }])
  expect(JSON.stringify(await toldOf(ada, runId))).not.toContain('Jane')
  expect(await toldOf(bea, runId)).toMatchObject([{ about: { case: { title: 'Jane Roe' } } }])
})

it('marks as read, of a run or all', async () => {
  const one = await seedCase()
  const other = await seedCase()
  const cat = await signedIn(api.organization.id, 'worker', 'Cat')
  for (const { runId } of [one, other]) await write(ada, runId, 'For @Cat', [cat])
  expect(await unreadOf(cat)).toBe(2)
  const read = async (body: object) =>
    (await api.send(readAt.POST, '/api/v2/notifications/read', { body, ...as(cat) })).body
  expect(await read({ runId: one.runId })).toEqual({ unread: 1 })
  const [left] = await toldOf(cat, other.runId)
  expect(await read({ ids: [left?.id] })).toEqual({ unread: 0 })
  await write(ada, one.runId, 'Once more, @Cat', [cat])
  expect(await read({})).toEqual({ unread: 0 })
  expect(await toldOf(cat, one.runId)).toHaveLength(2)
})

it('is changed and deleted by its author within an hour, and deleted by who controls runs', async () => {
  const { runId } = await seedCase()
  const { comment } = await write(ada, runId, 'A tpyo')
  const place = { id: runId, commentId: comment.id }
  expect((await change(bea, 'PATCH', place, 'Not mine')).status).toBe(409)
  expect((await change(bea, 'DELETE', place)).status).toBe(409)
  expect((await change(ada, 'PATCH', place, 'A typo')).status).toBe(200)
  expect(await commentsOf(ada, runId)).toMatchObject([
    { text: 'A typo', editedAt: expect.any(String), deletable: true },
  ])
  const hourAgo = new Date(Date.now() - 61 * 60_000)
  await inOrganization(api.organization.id, (tx) =>
    tx.update(runComments).set({ createdAt: hourAgo }).where(eq(runComments.id, comment.id)),
  )
  expect((await change(ada, 'PATCH', place, 'Too late')).status).toBe(409)
  expect((await change(ada, 'DELETE', place)).status).toBe(409)
  expect((await change(olga, 'DELETE', { ...place, id: newId() })).status).toBe(404)
  expect((await change(olga, 'DELETE', place)).status).toBe(200)
  expect(await commentsOf(ada, runId)).toEqual([])
  const entries = await engineDb()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.objectId, runId))
  expect(entries.map(({ action }) => action)).toContain('comment.deleted')
  expect(JSON.stringify(entries)).not.toContain('typo')
})

it('refuses what names nobody, empty texts and systems', async () => {
  const { runId } = await seedCase()
  expect((await write(ada, runId, 'Without a name', [bea])).status).toBe(400)
  expect((await write(ada, runId, '  ')).status).toBe(400)
  const path = `/api/v2/runs/${runId}/comments`
  const sent = { params: { id: runId }, body: { text: 'I am a system' } }
  expect((await api.send(commentsAt.POST, path, sent)).status).toBe(403)
  expect(await engineDb().select().from(runComments).where(eq(runComments.runId, runId))).toEqual(
    [],
  )
})

it('writes once for a repeated request', async () => {
  const { runId } = await seedCase()
  const { headers } = as(ada)
  const sent = {
    params: { id: runId },
    body: { text: 'Once' },
    as: null,
    headers: { ...headers, 'idempotency-key': newId() },
  }
  const send = () => api.send(commentsAt.POST, `/api/v2/runs/${runId}/comments`, sent)
  expect((await send()).body).toEqual((await send()).body)
  expect(await commentsOf(ada, runId)).toHaveLength(1)
})

it('names members by the beginning of a word, and no sign as a pattern', async () => {
  const { runId } = await seedCase()
  const found = async (q: string) => {
    const path = `/api/v2/runs/${runId}/people?q=${encodeURIComponent(q)}`
    const { body } = await api.send(peopleAt.GET, path, { params: { id: runId }, ...as(ada) })
    return (body['items'] as { name: string }[]).map(({ name }) => name)
  }
  expect(await found('be')).toEqual(['Bea 50%'])
  expect(await found('50%')).toEqual(['Bea 50%'])
  expect(await found('%')).toEqual([])
  expect(await found('ol')).toEqual(['Olga'])
  // Oneself need not be told.
  expect(await found('ada')).toEqual([])
})

it('keeps comments at the run around a loop', async () => {
  const outer = await seedCase()
  const item = await seedCase(outer.runId)
  await write(ada, item.runId, 'Of an item')
  expect(await commentsOf(bea, outer.runId)).toMatchObject([{ text: 'Of an item' }])
})

it('takes an upload that nothing has taken, of the person, and lists it', async () => {
  const { runId } = await seedCase()
  const stored = { organizationId: api.organization.id, mimeType: 'text/plain', size: 1 }
  const upload = async (id: string, createdById: string, unclaimed = true) => {
    const bytes = { sha256: 'a', storageKey: `aa/bb/${id}` }
    const values = { ...stored, ...bytes, id, fileName: 'note.txt', createdBy: 'Ada', createdById }
    await engineDb()
      .insert(files)
      .values({ ...values, unclaimed })
    const sent = { params: { id: runId }, body: { fileId: id }, ...as(ada) }
    return (await api.send(filesAt.POST, `/api/v2/runs/${runId}/files`, sent)).status
  }
  const mine = newId()
  expect(await upload(mine, ada.actor.id)).toBe(201)
  expect(await upload(newId(), bea.actor.id)).toBe(404)
  expect(await upload(newId(), ada.actor.id, false)).toBe(404)
  const path = `/api/v2/runs/${runId}/files`
  const { body } = await api.send(filesAt.GET, path, { params: { id: runId }, ...as(bea) })
  expect(body['items']).toMatchObject([{ id: mine, fileName: 'note.txt', createdBy: 'Ada' }])
})

it('lets who added a file remove it, and who controls runs, with a reason in the history', async () => {
  const { runId } = await seedCase()
  const addedBy = async (createdById: string | null) => {
    const id = newId()
    const { head: _head, ...bytes } = await putFile(Readable.from([Buffer.from('note')]), {
      maxBytes: 9,
    })
    const file = { fileName: 'note.txt', mimeType: 'text/plain', createdBy: 'somebody' }
    await engineDb()
      .insert(files)
      .values({ id, organizationId: api.organization.id, runId, createdById, ...bytes, ...file })
    return { id, storageKey: bytes.storageKey }
  }
  const remove = async (person: Person, fileId: string, reason = 'duplicate') => {
    const path = `/api/v2/runs/${runId}/files/${fileId}/remove`
    const sent = { params: { id: runId, fileId }, body: { reason }, ...as(person) }
    return (await api.send(removeAt.POST, path, sent)).status
  }
  const own = await addedBy(ada.actor.id)
  const other = await addedBy(ada.actor.id)
  const ofStep = await addedBy(null)
  const path = `/api/v2/runs/${runId}/files`
  const list = async (person: Person) =>
    (await api.send(filesAt.GET, path, { params: { id: runId }, ...as(person) })).body['items']
  expect(await list(bea)).toMatchObject([{ removable: false }, { removable: false }])
  expect(await list(ada)).toMatchObject([{ removable: true }, { removable: true }])
  expect(await remove(ada, own.id, 'Because of Mrs. Doe')).toBe(400)
  expect(await remove(bea, own.id)).toBe(403)
  expect(await remove(viewer, own.id)).toBe(404)
  expect(await remove(ada, own.id)).toBe(200)
  expect(await remove(ada, own.id)).toBe(404)
  expect(await remove(olga, other.id, 'other-case')).toBe(200)
  // What a step made is not theirs to remove.
  expect(await remove(olga, ofStep.id)).toBe(404)
  await expect(openFile(own.storageKey)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await openFile(ofStep.storageKey)).toBeDefined()
  const history = `/api/v2/runs/${runId}/history`
  const read = await api.send(historyAt.GET, history, { params: { id: runId }, ...as(bea) })
  expect(read.body['items']).toMatchObject([
    { action: 'run.file-removed', by: 'Olga', reason: 'other-case' },
    { action: 'run.file-removed', by: 'Ada Long', reason: 'duplicate' },
  ])
})

it('tells who opened, claimed and wrote, with the screen', async () => {
  const { runId, taskId } = await seedCase()
  const sent = { params: { taskId }, ...as(bea) }
  for (const _time of [1, 2]) await api.send(screenAt.GET, `/api/v2/screens/${taskId}`, sent)
  await api.send(claimAt.POST, `/api/v2/screens/${taskId}/claim`, { ...sent, body: {} })
  await write(ada, runId, 'Done soon?')
  const history = async (query = '') => {
    const path = `/api/v2/runs/${runId}/history${query}`
    return (await api.send(historyAt.GET, path, { params: { id: runId }, ...as(ada) })).body
  }
  const { items } = await history()
  const short = (entry: HistoryEntry) => [entry.by, entry.action, entry.task?.title]
  expect((items as HistoryEntry[]).map(short)).toEqual([
    ['Ada Long', 'comment.added', undefined],
    ['Bea 50%', 'screen.claimed', 'Look closely'],
    ['Bea 50%', 'screen.read', 'Look closely'],
  ])
  const { items: firstItems, nextCursor } = await history('?limit=1')
  const { items: rest } = await history(`?limit=2&cursor=${String(nextCursor)}`)
  expect([firstItems, rest]).toMatchObject([
    [{ by: 'Ada Long' }],
    [{ action: 'screen.claimed' }, {}],
  ])
})
