import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { directories, directoryGroupRoles, directoryGroups } from '#db/schema/directories'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { askAs, itemsOf } from '#test/harness/ask-as'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const api = useApi()
const ask = askAs(api)
const access = '/api/v2/workflows/{id}/access'

let ada: Person
let olga: Person
let group = ''
let id = ''

const definition = graph('shape', { shape: { type: 'transform', config: { value: 1 } } })

async function makeGroup(displayName: string): Promise<string> {
  const organizationId = api.organization.id
  const directoryId = newId()
  const groupId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(directories).values({
      id: directoryId,
      organizationId,
      name: 'Okta',
      kind: 'sandbox',
      settings: { joiners: 'members', defaultRole: 'worker' },
    })
    await tx
      .insert(directoryGroups)
      .values({ id: groupId, organizationId, directoryId, displayName })
  })
  return groupId
}

const set = async (body: object, who: Person | 'owner' = 'owner') =>
  await ask(`PUT ${access}`, who, { params: { id }, body })

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  olga = await signedIn(api.organization.id, 'owner', 'Olga')
  group = await makeGroup('Intake team')
})
beforeEach(async () => {
  id = (await seedWorkflow(api.organization.id, definition, 'Referral')).workflowId
})

describe('rules', () => {
  it('are read with names, the level that decides, and what they would inherit', async () => {
    const everybody = { run: [{ role: 'worker' }] }
    await ask('PUT /api/v2/access', 'owner', { body: { rules: everybody } })
    const rules = { run: [{ group }, { person: ada.actor.id }, { role: 'builder' }] }
    const stored = await set({ rules })
    expect(stored).toMatchObject({
      status: 200,
      body: {
        level: 'workflow',
        id,
        name: 'Referral',
        revision: 1,
        inForce: { run: { from: 'workflow', id, name: 'Referral' } },
        inherited: { run: { from: 'organization', name: null, entries: everybody.run } },
        names: {
          [group]: 'Intake team',
          [ada.actor.id]: 'Ada',
          builder: 'Builder',
          worker: 'Worker',
        },
      },
    })
    await ask('PUT /api/v2/access', 'owner', { body: { rules: {} } })
    const [entry] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.action, 'access.changed'), eq(auditEntries.objectId, id))),
    )
    expect(entry).toMatchObject({ objectKind: 'workflow', details: { rules } })
  })

  it('of two people at once: the second is told, and overwrites nothing', async () => {
    const first = await set({ rules: { run: [{ group }] }, revision: 0 }, olga)
    expect(first.body).toMatchObject({ revision: 1, changedBy: 'Olga' })
    const second = await set({ rules: { edit: [] }, revision: 0 })
    expect(second).toMatchObject({
      status: 409,
      body: { error: 'version_conflict', details: { currentRevision: 1, changedBy: 'Olga' } },
    })
    const read = await ask(`GET ${access}`, 'owner', { params: { id } })
    expect(read.body).toMatchObject({ rules: { run: [{ group }] }, revision: 1 })
    // Also when the rules went away and came back in between.
    await set({ rules: {}, revision: 1 })
    await set({ rules: { publish: [] }, revision: 2 })
    expect((await set({ rules: {}, revision: 1 })).status).toBe(409)
    const answers = await Promise.all([
      set({ rules: { run: [] }, revision: 3 }),
      set({ rules: { edit: [] }, revision: 3 }, olga),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('name only those whom the organization has, and screens at workflows only', async () => {
    const stranger = await signedIn((await organizationWithKeys()).id, 'worker', 'Stranger')
    for (const subject of [
      { person: stranger.actor.id },
      { group: newId() },
      { role: 'no-such-role' },
    ])
      expect(await set({ rules: { run: [subject] } })).toMatchObject({
        status: 400,
        body: { details: { issues: [{ path: 'rules' }] } },
      })
    const steps = { rules: { screens: { look: [] } } }
    expect((await ask('PUT /api/v2/access', 'owner', { body: steps })).status).toBe(400)
    expect((await set(steps)).status).toBe(200)
    expect((await set({ rules: {} }, ada)).status).toBe(403)
  })
})

describe('who reads the audit log', () => {
  it('reads the rules of every workflow, and changes none', async () => {
    const rules = { run: [], edit: [], publish: [], seeRuns: [], screens: { '*': [] } }
    await set({ rules })
    const custom = { slug: 'reviewer', name: 'Reviewer', permissions: ['audit:read'] }
    await ask('POST /api/v2/roles', 'owner', { body: custom })
    for (const role of ['auditor', 'reviewer']) {
      const who = await signedIn(api.organization.id, role, 'Audrey')
      const params = { id }
      expect(await ask(`GET ${access}`, who, { params })).toMatchObject({
        status: 200,
        body: { name: 'Referral', rules },
      })
      const query = `?workflow=${id}&person=${ada.actor.id}&act=run`
      expect(await ask('GET /api/v2/access/explanation', who, { query })).toMatchObject({
        status: 200,
        body: { ok: false },
      })
      expect((await set({ rules: {} }, who)).status).toBe(403)
      // It stays hidden otherwise.
      expect((await ask('GET /api/v2/workflows/{id}', who, { params })).status).not.toBe(200)
    }
    expect((await ask(`GET ${access}`, ada, { params: { id } })).status).toBe(403)
  })
})

describe('those whom a rule can name', () => {
  it('are found by a part of the name, by kind, in this organization', async () => {
    const find = async (query: string) =>
      itemsOf(await ask('GET /api/v2/access/subjects', 'owner', { query }))
    expect(await find('?search=ntake')).toEqual([
      { kind: 'group', id: group, name: 'Intake team', detail: 'Okta', mayNot: [] },
    ])
    expect(await find(`?search=${ada.actor.email}`)).toEqual([
      {
        kind: 'person',
        id: ada.actor.id,
        name: 'Ada',
        detail: ada.actor.email,
        mayNot: ['edit', 'publish', 'create'],
      },
    ])
    expect((await find('?kind=role')).map((role) => role['id'])).toContain('auditor')
    const { id: other } = await organizationWithKeys()
    await signedIn(other, 'worker', 'Zora Elsewhere')
    expect(await find('?search=Elsewhere')).toEqual([])
    expect((await ask('GET /api/v2/access/subjects', ada)).status).toBe(403)
  })
})

describe('an explanation', () => {
  const why = async (query: string, person: Person = ada) =>
    await ask('GET /api/v2/access/explanation', 'owner', {
      query: `?person=${person.actor.id}&${query}`,
    })

  it('names the rule that decides, and whom it names', async () => {
    const folder = await ask('POST /api/v2/workflow-folders', 'owner', { body: { name: 'Intake' } })
    const folderId = String(folder.body['id'])
    await ask('PUT /api/v2/workflow-folders/{id}/access', 'owner', {
      params: { id: folderId },
      body: { rules: { run: [{ group }, { role: 'auditor' }] } },
    })
    await ask('PUT /api/v2/workflows/{id}/folder', 'owner', { params: { id }, body: { folderId } })
    expect((await why(`act=run&workflow=${id}`)).body).toMatchObject({
      ok: false,
      from: { kind: 'folder', id: folderId, name: 'Intake' },
      sentence: 'Ada may not start runs of “Referral”.',
      reasons: [
        'The rule of the folder “Intake” names the group Intake team and everybody with the role ' +
          'Auditor. Ada is none of them.',
      ],
    })
    expect((await why(`act=run&workflow=${id}`, olga)).body).toMatchObject({
      ok: true,
      by: 'owner',
      reasons: ['Owners always may.'],
    })
  })

  it('says what the role decides, also without a workflow', async () => {
    expect((await why(`act=edit&workflow=${id}`)).body).toMatchObject({
      ok: false,
      reasons: [
        'Their role, Worker, does not have “Change drafts of workflows”.',
        'Being named by a rule never gives more than the role has.',
      ],
    })
    expect((await why('act=run')).body).toMatchObject({
      ok: true,
      sentence: 'Ada may start runs of workflows without rules of their own.',
    })
    expect((await why('act=connections:manage')).body).toMatchObject({
      ok: false,
      sentence: 'Ada may not change connections.',
      reasons: [
        'Their role, Worker, does not have “Change connections”.',
        'These roles have it: Owner.',
      ],
    })
    expect((await why('act=fly')).status).toBe(400)
  })
})

describe('a role in use', () => {
  it('is not deleted, and the refusal says by whom', async () => {
    const role = { slug: 'triage', name: 'Triage', permissions: ['workflows:read'] }
    expect((await ask('POST /api/v2/roles', 'owner', { body: role })).status).toBe(201)
    await signedIn(api.organization.id, 'triage', 'Tom')
    await inOrganization(api.organization.id, (tx) =>
      tx
        .insert(directoryGroupRoles)
        .values({ organizationId: api.organization.id, groupId: group, role: 'triage' }),
    )
    await set({ rules: { run: [{ role: 'triage' }] } })
    const listed = itemsOf(await ask('GET /api/v2/roles', 'owner'))
    expect(listed.find(({ slug }) => slug === 'triage')).toMatchObject({ members: 1 })
    const params = { slug: 'triage' }
    expect(await ask('DELETE /api/v2/roles/{slug}', 'owner', { params })).toMatchObject({
      status: 409,
      body: {
        error: 'in_use',
        message:
          '"Triage" is in use: the member Tom, the directory group Intake team and the access ' +
          'rules of Referral. Give them another role first.',
      },
    })
  })

  it('is not renamed to the name of another', async () => {
    const role = { name: 'Desk', permissions: [] }
    await ask('POST /api/v2/roles', 'owner', { body: { ...role, slug: 'desk' } })
    await ask('POST /api/v2/roles', 'owner', { body: { ...role, slug: 'desk-2', name: 'Desk 2' } })
    const params = { slug: 'desk-2' }
    expect((await ask('PUT /api/v2/roles/{slug}', 'owner', { params, body: role })).status).toBe(
      409,
    )
    const builtIn = { ...role, slug: 'the-owner', name: 'Owner' }
    expect((await ask('POST /api/v2/roles', 'owner', { body: builtIn })).status).toBe(409)
  })
})

describe('a role that two owners change', () => {
  it('keeps the first change; the second is told by whom, and may still replace it', async () => {
    const role = { name: 'Ward', description: '', permissions: ['workflows:read'] }
    const made = await ask('POST /api/v2/roles', 'owner', { body: { ...role, slug: 'ward' } })
    expect(made.body).toMatchObject({ revision: 1 })
    const put = async (who: Person | 'owner', body: object) =>
      await ask('PUT /api/v2/roles/{slug}', who, { params: { slug: 'ward' }, body })
    const first = await put(olga, { ...role, permissions: [], revision: 1 })
    expect(first).toMatchObject({ status: 200, body: { revision: 2, changedBy: 'Olga' } })
    const second = await put('owner', { ...role, name: 'Ward two', revision: 1 })
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: 'version_conflict',
        message: 'Olga changed this role meanwhile. Read it again, and decide what is to be.',
        details: { currentRevision: 2, changedBy: 'Olga' },
      },
    })
    const roles = itemsOf(await ask('GET /api/v2/roles', 'owner'))
    expect(roles.find(({ slug }) => slug === 'ward')).toMatchObject({
      name: 'Ward',
      permissions: [],
      revision: 2,
    })
    const again = await put('owner', { ...role, name: 'Ward two', revision: 2 })
    expect(again).toMatchObject({ status: 200, body: { name: 'Ward two', revision: 3 } })
    // Scripts that describe the whole state need not read first.
    expect((await put('owner', role)).status).toBe(200)
    const params = { slug: 'no-such-role' }
    const missing = await ask('PUT /api/v2/roles/{slug}', 'owner', {
      params,
      body: { ...role, revision: 1 },
    })
    expect(missing.status).toBe(404)
  })
})
