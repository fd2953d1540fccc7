import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '#test/harness/test-database'

const script = `import { requireSameFolder } from '#lib/server/database/require-same-folder'
  await requireSameFolder(process.argv[1]).then(
    () => process.stdout.write('goes on'),
    (error) => process.stdout.write(error.name + ': ' + error.message))`

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
async function start(folder: string, settings: Record<string, string> = {}): Promise<string> {
  const machine = spawn(process.execPath, ['--input-type=module', '-e', script, database.url], {
    env: { ...process.env, DATA_DIR: folder, ...settings },
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

test('with S3 no folder is asked', async () => {
  const s3 = { FILES_STORE: 's3', S3_BUCKET: 'rounds' }
  await start(makeFolder())
  expect(await start(makeFolder(), s3)).toBe('goes on')
})
