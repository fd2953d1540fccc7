import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { files } from '#db/schema/documents'
import { payloads } from '#db/schema/runs'
import { scheduleOccurrences, schedules } from '#db/schema/schedules'
import { putFile } from '#lib/documents/file-store'
import { offloadValue, loadPayloads, type PayloadRow } from '#lib/engine/store/payloads'
import { sweepPayloadFile, writePayloadFile } from '#lib/engine/store/payload-files'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { pruneOccurrences } from './prune-occurrences.ts'
import { sweepFiles } from './sweep-files.ts'

useTestDatabase()
let organizationId: string
const dayMs = 24 * 3_600_000
const root = (kind: 'files' | 'payloads') => path.join(env().DATA_DIR, kind)
const age = (location: string, days: number) =>
  utimesSync(location, new Date(Date.now() - days * dayMs), new Date(Date.now() - days * dayMs))
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})
afterAll(() => {
  for (const kind of ['files', 'payloads'] as const)
    rmSync(root(kind), { recursive: true, force: true })
})

const put = async () =>
  (
    await putFile(
      (async function* () {
        yield Buffer.from('bytes')
      })(),
      { maxBytes: 100 },
    )
  ).storageKey
const inStore = (key: string) => existsSync(path.join(root('files'), key))

it('deletes files without a row and partial files after a day, and no others', async () => {
  const named = await put()
  const result = await put()
  const lost = await put()
  const young = await put()
  const values = { organizationId, fileName: 'a', mimeType: 'text/plain', size: 5, sha256: 'x' }
  await engineDb()
    .insert(files)
    .values({ ...values, id: newId(), storageKey: named })
  await inOrganization(organizationId, (tx) =>
    tx.insert(asyncResults).values({
      id: newId(),
      organizationId,
      kind: 'manual',
      status: 'completed',
      resultKey: result,
      completedAt: new Date(),
    }),
  )
  const cut = path.join(root('files'), `${lost.slice(0, 6)}${newId()}.part`)
  writeFileSync(cut, 'half')
  for (const key of [named, result, lost]) age(path.join(root('files'), key), 2)
  age(cut, 2)
  expect(await sweepFiles()).toBe(2)
  expect([named, result, young, lost].map(inStore)).toEqual([true, true, true, false])
  expect(existsSync(cut)).toBe(false)
})

/** A value that is kept in a file, with where it lies. */
async function large(runId = newId()): Promise<{
  runId: string
  hash: string
  location: string
  row: PayloadRow
  value: { text: string }
}> {
  const value = { text: `${newId()} `.repeat(10_000) }
  const kept = await offloadValue(runId, value)
  if (kept.ref === undefined) throw new Error('the value is in the row')
  const month =
    readdirSync(root('payloads')).find((name) =>
      existsSync(path.join(root('payloads'), name, runId)),
    ) ?? ''
  return {
    runId,
    hash: kept.ref,
    location: path.join(root('payloads'), month, runId, kept.ref),
    row: kept.row,
    value,
  }
}
const insert = async ({ row: { runId, hash, size } }: { row: PayloadRow }) =>
  await engineDb().insert(payloads).values({ runId, hash, organizationId, size, body: null })

it('deletes values that were never committed after a day, and no others', async () => {
  const kept = await large()
  const lost = await large()
  const young = await large()
  await insert(kept)
  for (const { location } of [kept, lost]) age(location, 2)
  const half = `${kept.location}.${newId()}`
  writeFileSync(half, 'half')
  age(half, 2)
  await sweepFiles()
  expect([kept, lost, young].map(({ location }) => existsSync(location))).toEqual([
    true,
    false,
    true,
  ])
  expect([existsSync(half), existsSync(path.dirname(lost.location))]).toEqual([false, false])
  expect(
    (await loadPayloads(engineDb() as never, [{ runId: kept.runId, ref: kept.hash }])).get(
      `${kept.runId}:${kept.hash}`,
    ),
  ).toEqual(kept.value)
})

it('a value that is written again while it is swept stays, in any order', async () => {
  const before = new Date(Date.now() - dayMs)
  const found = await large()
  const again = async () =>
    await writePayloadFile(found.runId, found.hash, JSON.stringify(found.value))
  age(found.location, 2)
  // The writer touches it after the sweep has asked for rows.
  await again()
  expect(await sweepPayloadFile(found, false, before)).toBe(false)
  expect(existsSync(found.location)).toBe(true)
  // Both at once, many times: what the writer was told is there when both are done.
  for (let round = 0; round < 200; round++) {
    age(found.location, 2)
    await Promise.all([sweepPayloadFile(found, false, before), again()])
    expect(existsSync(found.location), `round ${round}`).toBe(true)
  }
})

it('the next sweep completes an interrupted one', async () => {
  const kept = await large()
  const lost = await large()
  await insert(kept)
  for (const { location } of [kept, lost]) {
    age(location, 2)
    renameSync(location, `${location}.swept`)
  }
  await sweepFiles()
  expect(
    [kept.location, lost.location, `${kept.location}.swept`, `${lost.location}.swept`].map(
      (location) => existsSync(location),
    ),
  ).toEqual([true, false, false, false])
  expect(createHash('sha256').update(JSON.stringify(kept.value)).digest('hex')).toBe(kept.hash)
})

it('deletes occurrences with the runs of their workflow, unless open or with a run', async () => {
  const { workflowId } = await seedWorkflow(
    organizationId,
    graph(
      'a',
      { a: { type: 'transform', config: { value: 1 } } },
      { settings: { retentionDays: 30 } as never },
    ),
  )
  const scheduleId = newId()
  await engineDb()
    .insert(schedules)
    .values({
      id: scheduleId,
      organizationId,
      workflowId,
      name: 'Nightly',
      cron: '0 3 * * *',
      timeZone: 'UTC',
    } as never)
  const at = (days: number) => new Date(Date.now() - days * dayMs)
  const row = (days: number, more: Partial<typeof scheduleOccurrences.$inferInsert>) => ({
    id: newId(),
    organizationId,
    scheduleId,
    plannedAt: at(days),
    createdAt: at(days),
    status: 'skipped' as const,
    ...more,
  })
  const rows = [
    row(40, {}),
    row(41, { status: 'started', settled: true, runId: newId() }),
    row(42, { status: 'queued' }),
    row(43, { status: 'started', runId: newId() }),
    row(20, {}),
    row(44, { createdAt: at(1) }),
  ]
  await engineDb().insert(scheduleOccurrences).values(rows)
  expect(await pruneOccurrences()).toBe(false)
  const left = new Set(
    (await engineDb().select({ id: scheduleOccurrences.id }).from(scheduleOccurrences)).map(
      ({ id }) => id,
    ),
  )
  expect(rows.map(({ id }) => left.has(id))).toEqual([false, false, true, true, true, true])
})
