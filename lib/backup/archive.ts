import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

import { extract, pack, type Pack } from 'tar-stream'

import { SettingsError } from '#lib/settings-error'

import { compression, through, writeWhole } from './repository.ts'
import { derived, keyOfPassphrase, seal, unseal } from './sealing.ts'

/**
 * One encrypted file with named entries (README.md, "The archive of an organization"): tar,
 * compressed, encrypted like a backup. What is long is many entries, so nobody holds much of it.
 */
const magic = Buffer.from('RNDSORG1')
const saltBytes = 16
const checkBytes = 32
const headBytes = magic.length + saltBytes + checkBytes

/** Written last: without it the archive is not whole. */
const lastName = 'end.json'

export type ArchiveEntry = { name: string; content: Buffer }
type End = { entries: number; bytes: number; sha256: string }

const checkOf = (key: Buffer): Buffer => derived(key, 'archive check')

/** Counts entries and their bytes, and hashes them in their order. */
class Tally {
  entries = 0
  bytes = 0
  readonly #digest = createHash('sha256')

  add({ name, content }: ArchiveEntry): void {
    this.entries += 1
    this.bytes += content.length
    this.#digest.update(`${name}\n${content.length}\n`).update(content)
  }

  end(): End {
    return { entries: this.entries, bytes: this.bytes, sha256: this.#digest.digest('hex') }
  }
}

async function addEntry(into: Pack, { name, content }: ArchiveEntry): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    into.entry({ name, size: content.length }, content, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

/** The entries as tar. Nothing is read ahead of who takes the bytes. */
async function* tarOf(entries: AsyncIterable<ArchiveEntry>, tally: Tally): AsyncGenerator<Buffer> {
  const into = pack()
  const adding = (async () => {
    for await (const entry of entries) {
      tally.add(entry)
      await addEntry(into, entry)
    }
    await addEntry(into, { name: lastName, content: Buffer.from(JSON.stringify(tally.end())) })
    into.finalize()
  })()
  adding.catch((error: Error) => into.destroy(error))
  for await (const chunk of into as AsyncIterable<Buffer>) yield chunk
  await adding
}

/** What an archive is encrypted with; `secrets` for values that are encrypted once more in it. */
export type ArchiveKey = { salt: Buffer; key: Buffer; secrets: Buffer }

const keyWith = (passphrase: string, salt: Buffer): ArchiveKey => {
  const key = keyOfPassphrase(passphrase, salt)
  return { salt, key, secrets: derived(key, 'archive secrets') }
}

/** The key of a new archive. */
export const newArchiveKey = (passphrase: string): ArchiveKey =>
  keyWith(passphrase, randomBytes(saltBytes))

/**
 * Writes an archive. The file has its name only when it is whole and on the disk; nothing is left
 * when `entries` throws.
 */
export async function writeArchive(
  file: string,
  { salt, key }: ArchiveKey,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Pick<End, 'entries' | 'bytes'>> {
  const tally = new Tally()
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.concat([magic, salt, checkOf(key)])
    yield* seal(key, through(tarOf(entries, tally), createZstdCompress(compression)))
  }
  await writeWhole(file, content())
  return { entries: tally.entries, bytes: tally.bytes }
}

/** Reads the head of an archive. Throws a `SettingsError` for another file or a wrong passphrase. */
export async function openArchive(file: string, passphrase: string): Promise<ArchiveKey> {
  const head = await headOf(file)
  if (!head.subarray(0, magic.length).equals(magic) || head.length < headBytes)
    throw new SettingsError(`${file} is no archive of an organization (or of a newer version).`)
  const opened = keyWith(passphrase, head.subarray(magic.length, magic.length + saltBytes))
  if (!timingSafeEqual(checkOf(opened.key), head.subarray(headBytes - checkBytes)))
    throw new SettingsError(`This is not the passphrase of ${file}, or its beginning was changed.`)
  return opened
}

async function headOf(file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of createReadStream(file, { end: headBytes - 1 }))
      chunks.push(chunk as Buffer)
  } catch (error) {
    throw new SettingsError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads the entries of an archive in their order. Throws a `SettingsError` when it was changed or
 * cut off, at the latest after its last entry; before that nothing that was yielded may be kept.
 */
export async function* readArchive(
  file: string,
  { key }: ArchiveKey,
): AsyncGenerator<ArchiveEntry> {
  const tally = new Tally()
  let last: string | undefined
  try {
    for await (const entry of entriesOf(file, key)) {
      if (last !== undefined) throw new Error('something follows its end')
      if (entry.name === lastName) {
        last = entry.content.toString('utf8')
        continue
      }
      tally.add(entry)
      yield entry
    }
  } catch (error) {
    if (error instanceof DamagedArchive) throw error
    throw new DamagedArchive(file, (error as Error).message)
  }
  if (last !== JSON.stringify(tally.end())) throw new DamagedArchive(file, 'its end is missing')
}

class DamagedArchive extends SettingsError {
  constructor(file: string, why: string) {
    super(`${file} cannot be used: ${why} Nothing was imported. Export the organization again.`)
  }
}

async function* entriesOf(file: string, key: Buffer): AsyncGenerator<ArchiveEntry> {
  const sealed = createReadStream(file, { start: headBytes }) as AsyncIterable<Buffer>
  const into = extract()
  const flow = pipeline(
    Readable.from(through(unseal(key, sealed), createZstdDecompress()), { objectMode: false }),
    into,
  )
  // The loop throws the same error.
  flow.catch(() => undefined)
  for await (const entry of into) {
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    yield { name: entry.header.name, content: Buffer.concat(chunks) }
  }
  await flow
}
