import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files, policies } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { savedForms } from '#db/schema/saved-forms'
import { putFile } from '#lib/documents/file-store'
import { removePayloadFiles } from '#lib/engine/store/payload-files'
import { insertPayloads, offloadValue } from '#lib/engine/store/payloads'
import { env } from '#lib/env'
import { firstIdAt, newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { claimFiles } from '../files/claim-files.ts'
import { sweepUploads } from './sweep-uploads.ts'

// Its own, read at the first use: other tests count what is stored.
process.env['DATA_DIR'] = mkdtempSync(path.join(tmpdir(), 'rounds-uploads-'))
useTestDatabase()
const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
const root = () => path.join(env().DATA_DIR, 'files')
let organizationId: string
let workflowId: string
let versionId: string
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  ;({ workflowId, versionId } = await seedWorkflow(organizationId, graph('one')))
})
beforeEach(async () => void (await engineDb().delete(files)))
afterAll(() => rmSync(env().DATA_DIR, { recursive: true, force: true }))

async function upload({ hours = 30, unclaimed = true } = {}): Promise<{ id: string; key: string }> {
  const { storageKey: key } = await putFile(
    (async function* () {
      yield Buffer.from('bytes')
    })(),
    { maxBytes: 100 },
  )
  const id = newId()
  await engineDb()
    .insert(files)
    .values({
      id,
      organizationId,
      fileName: 'a',
      mimeType: 'text/plain',
      size: 5,
      sha256: 'x',
      storageKey: key,
      unclaimed,
      createdAt: ago(hours),
    })
  return { id, key }
}
const left = async (...uploads: { id: string }[]) => {
  const rows = await engineDb()
    .select({ id: files.id })
    .from(files)
    .where(
      inArray(
        files.id,
        uploads.map(({ id }) => id),
      ),
    )
  return uploads.map(({ id }) => rows.some((row) => row.id === id))
}
async function startWith(startData: unknown, { large = false, hours = 29 } = {}): Promise<string> {
  const id = `${firstIdAt(ago(hours)).slice(0, 23)}${newId().slice(23)}`
  await engineDb().transaction(async (tx) => {
    const kept = large ? await offloadValue(id, startData) : undefined
    if (large && kept?.ref === undefined) throw new Error('not large')
    if (kept?.ref !== undefined) await insertPayloads(tx, organizationId, [kept.row])
    await tx.insert(runs).values({
      id,
      organizationId,
      workflowId,
      versionId,
      status: 'completed',
      trigger: 'form',
      startData: large ? {} : startData,
      startRef: kept?.ref ?? null,
      createdAt: ago(hours),
      finishedAt: ago(hours),
    })
  })
  return id
}

it('deletes uploads of a form that was not submitted for a day, and no other files', async () => {
  const lost = await upload()
  const young = await upload({ hours: 23 })
  const other = await upload({ hours: 9000, unclaimed: false })
  expect(await sweepUploads()).toBe(1)
  expect(await left(lost, young, other)).toEqual([false, true, true])
  expect([lost, young, other].map(({ key }) => existsSync(path.join(root(), key)))).toEqual([
    false,
    true,
    true,
  ])
})

it('a submitted file stays, wherever the data name it', async () => {
  const listed = await upload()
  const nested = await upload()
  await inOrganization(organizationId, (tx) =>
    claimFiles(tx, {
      documents: [{ id: listed.id, fileName: 'a' }],
      free: { text: `see ${nested.id.toUpperCase()}` },
    }),
  )
  expect(await sweepUploads()).toBe(0)
  expect(await left(listed, nested)).toEqual([true, true])
})

it('claims what the start data of a run name without a claim, also in large data', async () => {
  const small = await upload()
  const large = await upload()
  const huge = await upload()
  const lost = await upload()
  await startWith({ free: `the file ${small.id}` })
  await startWith({ documents: [{ id: large.id }], text: 'x'.repeat(20_000) }, { large: true })
  await startWith(
    { documents: [{ id: huge.id }], text: `${newId()} `.repeat(10_000) },
    { large: true },
  )
  expect(await sweepUploads()).toBe(1)
  expect(await left(small, large, huge, lost)).toEqual([true, true, true, false])
  const rows = await engineDb().select({ unclaimed: files.unclaimed }).from(files)
  expect(rows.map(({ unclaimed }) => unclaimed)).toEqual([false, false, false])
})

it('deletes nothing while large start data cannot be read', async () => {
  const lost = await upload()
  await removePayloadFiles(await startWith({ text: `${newId()} `.repeat(10_000) }, { large: true }))
  expect(await sweepUploads()).toBe(0)
  expect(await left(lost)).toEqual([true])
  await engineDb().delete(runs).where(eq(runs.organizationId, organizationId))
  expect(await sweepUploads()).toBe(1)
})

it('a file that another row refers to stays', async () => {
  const file = await upload()
  await engineDb().insert(policies).values({
    organizationId,
    id: 'p',
    title: 'P',
    text: 't',
    fileId: file.id,
    updatedAt: new Date(),
  })
  expect(await sweepUploads()).toBe(0)
  await engineDb().delete(policies)
  expect(await sweepUploads()).toBe(1)
})

it('a form that is submitted during the sweep keeps its files, or finds them deleted', async () => {
  const file = await upload()
  let swept: Promise<number> | undefined
  await inOrganization(organizationId, async (tx) => {
    await claimFiles(tx, file.id)
    // It waits for this transaction at the row, after it has looked for runs.
    swept = sweepUploads()
    await expect
      .poll(
        async () =>
          (await engineDb().execute(`select 1 from pg_locks where not granted`)).rows.length,
        { timeout: 50_000 },
      )
      .toBeGreaterThan(0)
  })
  expect(await swept).toBe(0)
  expect(await left(file)).toEqual([true])
})

it('leaves what a visitor saved for later, until that ends', async () => {
  const saved = await upload()
  const ended = await upload()
  const rowOf = (fileId: string, hours: number) => ({
    id: newId(),
    organizationId,
    workflowId,
    secretHash: newId(),
    sealed: 'x',
    fileIds: [fileId],
    endsAt: ago(hours),
  })
  await inOrganization(organizationId, (tx) =>
    tx.insert(savedForms).values([rowOf(saved.id, -5), rowOf(ended.id, 1)]),
  )
  await sweepUploads()
  expect(await left(saved, ended)).toEqual([true, false])
})
