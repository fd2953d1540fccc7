import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Entry, Manifest } from './manifest.ts'
import {
  makeRepository,
  openRepository,
  prune,
  putManifest,
  putObject,
  readManifest,
  readObject,
  type Repository,
} from './repository.ts'
import { verifyBackups } from './verify-backup.ts'

const passphrase = 'a passphrase of the operator'
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-repository-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* bytes(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}
async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function put(repository: Repository, name: string, ...content: (string | Buffer)[]) {
  const { isNew, ...entry } = await putObject(repository, bytes(...content))
  return { isNew, entry: { path: name, ...entry } }
}
const manifestOf = (name: string, entries: Entry[]): Manifest => ({
  format: 1,
  name,
  databaseAt: '2026-11-28T09:30:00.000Z',
  finishedAt: '2026-11-28T09:31:00.000Z',
  rounds: '0.1.0',
  migration: 1,
  dataDir: '/data',
  postgres: {
    major: 18,
    version: '18.4',
    system: '1',
    firstLog: '000000010000000000000001',
    lastLog: '000000010000000000000001',
    archive: null,
  },
  files: 'included',
  secretKey: 'included',
  keyFingerprint: '00',
  folders: [],
  entries,
})
const objects = () => globSync('objects/*/*', { cwd: folder }).toSorted()
const verified = async (repository: Repository) =>
  (await verifyBackups(repository, { progress: () => undefined })).map(({ damaged }) => damaged)

const large = randomBytes(300_000)

it.each([undefined, passphrase])('keeps a content once and gives it back (%s)', async (secret) => {
  const repository = await makeRepository(folder, secret)
  for (const content of ['', 'a', large, large.subarray(0, 65_536 * 2)]) {
    const first = await put(repository, 'postgres/one', content)
    const second = await put(repository, 'files/two', content)
    expect([first.isNew, second.isNew]).toEqual([true, false])
    const again = openRepository(folder, secret)
    expect(await whole(readObject(again, second.entry))).toEqual(Buffer.from(content))
  }
  expect(objects()).toHaveLength(4)
})

it('encrypts contents, their hashes and the manifest', async () => {
  const repository = await makeRepository(folder, passphrase)
  const { entry } = await put(repository, 'secret.key', 'the name of a patient '.repeat(100))
  await putManifest(repository, manifestOf('one', [entry]))
  expect(entry.object).not.toBe(entry.sha256)
  for (const name of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    if (!name.isFile()) continue
    const stored = readFileSync(path.join(name.parentPath, name.name), 'latin1')
    expect(stored).not.toMatch(/patient|secret\.key|databaseAt/)
  }
  expect(() => openRepository(folder, 'another passphrase')).toThrow('not the passphrase')
  expect(() => openRepository(folder, undefined)).toThrow('name --passphrase-file')
})

it.each([undefined, passphrase])(
  'a byte that was changed, cut off or lost is found (%s)',
  async (secret) => {
    const repository = await makeRepository(folder, secret)
    const { entry } = await put(repository, 'files/a', large)
    await putManifest(repository, manifestOf('one', [entry]))
    expect(await verified(repository)).toEqual([[]])
    const file = path.join(folder, objects()[0] ?? '')
    const stored = readFileSync(file)
    const changed = Buffer.from(stored)
    changed[150_000] = (changed[150_000] ?? 0) ^ 1
    writeFileSync(file, changed)
    expect((await verified(repository))[0]).toHaveLength(1)
    writeFileSync(file, stored)
    // After a whole piece, so that only its mark tells that others are missing.
    truncateSync(file, 24 + 65_536 + 16)
    expect((await verified(repository))[0]).toHaveLength(1)
    rmSync(file)
    expect((await verified(repository))[0]?.[0]).toContain('files/a cannot be read')
  },
)

it('a manifest that was changed is refused', async () => {
  const repository = await makeRepository(folder, undefined)
  await putManifest(repository, manifestOf('one', []))
  const file = path.join(folder, 'backups/one.backup')
  writeFileSync(file, readFileSync(file, 'utf8').replace('09:30', '09:40'))
  await expect(readManifest(repository, 'one')).rejects.toThrow('its checksum is wrong')
})

it('a backup that broke off is none, and its remains go with the next', async () => {
  const repository = await makeRepository(folder, undefined)
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw new Error('no space left on device')
  }
  await expect(putObject(repository, broken())).rejects.toThrow('no space left')
  const { entry: left } = await put(repository, 'files/left', 'written, but in no manifest')
  const { entry } = await put(repository, 'files/a', 'kept')
  await putManifest(repository, manifestOf('one', [entry]))
  expect(await prune(repository, 5)).toMatchObject({ backups: 0, objects: 1 })
  expect(objects()).toEqual([`objects/${entry.object.slice(0, 2)}/${entry.object}`])
  expect(left.object).not.toBe(entry.object)
})

it('keeps the newest backups and what they name', async () => {
  const repository = await makeRepository(folder, undefined)
  const { entry: shared } = await put(repository, 'files/a', 'in all')
  for (const name of ['1', '2', '3']) {
    const { entry } = await put(repository, 'postgres/b', `only in ${name}`)
    await putManifest(repository, manifestOf(name, [shared, entry]))
  }
  expect(await prune(repository, 2)).toMatchObject({ backups: 1, objects: 1 })
  expect(await verified(repository)).toEqual([[], []])
  expect(existsSync(path.join(folder, 'backups/1.backup'))).toBe(false)
})

it('refuses a folder with other files', async () => {
  writeFileSync(path.join(folder, 'thesis.txt'), 'mine')
  await expect(makeRepository(folder, undefined)).rejects.toThrow('is not empty and holds no')
})
