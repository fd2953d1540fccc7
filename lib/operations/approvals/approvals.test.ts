import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { accessRules } from '#db/schema/access'
import { apiKeys, sessions } from '#db/schema/people'
import { auditEntries } from '#db/schema/records'
import { workflowFolders, workflows } from '#db/schema/workflows'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { NotificationView } from '#lib/contracts/organization/notifications'
import type { ApprovalState } from '#lib/contracts/workflows/approvals'
import type { AccessRules } from '#lib/domain/access/rules'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { askAs, itemsOf, type Answer } from '#test/harness/ask-as'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const definition = (value: number): Definition =>
  graph('shape', { shape: { type: 'transform', title: 'Shape', config: { value } } })

const api = useApi()
const ask = askAs(api)
let olga: Person
let ada: Person
let bea: Person
let cora: Person
let id = ''
beforeAll(async () => {
  const { id: organizationId } = api.organization
  olga = await signedIn(organizationId, 'owner', 'Olga')
  ada = await signedIn(organizationId, 'builder', 'Ada')
  bea = await signedIn(organizationId, 'worker', 'Bea')
  cora = await signedIn(organizationId, 'builder', 'Cora')
})

const person = ({ actor }: Person) => ({ person: actor.id })
const sendTo = async (who: Person | 'owner', endpoint: string, body?: object, more = {}) =>
  await ask(endpoint, who, { params: { id, ...more }, ...(body ? { body } : {}) })

async function setRules(rules: AccessRules, at: { folderId?: string; workflowId?: string }) {
  const { id: organizationId } = api.organization
  const objectId = at.folderId ?? at.workflowId ?? organizationId
  await inOrganization(organizationId, async (tx) => {
    await tx
      .insert(accessRules)
      .values({ organizationId, objectId, rules, ...at })
      .onConflictDoUpdate({
        target: [accessRules.organizationId, accessRules.objectId],
        set: { rules },
      })
  })
}

beforeEach(async () => {
  id = (await seedWorkflow(api.organization.id, definition(1))).workflowId
  await setRules({ approve: [person(bea), person(cora)] }, { workflowId: id })
  await change(ada, 2)
})

const revisionNow = async (): Promise<number> => {
  const { body } = await sendTo('owner', 'GET /api/v2/workflows/{id}')
  return Number(body['draftRevision'])
}

/** Saves another draft. */
async function set(who: Person, path: string[], to: unknown): Promise<void> {
  const messageId = crypto.randomUUID()
  const changes = [{ kind: 'set', path, to }]
  const { status, body } = await sendTo(who, 'POST /api/v2/workflows/{id}/draft/changes', {
    messageId,
    base: await revisionNow(),
    changes,
  })
  expect([status, body['message']]).toEqual([200, undefined])
}
const change = async (who: Person, value: number) =>
  await set(who, ['steps', 'shape', 'config', 'value'], value)

const askFor = async (who: Person = ada, note = 'Asks for two') =>
  await sendTo(who, 'POST /api/v2/workflows/{id}/approval-requests', {
    revision: await revisionNow(),
    note,
  })
async function asked(who: Person = ada): Promise<string> {
  const { status, body } = await askFor(who)
  expect([status, body['message']]).toEqual([201, undefined])
  return String(body['id'])
}
const decide = async (
  who: Person | 'owner',
  requestId: string,
  decision: 'approve' | 'send-back' = 'approve',
  note = '',
) =>
  await sendTo(
    who,
    'POST /api/v2/workflows/{id}/approval-requests/{requestId}/decision',
    { decision, note },
    { requestId },
  )
const publish = async (who: Person | 'owner' = ada, more = {}): Promise<Answer> =>
  await sendTo(who, 'POST /api/v2/workflows/{id}/publish', {
    revision: await revisionNow(),
    note: 'Two',
    ...more,
  })
const stateFor = async (who: Person): Promise<ApprovalState> =>
  (await sendTo(who, 'GET /api/v2/workflows/{id}/approval')).body as unknown as ApprovalState
async function toldOf(who: Person): Promise<[string, boolean][]> {
  const items = itemsOf(await ask('GET /api/v2/notifications', who))
  return (items as unknown as NotificationView[])
    .filter(({ workflowId }) => workflowId === id)
    .map(({ kind, readAt }) => [kind, readAt === null])
}
const actsOn = async () =>
  await inOrganization(api.organization.id, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)).orderBy(auditEntries.id),
  )

