import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { engineDb } from '#db/client'
import { runs } from '#db/schema/runs'
import type { ArchiveEntry } from '#lib/backup/archive'
import { unlessMissing } from '#lib/store/missing'
import { store } from '#lib/store/store'
import { keyColumns } from '../files/key-columns.ts'
import { names } from './about.ts'
import { rowsOf } from './rows.ts'

const partBytes = 1024 * 1024

/** Parts of one size, the last one smaller; one empty part for nothing. */
async function* partsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  let any = false
  for await (const chunk of stream) {
    rest.push(Buffer.from(chunk))
    size += chunk.byteLength
    if (size < partBytes) continue
    yield Buffer.concat(rest)
    any = true
    rest = []
    size = 0
  }
  if (size > 0 || !any) yield Buffer.concat(rest)
}

async function* fileParts(key: string, sha256: string | null): AsyncGenerator<ArchiveEntry> {
  const { files } = await store()
  const digest = createHash('sha256')
  let part = 0
  for await (const content of partsOf(await files.open(key))) {
    digest.update(content)
    yield { name: names.file(key, part++), content }
  }
  if (sha256 !== null && digest.digest('hex') !== sha256)
    throw new Error(`the file ${key} has other bytes than its row says: it is damaged`)
}

/**
 * The bytes that the organization's rows name, by its role in its transaction. What the store does
 * not have is given to `onMissing` and left out. Throws when the store cannot tell: what is left out
 * of a move is lost.
 */
export async function* bytesOf(
  client: pg.Client,
  onMissing: (name: string) => void,
): AsyncGenerator<ArchiveEntry> {
  const { files, payloads } = await store()
  for (const { table, column, sha256 } of keyColumns) {
    const query = `select ${column}, ${sha256 ?? 'null'}::text from ${table} where ${column} is not null`
    for await (const rows of rowsOf(client, query))
      for (const [key, sum = null] of rows) {
        if (!key) continue
        if (await unlessMissing(files.require(key).then(() => true))) yield* fileParts(key, sum)
        else onMissing(`${table} ${key}`)
      }
  }
  const query = 'select run_id::text, hash from payloads where body is null'
  for await (const rows of rowsOf(client, query))
    for (const [runId = '', hash = ''] of rows) {
      const text = await unlessMissing(payloads.read(runId ?? '', hash ?? ''))
      if (text) yield { name: names.payload(runId ?? '', hash ?? ''), content: Buffer.from(text) }
      else onMissing(`payload ${runId}`)
    }
}

/**
 * The key of a file in the store that it is imported into: of each try its own, so that the remains
 * of one that was killed are in nobody's way, and no other file is ever touched.
 */
export function importedKey(attempt: string, key: string): string {
  const hex = createHash('sha256').update(`${attempt} ${key}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${parts.join('-')}-${hex.slice(20, 32)}`
}

/** `files/ab-cd-<id>/<part>`: the key of the file. */
function keyOfName(name: string): string {
  const [, key = ''] = name.split('/')
  return `${key.slice(0, 2)}/${key.slice(3, 5)}/${key.slice(6)}`
}

const isFirstPart = (name: string): boolean => name.endsWith('/0')

/** The parts of one file, from its first on; `next` gives the entry after it to `onNext`. */
async function* contentOf(
  first: ArchiveEntry,
  entries: AsyncIterator<ArchiveEntry>,
  onNext: (entry: IteratorResult<ArchiveEntry>) => void,
): AsyncGenerator<Uint8Array> {
  yield first.content
  for (;;) {
    const next = await entries.next()
    if (next.done || !next.value.name.startsWith('files/') || isFirstPart(next.value.name))
      return onNext(next)
    yield next.value.content
  }
}

/**
 * Reads a whole archive once, so that a damaged one is refused before the database is touched, and
 * stores its files and payloads. Answers how many.
 */
export async function storeBytes(
  archive: AsyncGenerator<ArchiveEntry>,
  attempt: string,
): Promise<{ files: number; payloads: number }> {
  const { files, payloads } = await store()
  const stored = { files: 0, payloads: 0 }
  for (let next = await archive.next(); !next.done;) {
    const { name, content } = next.value
    if (name.startsWith('files/')) {
      let after: IteratorResult<ArchiveEntry> = { done: true, value: undefined }
      const stream = contentOf(next.value, archive, (entry) => {
        after = entry
      })
      await files.copyIn(importedKey(attempt, keyOfName(name)), stream)
      stored.files += 1
      next = after
      continue
    }
    if (name.startsWith('payloads/')) {
      const [, runId = '', hash = ''] = name.split('/')
      if (createHash('sha256').update(content).digest('hex') !== hash)
        throw new Error(`the payload ${hash} has other bytes than its name says`)
      await payloads.write(runId, hash, content.toString('utf8'))
      stored.payloads += 1
    }
    next = await archive.next()
  }
  return stored
}

async function isRun(id: string): Promise<boolean> {
  const [row] = await engineDb().select({ id: runs.id }).from(runs).where(eq(runs.id, id))
  return row !== undefined
}

/** Removes what `storeBytes` stored of this archive, as far as it can be read. */
export async function removeBytes(
  archive: AsyncIterable<ArchiveEntry>,
  attempt: string,
): Promise<void> {
  const { files, payloads } = await store()
  try {
    for await (const { name } of archive) {
      if (name.startsWith('files/') && isFirstPart(name))
        await files.remove(importedKey(attempt, keyOfName(name)))
      const runId = name.startsWith('payloads/') ? name.split('/')[1] : undefined
      // A run that is here is not of this import.
      if (runId && !(await isRun(runId))) await payloads.removeRun(runId)
    }
  } catch {
    // What follows the damage was not stored either.
  }
}
