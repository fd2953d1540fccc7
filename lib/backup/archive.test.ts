import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  newArchiveKey,
  openArchive,
  readArchive,
  writeArchive,
  type ArchiveEntry,
} from './archive.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rounds-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const passphrase = 'a passphrase for tests'
const given = Array.from({ length: 300 }, (_, index) => ({
  name: `rows/${index % 3 === 0 ? 'a'.repeat(150) : 'b'}/${index}`,
  content: Buffer.from(`${index} `.repeat(index * 20)),
}))
async function* entries(): AsyncGenerator<ArchiveEntry> {
  yield* given
}

// Made once: a passphrase costs a second.
const key = newArchiveKey(passphrase)

async function write(name: string): Promise<string> {
  const file = path.join(folder, name)
  const written = await writeArchive(file, key, entries())
  expect(written.entries).toBe(given.length)
  return file
}

async function read(file: string, by = key): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = []
  for await (const entry of readArchive(file, by)) found.push(entry)
  return found
}

it('answers what was written, in its order', async () => {
  const file = await write('whole')
  expect(await read(file, await openArchive(file, passphrase))).toEqual(given)
  expect(readFileSync(file).includes('rows/')).toBe(false)
})

it('says that the passphrase is wrong, or the file another one', async () => {
  const file = await write('locked')
  await expect(openArchive(file, 'another passphrase')).rejects.toThrow('not the passphrase')
  writeFileSync(
    path.join(folder, 'text'),
    'a text that is no archive at all, but long enough for it',
  )
  await expect(openArchive(path.join(folder, 'text'), passphrase)).rejects.toThrow(
    'is no archive of an organization',
  )
  await expect(openArchive(path.join(folder, 'nowhere'), passphrase)).rejects.toThrow(
    'cannot be read (ENOENT)',
  )
})

it('refuses one that was cut off anywhere', async () => {
  const whole = readFileSync(await write('cut'))
  const file = path.join(folder, 'cut')
  for (const size of [whole.length - 1, Math.floor(whole.length / 2), 100]) {
    writeFileSync(file, whole)
    truncateSync(file, size)
    await expect(read(file)).rejects.toThrow('cannot be used')
  }
})

it('refuses one of which any byte was changed', async () => {
  const whole = readFileSync(await write('changed'))
  const file = path.join(folder, 'changed')
  for (const at of [70, Math.floor(whole.length / 3), whole.length - 5]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(file, changed)
    await expect(read(file)).rejects.toThrow('cannot be used')
  }
})

it('leaves nothing when what is written ends with an error', async () => {
  async function* broken(): AsyncGenerator<ArchiveEntry> {
    yield* given.slice(0, 5)
    throw new Error('the database is gone')
  }
  const file = path.join(folder, 'broken')
  await expect(writeArchive(file, key, broken())).rejects.toThrow('is gone')
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([])
})
