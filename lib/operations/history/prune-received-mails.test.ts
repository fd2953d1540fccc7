import { inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { mailReplyAddresses, receivedMails } from '#db/schema/received-mails'
import { runs } from '#db/schema/runs'
import { openFile, putFile } from '#lib/documents/file-store'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { pruneReceivedMails } from './prune-received-mails.ts'

useTestDatabase()
let organizationId: string
let place: Awaited<ReturnType<typeof seedWorkflow>>
let runId: string

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const stored = async () =>
  await putFile(
    (async function* () {
      yield Buffer.from('bytes')
    })(),
    { maxBytes: 10 },
  )

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  await inOrganization(organizationId, (tx) =>
    tx.update(organizations).set({ settings: sql`settings || '{"retentionDays": 30}'` }),
  )
  const plain = graph('keep', { keep: { type: 'transform', config: { value: 1 } } }) as Definition
  place = await seedWorkflow(organizationId, { ...plain, settings: { retentionDays: 7 } })
  runId = newId()
  await engineDb()
    .insert(runs)
    .values({
      id: runId,
      organizationId,
      ...place,
      status: 'suspended',
      trigger: 'mail',
      startData: {},
    })
})

type Change = Partial<typeof receivedMails.$inferInsert> & { fileRunId?: string | null }

/** A mail with an attachment; answers it with the keys of their bytes. */
async function mail({ fileRunId = null, ...change }: Change) {
  const raw = await stored()
  const attached = await stored()
  const { storageKey, size, sha256 } = attached
  const file = { id: newId(), fileName: 'a.txt', mimeType: 'text/plain', size }
  await engineDb()
    .insert(files)
    .values({ ...file, organizationId, storageKey, sha256, runId: fileRunId, createdBy: 'E-mail' })
  const id = newId()
  await engineDb()
    .insert(receivedMails)
    .values({
      id,
      organizationId,
      key: id,
      purpose: 'start',
      workflowId: place.workflowId,
      recipient: 'a@b.example',
      sender: 'c@d.example',
      rawKey: raw.storageKey,
      rawSize: raw.size,
      status: 'stopped',
      attachments: [file],
      ...change,
    })
  return { id, fileId: file.id, rawKey: raw.storageKey, fileKey: storageKey }
}

const isThere = async (key: string): Promise<boolean> =>
  await openFile(key).then(
    async (stream) => {
      await stream.cancel()
      return true
    },
    () => false,
  )

/** What is left of a mail: its row and bytes, and the row and bytes of its file. */
async function leftOf({ id, fileId, rawKey, fileKey }: Awaited<ReturnType<typeof mail>>) {
  const rows = await engineDb()
    .select({ id: receivedMails.id })
    .from(receivedMails)
    .where(inArray(receivedMails.id, [id]))
  const found = await engineDb()
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [fileId]))
  return [rows.length === 1, await isThere(rawKey), found.length === 1, await isThere(fileKey)]
}

it('deletes mails with their bytes and files like the history that they belong to', async () => {
  const gone = newId()
  const all = [true, true, true, true]
  const nothing = [false, false, false, false]
  const withFileInUse = [false, false, true, true]
  const cases = [
    { what: 'of a workflow, after its days', given: { createdAt: ago(8) }, left: nothing },
    { what: 'of a workflow, before them', given: { createdAt: ago(6) }, left: all },
    { what: 'without a workflow', given: { createdAt: ago(31), workflowId: null }, left: nothing },
    { what: 'without one, young', given: { createdAt: ago(29), workflowId: null }, left: all },
    {
      what: 'that is not read yet',
      given: { createdAt: ago(99), status: 'waiting' as const },
      left: all,
    },
    { what: 'of a run', given: { createdAt: ago(99), runId, fileRunId: runId }, left: all },
    {
      what: 'of a deleted run',
      given: { createdAt: ago(2), runId: gone, fileRunId: gone },
      left: nothing,
    },
    {
      what: 'whose file belongs to a run',
      given: { createdAt: ago(8), fileRunId: runId },
      left: withFileInUse,
    },
  ]
  const made = []
  for (const each of cases) made.push({ ...each, mail: await mail(each.given) })
  expect(await pruneReceivedMails()).toBe(false)
  for (const each of made)
    expect([each.what, ...(await leftOf(each.mail))]).toEqual([each.what, ...each.left])
})

it('deletes addresses for answers when their run is gone', async () => {
  const { workflowId } = place
  const of = (key: string, run: string, days: number) => ({
    id: newId(),
    organizationId,
    asyncResultId: newId(),
    key,
    runId: run,
    taskId: newId(),
    workflowId,
    createdAt: ago(days),
  })
  await engineDb()
    .insert(mailReplyAddresses)
    .values([of('old', newId(), 2), of('new', newId(), 0), of('of a run', runId, 99)])
  await pruneReceivedMails()
  const left = await engineDb().select({ key: mailReplyAddresses.key }).from(mailReplyAddresses)
  expect(left.map(({ key }) => key).toSorted()).toEqual(['new', 'of a run'])
})