describe('a workflow whose rules name approvers', () => {
  it('names nobody whose role may not approve', async () => {
    const vic = await signedIn(api.organization.id, 'viewer', 'Vic')
    const named = [person(vic), { role: 'viewer' }, person(bea), { role: 'builder' }]
    await setRules({ approve: named }, { workflowId: id })
    const { approvers } = await stateFor(ada)
    expect(approvers).toEqual(['Bea', 'everybody with the role Builder'])
  })

  it('is published by its author when another person has approved this very draft', async () => {
    expect(await publish()).toMatchObject({ status: 422, body: { details: { needs: 'approval' } } })
    const requestId = await asked()
    expect(await toldOf(bea)).toEqual([['approval-asked', true]])
    expect(await toldOf(cora)).toEqual([['approval-asked', true]])
    expect(await toldOf(olga)).toEqual([])
    expect(await publish()).toMatchObject({ status: 422, body: { details: { requestId } } })
    expect(await stateFor(ada)).toMatchObject({
      needed: true,
      from: { kind: 'workflow' },
      approvers: ['Bea', 'Cora'],
      mayNotApprove: expect.stringContaining('not one of those whom the access rules name'),
      request: { id: requestId, status: 'open', baseVersion: 1, note: 'Asks for two' },
    })
    expect((await stateFor(bea)).mayNotApprove).toBeNull()
    const params = { requestId }
    const path = 'GET /api/v2/workflows/{id}/approval-requests/{requestId}'
    expect((await sendTo(bea, path, undefined, params)).body).toMatchObject({
      before: { steps: [{ config: { value: 1 } }] },
      definition: { steps: [{ config: { value: 2 } }] },
      differences: [],
    })

    expect((await decide(bea, requestId, 'approve', 'Well done')).status).toBe(200)
    // What is done is nobody's any more, and who asked is told.
    expect(await toldOf(cora)).toEqual([['approval-asked', false]])
    expect(await toldOf(ada)).toEqual([['approval-decided', true]])
    const published = await publish()
    expect(published).toMatchObject({
      status: 201,
      body: {
        number: 2,
        approval: {
          requestId,
          askedBy: 'Ada',
          approvedBy: 'Bea',
          note: 'Well done',
          without: null,
        },
      },
    })
    expect((await stateFor(ada)).request?.status).toBe('published')
    const acts = await actsOn()
    expect(acts.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['workflow.draft_saved', 'Ada'],
      ['approval.asked', 'Ada'],
      ['approval.approved', 'Bea'],
      ['workflow.published', 'Ada'],
    ])
    expect(acts.at(-1)?.details).toMatchObject({ askedBy: 'Ada', approvedBy: 'Bea' })
    // The next version needs the next approval.
    await change(ada, 3)
    expect((await publish()).status).toBe(422)
  })

  it('is sent back with a note, and asked for again', async () => {
    const requestId = await asked()
    expect((await decide(bea, requestId, 'send-back')).status).toBe(400)
    expect((await decide(bea, requestId, 'send-back', 'Why two?')).status).toBe(200)
    expect((await publish()).status).toBe(422)
    expect((await stateFor(ada)).request).toMatchObject({
      status: 'sent-back',
      decidedBy: 'Bea',
      decisionNote: 'Why two?',
    })
    expect((await askFor()).status).toBe(201)
    expect((await askFor()).status).toBe(409)
  })

  it('is approved by nobody who asked for it or changed it', async () => {
    await setRules({ approve: [{ role: 'builder' }, person(bea)] }, { workflowId: id })
    await change(cora, 3)
    const requestId = await asked(olga)
    for (const who of [ada, cora, olga]) {
      const { status, body } = await decide(who, requestId)
      expect([status, body['error']]).toEqual([403, 'forbidden'])
    }
    expect(await toldOf(cora)).toEqual([])
    expect((await decide(bea, requestId)).status).toBe(200)
  })

  it('has a request only when somebody is left to answer it', async () => {
    await setRules({ approve: [person(ada)] }, { workflowId: id })
    await change(olga, 5)
    expect(await askFor()).toMatchObject({ status: 422 })
    // Owners may always: Olga is asked where she changed nothing.
    const fresh = (await seedWorkflow(api.organization.id, definition(1))).workflowId
    id = fresh
    await setRules({ approve: [person(ada)] }, { workflowId: fresh })
    await change(ada, 2)
    const requestId = await asked()
    expect(await toldOf(olga)).toEqual([['approval-asked', true]])
    expect((await decide(olga, requestId)).status).toBe(200)
  })

  it('loses an approval by any change, visibly, also by one that is taken back', async () => {
    const requestId = await asked()
    await decide(bea, requestId)
    await change(cora, 9)
    expect(await toldOf(ada)).toEqual([['approval-decided', true]])
    expect(await toldOf(bea)).toEqual([
      ['approval-decided', true],
      ['approval-asked', false],
    ])
    expect((await stateFor(ada)).request).toMatchObject({ status: 'void', endedBy: 'Cora' })
    await change(cora, 2)
    expect(await publish()).toMatchObject({ status: 422, body: { details: { needs: 'approval' } } })
    expect(await decide(bea, requestId)).toMatchObject({
      status: 409,
      body: { details: { status: 'void', endedBy: 'Cora' } },
    })
  })

  it('keeps an approval when only the canvas changes, and who tidies up may approve', async () => {
    await set(cora, ['steps', 'shape', 'position'], { x: 10, y: 20 })
    const requestId = await asked()
    expect((await stateFor(cora)).mayNotApprove).toBeNull()
    const size = { width: 200, height: 100 }
    const note = { text: 'Why', kind: 'todo', position: { x: 1, y: 2 }, size }
    await set(ada, ['notes', 'why'], note)
    expect((await decide(cora, requestId)).status).toBe(200)
    await set(ada, ['groups', 'front'], { name: 'Front desk', colour: 'blue' })
    await set(cora, ['steps', 'shape', 'group'], 'front')
    await set(olga, ['steps', 'shape', 'position'], { x: 300, y: 20 })
    expect((await stateFor(ada)).request?.status).toBe('approved')
    expect(await toldOf(ada)).toEqual([['approval-decided', true]])
    // A title is what people read of a run.
    await set(ada, ['steps', 'shape', 'title'], 'Form it')
    expect((await stateFor(ada)).request?.status).toBe('void')
    await decide(cora, await asked())
    await set(cora, ['steps', 'shape', 'position'], { x: 0, y: 20 })
    expect((await publish()).status).toBe(201)
  })

  it('is not published with an approval of who may not approve any more', async () => {
    await decide(bea, await asked())
    await setRules({ approve: [person(cora)] }, { workflowId: id })
    const refused = await publish()
    expect(refused).toMatchObject({ status: 422, body: { details: { needs: 'approval' } } })
    expect(refused.body['message']).toContain('Bea approved it, and may not approve any more')
    // The old approval makes room for another request.
    await decide(cora, await asked())
    expect((await publish()).status).toBe(201)
  })

  it('is approved once, whoever is first, and never beside a change', async () => {
    const requestId = await asked()
    const both = await Promise.all([decide(bea, requestId), decide(cora, requestId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await change(ada, 3)
    const next = await asked()
    const [answer] = await Promise.all([decide(bea, next), change(ada, 4)])
    expect([200, 409]).toContain(answer.status)
    expect((await stateFor(ada)).request?.status).toBe('void')
    expect((await publish()).status).toBe(422)
  })

  it('is withdrawn by who edits it', async () => {
    const requestId = await asked()
    const path = 'POST /api/v2/workflows/{id}/approval-requests/{requestId}/withdrawal'
    expect((await sendTo(bea, path, undefined, { requestId })).status).toBe(403)
    expect((await sendTo(cora, path, undefined, { requestId })).body['status']).toBe('withdrawn')
    expect(await toldOf(bea)).toEqual([['approval-asked', false]])
    expect((await sendTo(cora, path, undefined, { requestId })).status).toBe(409)
    expect((await decide(bea, requestId)).status).toBe(409)
  })
})

describe('without an approval', () => {
  const withoutApproval = 'The payer changed its form today.'

  it('an owner publishes with a reason, and those who could approve are told', async () => {
    await asked()
    expect((await publish(ada, { withoutApproval })).status).toBe(403)
    expect((await publish('owner', { withoutApproval })).status).toBe(403)
    expect((await publish(olga, { withoutApproval: ' ' })).status).toBe(400)
    expect((await publish(olga)).status).toBe(422)
    const { status, body } = await publish(olga, { withoutApproval })
    expect([status, body['approval']]).toMatchObject([
      201,
      { approvedBy: null, without: withoutApproval },
    ])
    expect((await toldOf(bea))[0]).toEqual(['published-unapproved', true])
    expect((await toldOf(cora))[0]).toEqual(['published-unapproved', true])
    expect((await stateFor(ada)).request?.status).toBe('withdrawn')
    expect((await actsOn()).at(-1)).toMatchObject({
      action: 'workflow.published_without_approval',
      actorName: 'Olga',
      details: { version: 2, reason: withoutApproval },
    })
  })

  it('needs the password again', async () => {
    const old = new Date(Date.now() - 3_600_000)
    const own = eq(sessions.userId, olga.actor.id)
    await authDb().update(sessions).set({ confirmedAt: old }).where(own)
    expect((await publish(olga, { withoutApproval })).body['error']).toBe('confirmation_required')
    await authDb().update(sessions).set({ confirmedAt: new Date() }).where(own)
  })

  it('everybody publishes where no rule asks for it', async () => {
    await setRules({}, { workflowId: id })
    expect((await stateFor(ada)).needed).toBe(false)
    expect((await askFor()).status).toBe(422)
    const { status, body } = await publish()
    expect([status, body['approval']]).toEqual([201, null])
  })
})

describe('the rule', () => {
  it('holds from a folder around the workflow, and who is named sees it', async () => {
    const { id: organizationId } = api.organization
    const folderId = newId()
    const owners = [{ role: 'owner' }]
    await setRules({ run: owners, seeRuns: owners, screens: { '*': owners } }, { workflowId: id })
    expect((await sendTo(bea, 'GET /api/v2/workflows/{id}')).status).toBe(404)
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(workflowFolders).values({ id: folderId, organizationId, name: folderId })
      await tx.update(workflows).set({ folderId }).where(eq(workflows.id, id))
    })
    await setRules({ approve: [person(bea)] }, { folderId })
    expect((await sendTo(bea, 'GET /api/v2/workflows/{id}')).status).toBe(200)
    expect((await stateFor(ada)).from).toMatchObject({ kind: 'folder', name: folderId })
    await decide(bea, await asked())
    expect((await publish()).status).toBe(201)
  })

  it('holds from the organization, unless one below says otherwise', async () => {
    await setRules({}, { workflowId: id })
    await setRules({ approve: [person(cora)] }, {})
    try {
      expect((await stateFor(ada)).from).toMatchObject({ kind: 'organization' })
      const requestId = await asked()
      expect((await decide(bea, requestId)).status).toBe(403)
      expect((await decide(cora, requestId)).status).toBe(200)
      // The nearest rule says whom: who approved is none of them any more.
      await setRules({ approve: [person(bea)] }, { workflowId: id })
      expect((await publish()).status).toBe(422)
      await setRules({}, { workflowId: id })
      expect((await publish()).status).toBe(201)
    } finally {
      await setRules({}, {})
    }
  })

  it('is not gone around by deleting what the workflow uses for something else', async () => {
    const one = `one-${id}`
    const other = `other-${id}`
    for (const slug of [one, other]) {
      const body = { id: slug, title: slug, text: 'Words.' }
      expect((await ask('POST /api/v2/policies', 'owner', { body })).status).toBe(201)
    }
    const read = { type: 'policy-text', config: { policyId: one } }
    id = (await seedWorkflow(api.organization.id, graph('read', { read }))).workflowId
    await setRules({ approve: [person(bea)] }, { workflowId: id })
    const { status, body } = await ask('DELETE /api/v2/policies/{policyId}', 'owner', {
      params: { policyId: one },
      query: `?replaceWith=${other}`,
    })
    expect([status, body['error']]).toEqual([403, 'forbidden'])
    expect(body['message']).toContain('published with an approval only')
  })
})

