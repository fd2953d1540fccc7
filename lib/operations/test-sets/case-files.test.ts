import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { testCases } from '#db/schema/test-sets'
import { workflows } from '#db/schema/workflows'
import { putFile } from '#lib/documents/file-store'
import type { AccessRules } from '#lib/domain/access/rules'
import { mostCaseBytes } from '#lib/domain/ask/test-set'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { removeBytes } from '../history/remove-bytes.ts'
import { sweepUploads } from '../history/sweep-uploads.ts'
import { pruneGoneCases } from './prune-gone-cases.ts'

const base = '/api/v2/workflows/{id}/steps/{stepId}/test-set'
const casesRoute = endpointsAt(`${base}/cases`).POST
const caseRoute = endpointsAt(`${base}/cases/{caseId}`)
const setRoute = endpointsAt(base)
const workflowRoute = endpointsAt('/api/v2/workflows/{id}').DELETE
const draftRoute = endpointsAt('/api/v2/workflows/{id}/draft').PUT
const uploadsRoute = endpointsAt('/api/v2/uploads').POST
const partRoute = endpointsAt('/api/v2/uploads/{id}/content').PUT
const fileRoute = endpointsAt('/api/v2/files/{id}').GET

const api = useApi()
let workflowId = ''
const dayMs = 24 * 3_600_000

const draft = (ids: string[], config: object = {}) =>
  graph(
    ids.join(' -> '),
    Object.fromEntries(
      ids.map((id) => [id, { type: 'ask-documents', config: { question: id, ...config } }]),
    ),
  )
const inOrg = async <T>(work: (tx: Tx) => Promise<T>) =>
  await inOrganization(api.organization.id, work)
const inStore = (key: string) => existsSync(path.join(env().DATA_DIR, 'files', key))

/** A file as a step of a run made it. */
async function fileOf(runId: string | null, more: object = {}) {
  const content = Buffer.from('Patient: Ada')
  const stored = await putFile(
    (async function* () {
      yield content
    })(),
    { maxBytes: 100 },
  )
  const id = newId()
  const { storageKey, size, sha256 } = stored
  const values = { id, organizationId: api.organization.id, runId, fileName: 'a.txt' }
  await inOrg((tx) =>
    tx.insert(files).values({
      ...values,
      mimeType: 'text/plain',
      storageKey,
      size,
      sha256,
      ...more,
    }),
  )
  return { id, storageKey }
}

/** A file that a page uploads for a case. */
async function temporaryUpload(): Promise<string> {
  const body = { fileName: 'a.txt', mimeType: 'text/plain', size: 3, temporary: true }
  const begun = await api.send(uploadsRoute, '/api/v2/uploads', { body })
  const id = String(begun.body['id'])
  await api.send(partRoute, `/api/v2/uploads/${id}/content?offset=0`, {
    params: { id },
    body: Buffer.from('Ada'),
    headers: { 'content-type': 'application/octet-stream' },
  })
  return id
}

const place = (more: object = {}) => ({ id: workflowId, stepId: 'ask', ...more })
async function addCase(fileIds: string[], stepId = 'ask'): Promise<string> {
  const body = { name: 'One', fileIds, expected: { name: 'Ada' } }
  const added = await api.send(casesRoute, '/x', { params: place({ stepId }), body })
  expect(added.status).toBe(201)
  return String(added.body['id'])
}
const filesOfCase = async (caseId: string) =>
  await inOrg((tx) => tx.select().from(files).where(eq(files.testCaseId, caseId)))
const casesOfStep = async (stepId: string) =>
  await inOrg((tx) => tx.select().from(testCases).where(eq(testCases.stepId, stepId)))
async function saveDraft(definition: ReturnType<typeof draft>) {
  const [row] = await inOrg((tx) => tx.select().from(workflows).where(eq(workflows.id, workflowId)))
  const saved = await api.send(draftRoute, '/x', {
    params: { id: workflowId },
    headers: { 'if-match': `"${row?.draftRevision}"` },
    body: { definition },
  })
  expect(saved.status).toBe(200)
}

beforeEach(async () => {
  await inOrg((tx) => tx.delete(testCases))
  ;({ workflowId } = await seedWorkflow(api.organization.id, draft(['ask'])))
})
afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

