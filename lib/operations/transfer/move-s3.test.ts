import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { putFile } from '#lib/documents/file-store'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { sweepFiles } from '#lib/operations/history/sweep-files'
import { seedWorkflow } from '#test/harness/seed-organization'
import {
  inCell,
  killCell,
  queryAt,
  runAt,
  useTwoCells,
  writeSettings,
} from '#test/harness/two-cells'
import { startStrictS3 } from '#test/fakes/strict-s3'
import { graph } from '#test/samples/graph'

// Two installations are started, each with its own cluster.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** One bucket for both cells, each with a prefix of its own. */
const server = await startStrictS3()
Object.assign(process.env, server.settings('west'))
const two = useTwoCells((name) => server.settings(name))
afterAll(async () => await server.stop())

const moves = '00000000-0000-7000-8000-0000000000a1'
const stays = '00000000-0000-7000-8000-0000000000b2'
const definition = graph('first -> end', {
  first: { type: 'wait', config: { seconds: 86_400 } },
  end: { type: 'echo', config: { value: 'done' } },
})
const scan = Buffer.alloc(20_000_000, 'a page of a scan ')
const large = { text: 'a long referral '.repeat(30_000) }
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sizes = [0, 17, scan.byteLength]

async function storeFile(organizationId: string, size: number): Promise<void> {
  const bytes = (async function* () {
    yield scan.subarray(0, size)
  })()
  const stored = await putFile(bytes, { maxBytes: size })
  const { storageKey, sha256 } = stored
  const row = { id: newId(), organizationId, fileName: `${size}`, mimeType: 'text/plain' }
  await inOrganization(organizationId, (tx) =>
    tx.insert(files).values({ ...row, size, sha256, storageKey }),
  )
}

/** What lies in the bucket for a cell. */
const stored = (cell: string) =>
  [...server.objects]
    .filter(([name]) => name.startsWith(`${cell}/files/`) || name.startsWith(`${cell}/payloads/`))
    .filter(([name]) => !name.endsWith('.swept'))
const hashesOf = (cell: string) => stored(cell).map(([, { bytes }]) => hash(bytes))

/** The hashes of what the organization that moves has. */
const own = [
  ...sizes.map((size) => hash(scan.subarray(0, size))),
  hash(Buffer.from(JSON.stringify(large))),
]

beforeAll(async () => {
  await killCell(two.west)
  await killCell(two.east)
  await inCell(two.west, async () => {
    for (const [id, slug] of [
      [moves, 'moves'],
      [stays, 'stays'],
    ] as const) {
      await authDb().insert(organizations).values({ id, slug, name: slug })
      for (const size of id === moves ? sizes : [5]) await storeFile(id, size)
    }
    const ids = await seedWorkflow(moves, definition)
    const start = { organizationId: moves, ...ids, definition, startData: large, trigger: 'api' }
    await inOrganization(
      moves,
      async (tx) =>
        await startRun(tx, { ...start, trigger: 'api', startedBy: null, startedByUserId: null }),
    )
  })
})
beforeEach(() => server.away.clear())

const move = async (settings = writeSettings(two.east, two.place)) =>
  await runAt(two.west, [
    'lib/server/organizations.ts',
    'move',
    'moves',
    '--to',
    'east',
    '--settings',
    settings,
  ])

async function expectAtHome(): Promise<void> {
  const [row] = await queryAt<{ at: string | null }>(
    two.west.databaseUrl,
    'select moved_at as at from organizations where id = $1',
    [moves],
  )
  expect(row?.at).toBeNull()
  const there = await queryAt(two.east.databaseUrl, 'select id from organizations')
  expect(there).toEqual([])
}

it.each(['files', 'payloads'])(
  'of %s that cannot be asked for nothing is left out: it goes on where it was',
  async (kind) => {
    const names = stored('west').map(([name]) => name)
    for (const name of names.filter((each) => each.startsWith(`west/${kind}/`)))
      server.away.add(name)
    await expect(move()).rejects.toThrow('The file store cannot be used at the moment')
    await expectAtHome()
  },
)

it('goes on where it was when nothing can be written there', async () => {
  const refused = writeSettings(
    { ...two.east, environment: { ...two.east.environment, S3_BUCKET: 'another' } },
    two.place,
  )
  await expect(move(refused)).rejects.toThrow('The file store cannot be used at the moment')
  await expectAtHome()
})

it('a cell whose files lie where those of another one do is refused', async () => {
  const environment = { ...two.east.environment, ...server.settings('west') }
  const says = 'The cell west keeps its files in the bucket rounds, prefix west'
  const worker = ['lib/server/worker.ts']
  await expect(runAt({ ...two.east, environment }, worker)).rejects.toThrow(says)
  await expect(move(writeSettings({ ...two.east, environment }, two.place))).rejects.toThrow(says)
  await expectAtHome()
})

it('brings every file and large value, and nothing of another organization', async () => {
  const said = await move()
  expect(said).toContain('DONE: "moves" is in the cell east.')
  expect(said).not.toContain('MISSING')
  expect(hashesOf('east').toSorted()).toEqual(own.toSorted())
  const rows = await queryAt<{ key: string; sha256: string }>(
    two.east.databaseUrl,
    'select storage_key as key, sha256 from files',
  )
  for (const { key, sha256 } of rows) {
    const object = server.objects.get(`east/files/${key}`)
    expect(object && hash(object.bytes)).toBe(sha256)
  }
  const payloads = await queryAt<{ run: string; hash: string }>(
    two.east.databaseUrl,
    'select run_id as run, hash from payloads where body is null',
  )
  for (const { run, hash: name } of payloads)
    expect(stored('east').map(([each]) => each)).toContainEqual(
      expect.stringMatching(`^east/payloads/.*/${run}/${name}$`),
    )
  expect(payloads.length).toBeGreaterThan(0)
})

it('is swept in the cell that it left, and only there', async () => {
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000)
  await inCell(two.west, async () => await sweepFiles(inTwoDays))
  expect(hashesOf('west')).toEqual([hash(scan.subarray(0, 5))])
  expect(hashesOf('east').toSorted()).toEqual(own.toSorted())
})
