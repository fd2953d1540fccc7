import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { workflowFolders } from '#db/schema/workflows'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { askAs, itemsOf, type Answer } from '#test/harness/ask-as'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { maxDepth } from './folder-tree.ts'

const api = useApi()
const ask = askAs(api)
const folders = '/api/v2/workflow-folders'

let ada: Person
let bob: Person
let owner: Person

const definition = graph('shape', { shape: { type: 'transform', config: { value: 1 } } })

async function makeFolder(name: string, parentId: string | null = null): Promise<string> {
  const made = await ask(`POST ${folders}`, 'owner', { body: { name, parentId } })
  expect(made).toMatchObject({ status: 201, body: { name, parentId, workflows: 0 } })
  return String(made.body['id'])
}

const workflow = async (name: string) =>
  (await seedWorkflow(api.organization.id, definition, name)).workflowId

const moveTo = async (id: string, folderId: string | null, who: Person | 'owner' = 'owner') =>
  await ask('PUT /api/v2/workflows/{id}/folder', who, { params: { id }, body: { folderId } })

const setRules = async (id: string, rules: object, who: Person | 'owner' = 'owner') => {
  const set = await ask(`PUT ${folders}/{id}/access`, who, { params: { id }, body: { rules } })
  expect(set.status).toBe(200)
}

const change = async (id: string, body: object, who: Person | 'owner' = 'owner') =>
  await ask(`PATCH ${folders}/{id}`, who, { params: { id }, body })

const remove = async (id: string, query = '', who: Person | 'owner' = 'owner') =>
  await ask(`DELETE ${folders}/{id}`, who, { params: { id }, query })

const namesIn = async (query: string, who: Person | 'owner' = 'owner') =>
  itemsOf(await ask('GET /api/v2/workflows', who, { query })).map(({ name }) => name)

const foldersOf = async (who: Person | 'owner') => itemsOf(await ask(`GET ${folders}`, who))

const messageOf = ({ body }: Answer) => String(body['message'])

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  bob = await signedIn(api.organization.id, 'builder', 'Bob')
  owner = await signedIn(api.organization.id, 'owner', 'Olga')
})