describe('the files of a case', () => {
  it('stay when the run that they come from is deleted, and go with the case', async () => {
    const runId = newId()
    const { id, storageKey } = await fileOf(runId)
    const caseId = await addCase([id])
    const gone = await inOrg((tx) => deleteRuns(tx, api.organization.id, [runId]))
    await removeBytes(gone)
    expect(inStore(storageKey)).toBe(false)
    const [copy] = await filesOfCase(caseId)
    const sha256 = createHash('sha256').update('Patient: Ada').digest('hex')
    expect(copy).toMatchObject({ fileName: 'a.txt', runId: null, sha256 })
    expect(inStore(copy?.storageKey ?? '')).toBe(true)
    await api.send(caseRoute.DELETE, '/x', { params: place({ caseId }) })
    expect(await filesOfCase(caseId)).toEqual([])
    expect(inStore(copy?.storageKey ?? '')).toBe(false)
  })

  it('are the uploads for it; those that it does not need any more are deleted', async () => {
    const kept = await temporaryUpload()
    const dropped = await temporaryUpload()
    const never = await temporaryUpload()
    const caseId = await addCase([kept, dropped])
    expect((await filesOfCase(caseId)).map(({ id }) => id).toSorted()).toEqual(
      [kept, dropped].toSorted(),
    )
    const body = { name: 'One', fileIds: [kept], expected: {} }
    await api.send(caseRoute.PUT, '/x', { params: place({ caseId }), body })
    await sweepUploads(new Date(Date.now() + 2 * dayMs))
    const ofAll = await inOrg((tx) => tx.select({ id: files.id }).from(files))
    const left = ofAll.map(({ id }) => id)
    expect(left).toContain(kept)
    expect(left).not.toContain(dropped)
    expect(left).not.toContain(never)
  })

  it('are refused when they are too large together', async () => {
    const { id } = await fileOf(null, { size: mostCaseBytes + 1 })
    const body = { name: 'One', fileIds: [id], expected: {} }
    const { status, body: answer } = await api.send(casesRoute, '/x', { params: place(), body })
    expect([status, JSON.stringify(answer).includes('200 MB')]).toEqual([422, true])
  })

  it('go with the set, and with the workflow', async () => {
    const caseId = await addCase([(await fileOf(null)).id])
    const [first] = await filesOfCase(caseId)
    const emptied = await api.send(setRoute.DELETE, '/x', { params: place() })
    expect(emptied.body).toEqual({ cases: 1 })
    expect(inStore(first?.storageKey ?? '')).toBe(false)

    const other = await addCase([(await fileOf(null)).id])
    const [second] = await filesOfCase(other)
    const deleted = await api.send(workflowRoute, '/x', { params: { id: workflowId } })
    expect(deleted.status).toBe(204)
    expect(await filesOfCase(other)).toEqual([])
    expect(inStore(second?.storageKey ?? '')).toBe(false)
  })

  it('are open to who edits the workflow and sees its runs', async () => {
    const { id: organizationId } = api.organization
    const builders = [{ role: 'builder' }]
    async function fileWith(rules: AccessRules): Promise<string> {
      ;({ workflowId } = await seedWorkflow(organizationId, draft(['ask'])))
      const [file] = await filesOfCase(await addCase([(await fileOf(null)).id]))
      const row = { organizationId, objectId: workflowId, workflowId, rules }
      await inOrg((tx) => tx.insert(accessRules).values(row))
      return file?.id ?? ''
    }
    const open = await fileWith({ edit: builders, seeRuns: builders })
    const closed = await fileWith({ edit: builders, seeRuns: [] })
    const { headers } = await signedIn(organizationId, 'builder', 'Bob')
    const statusOf = async (id: string) =>
      (await api.send(fileRoute, '/x', { params: { id }, as: null, headers })).status
    expect([await statusOf(open), await statusOf(closed)]).toEqual([200, 404])
  })
})

describe('a test set', () => {
  it('follows its step to another id', async () => {
    await addCase([(await fileOf(null)).id])
    // The id of a step stands in what it asks here, so only its title is the same.
    const { steps, ...rest } = draft(['renamed'])
    await saveDraft({ ...rest, steps: steps.map((step) => ({ ...step, title: 'ask' })) })
    expect(await casesOfStep('renamed')).toMatchObject([{ goneSince: null }])
  })

  it('waits for a step that may come back, and is deleted when it stays away', async () => {
    const caseId = await addCase([(await fileOf(null)).id])
    await saveDraft(draft(['other']))
    expect(await casesOfStep('ask')).toMatchObject([{ goneSince: expect.any(Date) as Date }])
    await saveDraft(draft(['other', 'ask']))
    expect(await casesOfStep('ask')).toMatchObject([{ goneSince: null }])
    await saveDraft(draft(['other']))
    expect(await pruneGoneCases()).toBe(false)
    expect(await casesOfStep('ask')).toHaveLength(1)

    const [file] = await filesOfCase(caseId)
    const longAgo = new Date(Date.now() - 31 * dayMs)
    await inOrg((tx) => tx.update(testCases).set({ goneSince: longAgo }))
    await pruneGoneCases()
    expect(await casesOfStep('ask')).toEqual([])
    expect(inStore(file?.storageKey ?? '')).toBe(false)
    const [entry] = await engineDb()
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'test_set.deleted'))
    expect(entry?.details).toEqual({ stepId: 'ask', cases: 1 })
  })
})