describe('a key', () => {
  async function keyOf(owner: Person | null, permissions: string[] | null): Promise<Person> {
    const key = newApiKey()
    await authDb()
      .insert(apiKeys)
      .values({
        id: newId(),
        organizationId: api.organization.id,
        name: newId(),
        role: 'builder',
        permissions,
        prefix: apiKeyPrefix(key),
        hash: hashApiKey(key),
        createdBy: owner?.actor.id ?? null,
      })
    return { actor: (owner ?? ada).actor, headers: { authorization: `Bearer ${key}` } }
  }

  it('approves only when it was given that by name, as its person', async () => {
    await setRules({ approve: [{ role: 'builder' }, person(bea)] }, { workflowId: id })
    const requestId = await asked()
    const named = ['workflows:read', 'workflows:approve']
    const refused = [
      await keyOf(cora, null),
      await keyOf(cora, ['workflows:read', 'workflows:edit']),
      // The author's, and nobody's.
      await keyOf(ada, named),
      await keyOf(null, named),
    ]
    for (const key of refused) expect((await decide(key, requestId)).status).toBe(403)
    expect((await decide(await keyOf(cora, named), requestId)).status).toBe(200)
    expect((await publish()).status).toBe(201)
  })

  it('makes its person an author', async () => {
    const key = await keyOf(cora, ['workflows:read', 'workflows:edit'])
    await change(key, 7)
    const requestId = await asked()
    expect((await decide(cora, requestId)).status).toBe(403)
    expect((await decide(bea, requestId)).status).toBe(200)
  })
})
