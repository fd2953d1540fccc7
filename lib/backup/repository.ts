import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

import { z } from 'zod'

import { SettingsError } from '#lib/settings-error'

import { manifestSchema, type Entry, type Manifest } from './manifest.ts'
import { derived, keyOfPassphrase, seal, unseal } from './sealing.ts'

/**
 * A folder of backups (README.md, "The folder"): objects by the hash of their content, which all
 * backups share, and a manifest for each backup.
 */
const headSchema = z.strictObject({
  format: z.literal(1),
  encryption: z.strictObject({ salt: z.string(), check: z.string() }).nullable(),
})
const headName = 'rounds-backups.json'
const objectsName = 'objects'
const manifestsName = 'backups'

export type Repository = { folder: string; key: Buffer | undefined }

const checkOf = (key: Buffer): Buffer => derived(key, 'check')

/** Whether the folder holds backups. */
const isRepository = (folder: string): boolean => existsSync(path.join(folder, headName))

/** Makes a folder of backups, or opens it when it is one. Throws a `SettingsError`. */
export async function makeRepository(
  folder: string,
  passphrase: string | undefined,
): Promise<Repository> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isRepository(folder)) return openRepository(folder, passphrase)
  const others = (await readdir(folder)).filter((name) => !name.startsWith('backup.lock'))
  if (others.length > 0)
    throw new SettingsError(
      `${folder} is not empty and holds no backups. Name an empty folder, or one that does not exist.`,
    )
  const salt = randomBytes(16)
  const key = passphrase === undefined ? undefined : keyOfPassphrase(passphrase, salt)
  const encryption = key
    ? { salt: salt.toString('base64'), check: checkOf(key).toString('base64') }
    : null
  await writeWhole(path.join(folder, headName), [
    Buffer.from(`${JSON.stringify({ format: 1, encryption }, null, 2)}\n`),
  ])
  return { folder, key }
}

/** Opens a folder of backups. Throws a `SettingsError` when it is none, or for a wrong passphrase. */
export function openRepository(folder: string, passphrase: string | undefined): Repository {
  if (!isRepository(folder))
    throw new SettingsError(`${folder} holds no backups (it has no file ${headName}).`)
  const { encryption } = readHead(folder)
  if (!encryption) {
    if (passphrase !== undefined)
      throw new SettingsError(
        `The backups in ${folder} are not encrypted. Leave out --passphrase-file, or begin with ` +
          'an empty folder.',
      )
    return { folder, key: undefined }
  }
  if (passphrase === undefined)
    throw new SettingsError(`The backups in ${folder} are encrypted: name --passphrase-file.`)
  const key = keyOfPassphrase(passphrase, Buffer.from(encryption.salt, 'base64'))
  const expected = Buffer.from(encryption.check, 'base64')
  if (expected.length !== 32 || !timingSafeEqual(checkOf(key), expected))
    throw new SettingsError(`This is not the passphrase of the backups in ${folder}.`)
  return { folder, key }
}

function readHead(folder: string): z.infer<typeof headSchema> {
  try {
    return headSchema.parse(JSON.parse(readFileSync(path.join(folder, headName), 'utf8')))
  } catch {
    throw new SettingsError(
      `${path.join(folder, headName)} is damaged, or of a newer version of Rounds.`,
    )
  }
}