describe('a folder', () => {
  it('is made, renamed and put into another, and holds workflows', async () => {
    const clinic = await makeFolder('Clinic')
    const intake = await makeFolder('Intake')
    const id = await workflow('Referral')
    expect((await moveTo(id, intake, bob)).status).toBe(200)
    expect(await namesIn(`?folder=${intake}`)).toEqual(['Referral'])
    expect(await namesIn('?folder=none')).not.toContain('Referral')
    expect(await namesIn('?search=Referral')).toEqual(['Referral'])
    const moved = await change(intake, { parentId: clinic, name: 'Intakes' }, bob)
    expect(moved).toMatchObject({
      status: 200,
      body: { parentId: clinic, name: 'Intakes', workflows: 1 },
    })
    const back = await moveTo(id, null, bob)
    expect(back).toMatchObject({ status: 200, body: { folderId: null } })
    expect(await namesIn('?folder=none')).toContain('Referral')
  })

  it('has a name that no other has at its place', async () => {
    const one = await makeFolder('Lab')
    const again = await ask(`POST ${folders}`, 'owner', { body: { name: 'LAB' } })
    expect(again).toMatchObject({ status: 409, body: { error: 'conflict' } })
    const inside = await makeFolder('Lab', one)
    expect((await change(inside, { parentId: null })).status).toBe(409)
  })

  it('is never moved into itself, nor too deep', async () => {
    const chain = ['Deep 1']
    const ids = [await makeFolder('Deep 1')]
    while (ids.length < maxDepth) {
      chain.push(`Deep ${ids.length + 1}`)
      ids.push(await makeFolder(chain.at(-1) ?? '', ids.at(-1)))
    }
    const last = ids.at(-1) ?? ''
    const loop = await change(ids[0] ?? '', { parentId: last })
    expect(messageOf(loop)).toContain('into itself')
    const deeper = await ask(`POST ${folders}`, 'owner', { body: { name: 'X', parentId: last } })
    expect(deeper).toMatchObject({ status: 409, body: { error: 'conflict' } })
    const beside = await makeFolder('Beside')
    const tail = await change(ids[1] ?? '', { parentId: beside })
    expect(tail.status).toBe(200)
    expect((await change(beside, { parentId: ids[0] })).status).toBe(409)
  })

  it('two moves at once never make a loop', async () => {
    const one = await makeFolder('Swap 1')
    const other = await makeFolder('Swap 2')
    const answers = await Promise.all([
      change(one, { parentId: other }),
      change(other, { parentId: one }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is deleted when it is empty, or with what is in it moved up', async () => {
    const around = await makeFolder('Around')
    const full = await makeFolder('Full', around)
    // Its name is taken as long as the folder around it is there.
    const inner = await makeFolder('Full', full)
    const id = await workflow('Inside')
    await moveTo(id, full)
    const refused = await remove(full)
    expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(messageOf(refused)).toContain('not empty')
    expect((await remove(full, '?contents=move-up')).status).toBe(204)
    expect(await namesIn(`?folder=${around}`)).toEqual(['Inside'])
    const left = (await foldersOf('owner')).find((folder) => folder['id'] === inner)
    expect(left).toMatchObject({ name: 'Full', parentId: around })
    expect((await remove(inner)).status).toBe(204)
    expect((await remove(inner)).status).toBe(404)
  })

  it('is for those who create workflows, and stays in its organization', async () => {
    const id = await makeFolder('Own')
    const refused = await ask(`POST ${folders}`, ada, { body: { name: 'Mine' } })
    expect(refused.status).toBe(403)
    const other = await organizationWithKeys()
    const foreign = newId()
    await inOrganization(other.id, (tx) =>
      tx.insert(workflowFolders).values({ id: foreign, organizationId: other.id, name: 'Own' }),
    )
    expect((await change(foreign, { name: 'Ours' })).status).toBe(404)
    expect((await change(id, { parentId: foreign })).status).toBe(404)
    expect((await moveTo(await workflow('Stays'), foreign)).status).toBe(404)
    expect((await foldersOf('owner')).map((folder) => folder['id'])).not.toContain(foreign)
  })

  it('takes new, imported and copied workflows', async () => {
    const folderId = await makeFolder('New ones')
    const made = await ask('POST /api/v2/workflows', bob, { body: { name: 'First', folderId } })
    expect(made).toMatchObject({ status: 201, body: { folderId } })
    const file = await ask('GET /api/v2/workflows/{id}/export', bob, {
      params: { id: String(made.body['id']) },
    })
    expect(JSON.stringify(file.body)).not.toContain(folderId)
    const imported = await ask('POST /api/v2/workflows/import', bob, {
      query: `?folderId=${folderId}`,
      body: file.body,
    })
    expect(imported).toMatchObject({ status: 201, body: { folderId } })
    const copy = await ask('POST /api/v2/workflows/{id}/duplicate', bob, {
      params: { id: String(made.body['id']) },
      body: {},
    })
    expect(copy).toMatchObject({ status: 201, body: { folderId } })
  })
})

describe('the rules of a folder', () => {
  it('hold for what is in it, and its name is not there for others', async () => {
    const team = await makeFolder('Oncology')
    const trials = await makeFolder('Trials', team)
    const id = await workflow('Trial intake')
    await moveTo(id, trials)
    const onlyAda = [{ person: ada.actor.id }]
    const rules = { run: onlyAda, seeRuns: onlyAda, edit: [], publish: [], create: [] }
    await setRules(team, { ...rules, screens: { '*': onlyAda } })
    const known = async (who: Person) => (await foldersOf(who)).map((folder) => folder['name'])
    expect(await known(ada)).toEqual(expect.arrayContaining(['Oncology', 'Trials']))
    expect(await known(bob)).not.toEqual(expect.arrayContaining(['Oncology']))
    expect(await known(bob)).not.toEqual(expect.arrayContaining(['Trials']))
    for (const folderId of [team, trials]) {
      const read = await ask(`GET ${folders}/{id}/access`, bob, { params: { id: folderId } })
      expect(read.status).toBe(404)
      expect((await change(folderId, { name: 'Bobs' }, bob)).status).toBe(404)
      expect(await namesIn(`?folder=${folderId}`, bob)).toEqual([])
    }
    const inside = await ask('GET /api/v2/workflows/{id}/access', 'owner', { params: { id } })
    expect(inside.body).toMatchObject({
      level: 'workflow',
      rules: {},
      inForce: { run: { from: 'folder', id: team, name: 'Oncology', entries: onlyAda } },
      names: { [ada.actor.id]: 'Ada' },
    })
  })

  it('do not change by a move of somebody who may not change rules', async () => {
    const closed = await makeFolder('Closed')
    await setRules(closed, { run: [{ role: 'worker' }] })
    const id = await workflow('Moves')
    const refused = await moveTo(id, closed, bob)
    expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect(messageOf(refused)).toContain('would change who may do what')
    expect((await moveTo(id, closed, owner)).status).toBe(200)
    expect((await moveTo(id, null, bob)).status).toBe(403)
    const around = await makeFolder('Not closed')
    expect((await change(around, { parentId: closed }, bob)).status).toBe(403)
    expect((await change(around, { parentId: closed }, owner)).status).toBe(200)
    expect((await remove(closed, '?contents=move-up', bob)).status).toBe(403)
    expect((await remove(closed, '?contents=move-up', owner)).status).toBe(204)
  })

  it('of a copied workflow are copied, and an imported one has none', async () => {
    const id = await workflow('Secret')
    const rules = { run: [{ person: bob.actor.id }] }
    await ask('PUT /api/v2/workflows/{id}/access', 'owner', { params: { id }, body: { rules } })
    const copy = await ask('POST /api/v2/workflows/{id}/duplicate', bob, {
      params: { id },
      body: {},
    })
    const read = await ask('GET /api/v2/workflows/{id}/access', 'owner', {
      params: { id: String(copy.body['id']) },
    })
    expect(read.body).toMatchObject({ rules })
    const file = await ask('GET /api/v2/workflows/{id}/export', bob, { params: { id } })
    expect(JSON.stringify(file.body)).not.toContain(bob.actor.id)
  })
})
