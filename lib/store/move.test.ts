import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { credentials, startStrictS3 } from '#test/fakes/strict-s3'
import { folderStore } from './folder/store.ts'
import { newStorageKey } from './keys.ts'
import { moveStore } from './move.ts'
import type { Store } from './port.ts'
import { s3Store } from './s3/store.ts'
import { twoStores } from './two-stores.ts'

// Its own, read at the first use: what other tests left in theirs would be moved, too.
process.env['DATA_DIR'] = mkdtempSync(path.join(tmpdir(), 'rounds-move-'))

const server = await startStrictS3()
afterAll(async () => {
  await server.stop()
  rmSync(env().DATA_DIR, { recursive: true, force: true })
})

const bucket = s3Store({
  bucket: 'rounds',
  region: 'us-east-1',
  endpoint: server.endpoint,
  prefix: 'move',
  forcePathStyle: true,
  credentials,
})

async function* streamOf(bytes: Buffer) {
  yield bytes
}
const textAt = async (store: Store, key: string) =>
  await new Response(await store.files.open(key)).text()
const put = async (store: Store, text: string) =>
  (await store.files.put(streamOf(Buffer.from(text)), { maxBytes: 1e6 })).storageKey
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const later = () => new Date(Date.now() + 3_600_000)

/** Without what a sweep keeps for a day under another name. */
async function leftIn({ files, payloads }: Store): Promise<string[]> {
  const left: string[] = []
  for await (const { keys } of files.old(later())) left.push(...keys)
  for await (const found of payloads.old(later()))
    left.push(
      ...found.filter(({ hash, location }) => location.endsWith(hash)).map(({ hash }) => hash),
    )
  return left
}

describe.each([
  ['the folder', 'the bucket', folderStore, bucket],
  ['the bucket', 'the folder', bucket, folderStore],
])('from %s into %s', (_from, _into, from, into) => {
  /** Processes that were restarted already, and those that still write into the old store. */
  const after = twoStores(into, from, folderStore)
  const before = twoStores(from, into, folderStore)

  it('moves everything, while both kinds of processes read, write and delete', async () => {
    const texts = new Map<string, string>()
    const payloads: { runId: string; text: string }[] = []
    const add = async (store: Store) => {
      const text = randomBytes(20).toString('hex')
      texts.set(await put(store, text), text)
      const runId = newId()
      await store.payloads.write(runId, hashOf(text), text)
      payloads.push({ runId, text })
    }
    for (let n = 0; n < 30; n++) await add(from)
    const deleted = await put(from, 'deleted while it moves')

    let isMoving = true
    const moving = moveStore(from, into, () => undefined).finally(() => {
      isMoving = false
    })
    let rounds = 0
    do {
      rounds++
      for (const store of [after, before]) {
        // Bounded, because each round reads everything again.
        if (rounds <= 10) await add(store)
        for (const [key, text] of texts) expect(await textAt(store, key)).toBe(text)
        for (const { runId, text } of payloads)
          expect(Buffer.from(await store.payloads.read(runId, hashOf(text))).toString()).toBe(text)
      }
      await after.files.remove(deleted)
    } while (isMoving)
    expect((await moving).left.filter(({ name }) => name !== deleted)).toEqual([])

    // What processes that were not restarted yet wrote after the last pass.
    const last = await moveStore(from, into, () => undefined)
    expect(last.left).toEqual([])
    expect(await leftIn(from)).toEqual([])
    for (const [key, text] of texts) expect(await textAt(into, key)).toBe(text)
    for (const { runId, text } of payloads)
      expect(Buffer.from(await into.payloads.read(runId, hashOf(text))).toString()).toBe(text)
    for (const key of texts.keys()) await after.files.remove(key)
    for (const { runId } of payloads) await after.payloads.removeRun(runId)
    await after.files.remove(deleted)
    expect(await leftIn(into)).toEqual([])
  })

  it('joins parts that both kinds of processes received', async () => {
    const key = newStorageKey()
    await before.files.writePart(key, 0, streamOf(Buffer.from('01234')), { maxBytes: 5 })
    await after.files.writePart(key, 5, streamOf(Buffer.from('56789')), { maxBytes: 5 })
    expect((await after.files.joinParts(key, 10)).sha256).toBe(hashOf('0123456789'))
    expect(await textAt(before, key)).toBe('0123456789')
    await after.files.remove(key)
  })

  it('copies a payload of the old store for a run of the new one', async () => {
    const one = newId()
    const other = newId()
    await from.payloads.write(one, hashOf('text'), 'text')
    await after.payloads.copy(one, other, hashOf('text'))
    expect(String(Buffer.from(await into.payloads.read(other, hashOf('text'))))).toBe('text')
    for (const run of [one, other]) await after.payloads.removeRun(run)
  })

  it('sweeps what no row names in both', async () => {
    const runId = newId()
    await from.payloads.write(runId, hashOf('a'), 'a')
    await into.payloads.write(runId, hashOf('b'), 'b')
    for await (const found of after.payloads.old(later()))
      for (const file of found) await after.payloads.sweep(file, false, later())
    expect([await leftIn(from), await leftIn(into)]).toEqual([[], []])
  })
})

it('keeps what cannot be copied, and names it', async () => {
  const key = await put(folderStore, 'stays')
  const full: Store = {
    ...bucket,
    files: { ...bucket.files, copyIn: async () => await Promise.reject(new Error('no space')) },
  }
  const { files, left } = await moveStore(folderStore, full, () => undefined)
  expect([files, left]).toEqual([0, [{ name: key, why: 'no space' }]])
  expect(await textAt(folderStore, key)).toBe('stays')
})