/** Writes a file that has its name only when it is whole and on the disk. */
export async function writeWhole(file: string, source: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const aside = `${file}.${randomUUID()}.part`
  try {
    await pipeline(source, createWriteStream(aside, { mode: 0o600, flush: true }))
    await rename(aside, file)
    await syncFolder(path.dirname(file))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const placeOf = ({ folder }: Repository, object: string): string =>
  path.join(folder, objectsName, object.slice(0, 2), object)

/** What a content is called: whoever has not the key cannot tell whether it is a known one. */
const nameHash = ({ key }: Repository) =>
  key ? createHmac('sha256', derived(key, 'names')) : createHash('sha256')

/** A stream through a transform; an error at either end comes out here, and ends both. */
export async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Buffer> {
  const flow = pipeline(source, transform)
  // The loop throws the same error.
  flow.catch(() => undefined)
  for await (const chunk of transform as AsyncIterable<Buffer>) yield chunk
  await flow
}

export const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/**
 * Stores a content that is read once, and may be long. One that is there already is not written
 * again.
 */
export async function putObject(
  repository: Repository,
  source: AsyncIterable<Uint8Array>,
): Promise<Omit<Entry, 'path'> & { isNew: boolean }> {
  const digest = createHash('sha256')
  const name = nameHash(repository)
  let size = 0
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      digest.update(chunk)
      name.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  const folder = path.join(repository.folder, objectsName)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = path.join(folder, `${randomUUID()}.part`)
  const { key } = repository
  try {
    const packed = through(measured(), createZstdCompress(compression))
    await pipeline(key ? seal(key, packed) : packed, createWriteStream(aside, { mode: 0o600 }))
    const object = name.digest('hex')
    const isNew = await keep(repository, object, aside)
    return { size, sha256: digest.digest('hex'), object, isNew }
  } finally {
    await rm(aside, { force: true })
  }
}

/** Gives a written object its name; false when it was there already. */
async function keep(repository: Repository, object: string, aside: string): Promise<boolean> {
  const place = placeOf(repository, object)
  if (existsSync(place)) return false
  const handle = await open(aside, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  await rename(aside, place)
  await syncFolder(path.dirname(place))
  return true
}

/** Whether the object is there. */
export const hasObject = (repository: Repository, object: string): boolean =>
  existsSync(placeOf(repository, object))

/**
 * Reads the content of an entry. Throws a `SettingsError` when it is not there, or not what the
 * manifest says; then the bytes that were yielded must not be used.
 */
export async function* readObject(
  repository: Repository,
  { object, sha256, size, path: name }: Entry,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let read = 0
  try {
    const { key } = repository
    const stored = createReadStream(placeOf(repository, object))
    const packed = key ? unseal(key, stored) : stored
    for await (const chunk of through(packed, createZstdDecompress())) {
      digest.update(chunk)
      read += chunk.byteLength
      yield chunk
    }
  } catch (error) {
    throw new SettingsError(`${name} cannot be read from the backup: ${(error as Error).message}`)
  }
  if (read !== size || digest.digest('hex') !== sha256)
    throw new SettingsError(`${name} is damaged in the backup (object ${object}).`)
}

const manifestFile = ({ folder }: Repository, name: string) =>
  path.join(folder, manifestsName, `${name}.backup`)

/** Writes the manifest, by which the backup is one. It begins with the SHA-256 of the rest. */
export async function putManifest(repository: Repository, manifest: Manifest): Promise<void> {
  await mkdir(path.join(repository.folder, manifestsName), { recursive: true, mode: 0o700 })
  const json = JSON.stringify(manifest)
  const sum = createHash('sha256').update(json).digest('hex')
  const text = Readable.from([Buffer.from(`${sum}\n${json}\n`)])
  const { key } = repository
  await writeWhole(manifestFile(repository, manifest.name), key ? seal(key, text) : text)
}

/** The names of the backups, oldest first. */
export async function backupNames({ folder }: Repository): Promise<string[]> {
  const names = await readdir(path.join(folder, manifestsName)).catch(() => [])
  return names
    .filter((name) => name.endsWith('.backup'))
    .map((name) => name.slice(0, -'.backup'.length))
    .toSorted()
}

/** Reads a manifest. Throws a `SettingsError` when it is not there or damaged. */
export async function readManifest(repository: Repository, name: string): Promise<Manifest> {
  const { key } = repository
  try {
    const stored = createReadStream(manifestFile(repository, name))
    const chunks: Uint8Array[] = []
    for await (const chunk of key ? unseal(key, stored) : stored) chunks.push(chunk as Buffer)
    const [sum, json = ''] = Buffer.concat(chunks).toString('utf8').split('\n')
    if (createHash('sha256').update(json).digest('hex') !== sum)
      throw new SettingsError('its checksum is wrong')
    return manifestSchema.parse(JSON.parse(json))
  } catch (error) {
    const why = error instanceof z.ZodError ? 'it is of another version' : (error as Error).message
    throw new SettingsError(`The manifest of the backup ${name} cannot be read: ${why}.`)
  }
}

/**
 * Removes all backups but the newest `keep`, and what no backup names; also the remains of backups
 * that broke off. Nothing is removed when a manifest that stays cannot be read.
 */
export async function prune(
  repository: Repository,
  keep: number,
): Promise<{ backups: number; objects: number; kept: Manifest[] }> {
  const names = await backupNames(repository)
  const staying = names.slice(-keep)
  const kept = await Promise.all(staying.map((name) => readManifest(repository, name)))
  const going = names.filter((name) => !staying.includes(name))
  for (const name of going) await rm(manifestFile(repository, name))
  const named = new Set(kept.flatMap(({ entries }) => entries.map(({ object }) => object)))
  return { backups: going.length, objects: await removeOthers(repository, named), kept }
}

async function removeOthers({ folder }: Repository, named: Set<string>): Promise<number> {
  const root = path.join(folder, objectsName)
  let removed = 0
  for (const name of await readdir(root)) {
    const place = path.join(root, name)
    if (!(await stat(place)).isDirectory()) {
      await rm(place)
      continue
    }
    for (const object of await readdir(place)) {
      if (named.has(object)) continue
      await rm(path.join(place, object))
      removed++
    }
  }
  return removed
}
