import { beforeAll, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { accessRules } from '#db/schema/access'
import { mails } from '#db/schema/documents'
import { notifications } from '#db/schema/notifications'
import { auditEntries } from '#db/schema/records'
import type { NotificationView } from '#lib/contracts/organization/notifications'
import type {
  StepCommentView,
  StepThread,
  WrittenStepComment,
} from '#lib/contracts/workflows/step-comments'
import type { Definition } from '#lib/domain/workflow/definition'
import { openText } from '#lib/sealed-text'
import { privateMailPlace } from '#lib/operations/mails/private-mail'
import { sendDueMails } from '#lib/operations/notifications/send-due-mails'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const commentsAt = endpointsAt('/api/v2/workflows/{id}/steps/{stepId}/comments')
const commentAt = endpointsAt('/api/v2/workflows/{id}/steps/{stepId}/comments/{commentId}')
const threadAt = endpointsAt('/api/v2/workflows/{id}/steps/{stepId}/thread')
const threadsAt = endpointsAt('/api/v2/workflows/{id}/threads')
const peopleAt = endpointsAt('/api/v2/workflows/{id}/people')
const changesAt = endpointsAt('/api/v2/workflows/{id}/draft/changes')
const draftAt = endpointsAt('/api/v2/workflows/{id}/draft')
const notificationsAt = endpointsAt('/api/v2/notifications')
const readAt = endpointsAt('/api/v2/notifications/read')

const definition = graph('look -> note', {
  look: { type: 'screen', title: 'Look it over', config: { title: 'Look' } },
  note: { type: 'transform', title: 'Note', config: { value: 1 } },
})

const api = useApi()
let olga: Person
let ada: Person
let bea: Person
beforeAll(async () => {
  const { id } = api.organization
  olga = await signedIn(id, 'owner', 'Olga')
  ada = await signedIn(id, 'builder', 'Ada Long')
  bea = await signedIn(id, 'builder', 'Bea')
})

const seed = async () => (await seedWorkflow(api.organization.id, definition)).workflowId
const as = ({ headers }: Person) => ({
  as: null,
  headers: { 'content-type': 'application/json', ...headers },
})
async function write(
  person: Person,
  id: string,
  text: string,
  { stepId = 'look', mentioned = [] as Person[] } = {},
) {
  const mentions = mentioned.map(({ actor }) => actor.id)
  const sent = { params: { id, stepId }, body: { text, mentions }, ...as(person) }
  const { status, body } = await api.send(commentsAt.POST, '/x', sent)
  return { status, ...(body as unknown as WrittenStepComment) }
}
async function commentsOf(person: Person, id: string, stepId = 'look') {
  const path = `/api/v2/workflows/${id}/steps/${stepId}/comments`
  const sent = { params: { id, stepId }, ...as(person) }
  return (await api.send(commentsAt.GET, path, sent)).body['items'] as StepCommentView[]
}
const threadsOf = async (id: string) =>
  (await api.send(threadsAt.GET, '/x', { params: { id } })).body['items'] as StepThread[]
const resolve = async (person: Person, id: string, resolved: boolean, stepId = 'look') =>
  await api.send(threadAt.PUT, '/x', { params: { id, stepId }, body: { resolved }, ...as(person) })
async function toldOf(person: Person, id: string): Promise<NotificationView[]> {
  const { body } = await api.send(notificationsAt.GET, '/api/v2/notifications', as(person))
  return (body['items'] as NotificationView[]).filter(({ workflowId }) => workflowId === id)
}
const readDraft = async (id: string) => {
  const { GET } = endpointsAt('/api/v2/workflows/{id}')
  const { body } = await api.send(GET, '/x', { params: { id } })
  return { draft: body['draft'] as Definition, revision: body['draftRevision'] as number }
}

it('keeps a thread for each step, which is resolved and opened again', async () => {
  const id = await seed()
  await write(ada, id, 'Is this still by fax?')
  const { comment } = await write(bea, id, 'Yes, until June.')
  await write(bea, id, 'Elsewhere', { stepId: 'note' })
  expect((await commentsOf(olga, id)).map(({ text, author }) => [author.name, text])).toEqual([
    ['Bea', 'Yes, until June.'],
    ['Ada Long', 'Is this still by fax?'],
  ])
  expect(await threadsOf(id)).toMatchObject([
    { stepId: 'look', comments: 2, open: 2 },
    { stepId: 'note', comments: 1, open: 1 },
  ])
  expect((await resolve(olga, id, true)).body).toMatchObject({ comments: 2, open: 0 })
  expect((await commentsOf(ada, id))[0]).toMatchObject({ id: comment.id, resolvedBy: 'Olga' })
  // A new comment opens it, a person does so for all of it.
  await write(ada, id, 'June is over.')
  expect((await threadsOf(id))[0]).toMatchObject({ comments: 3, open: 1 })
  expect((await resolve(ada, id, false)).body).toMatchObject({ comments: 3, open: 3 })
  expect((await resolve(ada, id, true, 'nothing')).status).toBe(404)
  expect((await write(ada, id, 'Where?', { stepId: 'nothing' })).status).toBe(404)
})

it('tells whom a comment names and who wrote before, with the step', async () => {
  const id = await seed()
  await write(ada, id, 'First')
  await write(olga, id, 'What says @Bea?', { mentioned: [bea] })
  expect(await toldOf(bea, id)).toMatchObject([
    { kind: 'mentioned', runId: null, stepId: 'look', about: { step: 'Look it over', case: null } },
  ])
  expect(await toldOf(ada, id)).toMatchObject([{ kind: 'commented', readAt: null }])
  expect(await toldOf(olga, id)).toEqual([])
  // Nobody is told twice of what they have not read.
  await write(olga, id, 'And again: @Bea?', { mentioned: [bea] })
  expect(await toldOf(bea, id)).toHaveLength(1)
  await api.send(readAt.POST, '/x', { body: { workflowId: id, stepId: 'look' }, ...as(bea) })
  expect((await toldOf(bea, id))[0]?.readAt).not.toBeNull()
  const wrong = await write(olga, id, 'Nobody is named', { mentioned: [bea] })
  expect(wrong.status).toBe(400)
})

it('mails the way to the step', async () => {
  const id = await seed()
  await write(olga, id, 'Look, @Bea', { mentioned: [bea] })
  await inOrganization(api.organization.id, async (tx) => {
    await tx.update(notifications).set({ mailAt: new Date() })
  })
  await sendDueMails()
  const sent = await engineDb().select().from(mails)
  const texts = sent.map((mail) => openText(privateMailPlace(mail.id), mail.text))
  expect(texts.join('\n')).toContain(`/workflows/${id}?step=look`)
})

it('hides a workflow from whom its rules hide it, also from mentions', async () => {
  const id = await seed()
  const owners = [{ role: 'owner' }]
  const plain = { run: owners, edit: owners, publish: owners, seeRuns: owners }
  await inOrganization(api.organization.id, async (tx) => {
    await tx.insert(accessRules).values({
      organizationId: api.organization.id,
      objectId: id,
      workflowId: id,
      rules: { ...plain, screens: { '*': owners } },
    })
  })
  const { notTold } = await write(olga, id, 'A secret, @Bea', { mentioned: [bea] })
  expect(notTold).toEqual([{ userId: bea.actor.id, name: 'Bea' }])
  expect(await toldOf(bea, id)).toEqual([])
  expect((await write(bea, id, 'Me too')).status).toBe(404)
  const other = await organizationWithKeys()
  const sent = { params: { id }, organization: other }
  expect((await api.send(threadsAt.GET, '/x', sent)).status).toBe(404)
})

it('goes with a step that gets another id, and waits for one that is gone', async () => {
  const id = await seed()
  await write(olga, id, 'Look, @Bea', { mentioned: [bea] })
  const { draft, revision } = await readDraft(id)
  const steps = draft.steps.map((step) =>
    step.id === 'look'
      ? { ...step, id: 'look_closely' }
      : { ...step, after: [{ step: 'look_closely' }] },
  )
  const save = async (next: Definition, at: number) =>
    await api.send(draftAt.PUT, '/x', {
      params: { id },
      body: { definition: next },
      headers: { 'content-type': 'application/json', 'if-match': `"${at}"` },
    })
  expect((await save({ ...draft, steps }, revision)).status).toBe(200)
  expect(await threadsOf(id)).toMatchObject([{ stepId: 'look_closely', comments: 1 }])
  expect(await toldOf(bea, id)).toMatchObject([{ stepId: 'look_closely' }])
  const change = { kind: 'remove', path: ['steps', 'look_closely'] }
  const body = { messageId: crypto.randomUUID(), base: revision + 1, changes: [change] }
  expect((await api.send(changesAt.POST, '/x', { params: { id }, body })).status).toBe(200)
  expect(await threadsOf(id)).toMatchObject([{ stepId: 'look_closely', comments: 1 }])
  expect(await toldOf(bea, id)).toMatchObject([{ about: { step: null } }])
})

it('is changed by its author and deleted by who edits the workflow', async () => {
  const id = await seed()
  const { comment } = await write(ada, id, 'Teh')
  const params = { id, stepId: 'look', commentId: comment.id }
  const body = { text: 'The', mentions: [] }
  expect((await api.send(commentAt.PATCH, '/x', { params, body, ...as(bea) })).status).toBe(409)
  const changed = await api.send(commentAt.PATCH, '/x', { params, body, ...as(ada) })
  expect(changed.body).toMatchObject({ comment: { text: 'The', deletable: true } })
  const elsewhere = { ...params, stepId: 'note' }
  const refused = await api.send(commentAt.DELETE, '/x', { params: elsewhere, ...as(bea) })
  expect(refused.status).toBe(404)
  const removed = await api.send(commentAt.DELETE, '/x', { params, ...as(bea) })
  expect(removed.body).toMatchObject({ comments: 0 })
  expect(await threadsOf(id)).toEqual([])
  const acts = await inOrganization(api.organization.id, (tx) => tx.select().from(auditEntries))
  expect(acts.filter(({ objectId }) => objectId === id).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['step-comment.added', 'step-comment.changed', 'step-comment.deleted']),
  )
})

it('names members who can be mentioned, for people only', async () => {
  const id = await seed()
  const path = `/api/v2/workflows/${id}/people?q=lo`
  const { body } = await api.send(peopleAt.GET, path, { params: { id }, ...as(bea) })
  expect(body['items']).toMatchObject([{ name: 'Ada Long', awayUntil: null }])
  expect((await api.send(peopleAt.GET, path, { params: { id } })).status).toBe(403)
})
