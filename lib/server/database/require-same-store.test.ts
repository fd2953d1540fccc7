import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startStrictS3 } from '#test/fakes/strict-s3'
import { createTestDatabase, type TestDatabase } from '#test/harness/test-database'

const program = (name: string, call: string) => `
  import { ${name} } from '#lib/server/database/require-same-store'
  await ${name}(${call}).then(
    () => process.stdout.write('goes on'),
    (error) => process.stdout.write(error.name + ': ' + error.message))`
const startScript = program('requireSameStore', 'process.argv[1]')

let database: TestDatabase
const folders: string[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-same-folder-'))
  folders.push(folder)
  return folder
}

const markIn = (folder: string) => path.join(folder, 'installation')

/** Starts a machine with this data folder; answers what it said. */
async function start(
  folder: string,
  settings: Record<string, string> = {},
  script = startScript,
): Promise<string> {
  const machine = spawn(process.execPath, ['--input-type=module', '-e', script, database.url], {
    env: { ...process.env, LOG_LEVEL: 'silent', DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  machine.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(machine, 'close')
  return said
}

test('machines with one folder go on, also when all of them start for the first time', async () => {
  const folder = makeFolder()
  const said = await Promise.all([start(folder), start(folder), start(folder)])
  expect(said).toEqual(['goes on', 'goes on', 'goes on'])
})

test('of two folders at the same moment one is taken', async () => {
  const said = await Promise.all([start(makeFolder()), start(makeFolder())])
  expect(said.filter((line) => line === 'goes on')).toHaveLength(1)
  expect(said.find((line) => line !== 'goes on')).toContain('which is not the folder of the other')
})

test('a machine with another folder is refused, until it has the right one', async () => {
  const first = makeFolder()
  await start(first)
  const other = makeFolder()
  const refusal = await start(other)
  expect(refusal).toMatch(/^SettingsError: This machine keeps files in the folder .*FILES_STORE=s3/)
  expect(refusal).toContain(other)
  // Of an installation of its own, with files that this database does not name.
  writeFileSync(markIn(other), '00000000-0000-4000-8000-000000000000\n')
  expect(await start(other)).toBe(refusal)
  // The operator says that it is the right one, restored from a backup.
  const [, mark = ''] = /write ([0-9a-f-]{36}) into its file/.exec(refusal) ?? []
  expect(mark).toBe(readFileSync(markIn(first), 'utf8').trim())
  writeFileSync(markIn(other), mark)
  expect(await start(other)).toBe('goes on')
})

test('a database that knows no folder yet takes the one that has a mark', async () => {
  const folder = makeFolder()
  const mark = '00000000-0000-4000-8000-000000000001'
  writeFileSync(markIn(folder), mark)
  expect(await start(folder)).toBe('goes on')
  expect(await start(makeFolder())).toContain(`write ${mark} into its file`)
})

test('a damaged mark never gets into a statement', async () => {
  const folder = makeFolder()
  writeFileSync(markIn(folder), `'; drop table files; --`)
  expect(await start(folder)).toContain('is damaged. Restore it from a backup, or delete it.')
})

describe('with a bucket', async () => {
  const server = await startStrictS3()
  afterAll(async () => await server.stop())
  /** Each prefix is as good as a bucket of its own. */
  let made = 0
  const newBucket = () => server.settings(`bucket-${++made}`)
  const inBucket = async (settings: Record<string, string>) => await start(makeFolder(), settings)
  const also = (name: string, settings: Record<string, string>) => ({
    ...settings,
    FILES_STORE: name === 's3' ? 'folder' : 's3',
    FILES_STORE_ALSO: name,
  })

  test('machines with one bucket go on, and no folder is asked', async () => {
    const bucket = newBucket()
    const said = await Promise.all([inBucket(bucket), inBucket(bucket), inBucket(bucket)])
    expect(said).toEqual(['goes on', 'goes on', 'goes on'])
  })

  test('of two new buckets at the same moment one is taken', async () => {
    const said = await Promise.all([inBucket(newBucket()), inBucket(newBucket())])
    expect(said.filter((line) => line === 'goes on')).toHaveLength(1)
    expect(said.find((line) => line !== 'goes on')).toMatch(
      /which is not the bucket of the other .* Set S3_ENDPOINT, S3_BUCKET and S3_PREFIX/,
    )
  })

  test('a copy of the bucket is taken when it has the mark', async () => {
    const bucket = newBucket()
    await inBucket(bucket)
    const copy = newBucket()
    const refusal = await inBucket(copy)
    const [, mark = ''] = /write ([0-9a-f-]{36}) into its object "store"/.exec(refusal) ?? []
    const original = server.objects.get(`${bucket['S3_PREFIX']}/store`)
    expect(String(original?.bytes).trim()).toBe(mark)
    if (original) server.objects.set(`${copy['S3_PREFIX']}/store`, original)
    expect(await inBucket(copy)).toBe('goes on')
  })

  test('a bucket that does not answer is compared at its first use', async () => {
    await inBucket(newBucket())
    const other = newBucket()
    const away = `${other['S3_PREFIX']}/installation`
    server.away.add(away)
    expect(await inBucket(other)).toBe('goes on')
    server.away.delete(away)
    const use = `import { readBucketMarkBy, store } from '#lib/store/store'
      readBucketMarkBy(async () => '00000000-0000-4000-8000-000000000002')
      await store().catch((error) => process.stdout.write(error.message))`
    expect(await start(makeFolder(), other, use)).toContain('which is not the bucket of')
  })

  test('one machine with a folder and one with a bucket are told apart', async () => {
    const folder = makeFolder()
    expect(await start(folder)).toBe('goes on')
    const bucket = newBucket()
    expect(await inBucket(bucket)).toMatch(
      /^SettingsError: Files of this database lie in a folder .* FILES_STORE_ALSO=folder/,
    )
    expect(await start(folder)).toBe('goes on')
  })

  test('files move from a folder into a bucket, with machines of before and after', async () => {
    const folder = makeFolder()
    const bucket = newBucket()
    const folderOnly = async () => await start(folder)
    const before = async () => await start(folder, also('s3', bucket))
    const after = async () => await start(folder, also('folder', bucket))
    for (const machine of [folderOnly, before, folderOnly, after, before])
      expect(await machine()).toBe('goes on')
    // New files may lie in the bucket, and others still in the folder.
    expect(await Promise.all([folderOnly(), inBucket(bucket)])).toEqual([
      expect.stringContaining('lie in a bucket'),
      expect.stringContaining('lie in a folder'),
    ])
    const emptied = program('noteEmptied', `process.argv[1], 'folder'`)
    expect(await start(folder, also('folder', bucket), emptied)).toBe('goes on')
    expect(await Promise.all([after(), inBucket(bucket), folderOnly()])).toEqual([
      'goes on',
      'goes on',
      expect.stringContaining('lie in a bucket'),
    ])
  })
})
