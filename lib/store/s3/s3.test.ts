import { createHash } from 'node:crypto'
import { startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { credentials, startStrictS3 } from '#test/fakes/strict-s3'
import { LostParts, newStorageKey } from '../keys.ts'
import { requireOwn } from '../require-own.ts'
import { partBytes, type S3Settings } from './bucket.ts'
import { s3Store } from './store.ts'

const servers = {
  strict: await startStrictS3(),
  fauxqs: await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' }),
}
const endpoints = {
  strict: servers.strict.endpoint,
  fauxqs: `http://127.0.0.1:${servers.fauxqs.port}`,
}
beforeAll(() => {
  servers.fauxqs.createBucket('rounds')
})
afterAll(async () => {
  await servers.strict.stop()
  await servers.fauxqs.stop()
})
const settings = (server: keyof typeof servers): S3Settings => ({
  bucket: 'rounds',
  region: 'us-east-1',
  endpoint: endpoints[server],
  prefix: 'here',
  forcePathStyle: true,
  sse: 'AES256',
  credentials,
})
const later = new Date(Date.now() + 3_600_000)
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
async function* streamOf(bytes: Buffer, step = 700_001) {
  for (let at = 0; at < bytes.byteLength; at += step) yield bytes.subarray(at, at + step)
}
async function read(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer())
}
async function allOf<T>(given: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of given) all.push(each)
  return all
}
const bytesOf = (size: number) => Buffer.alloc(size, 'a changing text, ')

describe.each(['strict', 'fauxqs'] as const)('on %s', (server) => {
  const store = s3Store(settings(server))
  const { files, payloads, probe } = store

  it.each([0, 1, 512, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes + 3])(
    'keeps a file of %i bytes',
    async (size) => {
      const bytes = bytesOf(size)
      const put = await files.put(streamOf(bytes), { maxBytes: size })
      expect([put.size, put.sha256]).toEqual([size, hash(bytes)])
      expect(put.head.equals(bytes.subarray(0, 512))).toBe(true)
      expect(hash(await read(await files.open(put.storageKey)))).toBe(hash(bytes))
      await files.remove(put.storageKey)
      await expect(files.require(put.storageKey)).rejects.toThrow('not in the file store')
    },
  )

  it('reads a range', async () => {
    const { storageKey } = await files.put(streamOf(Buffer.from('0123456789')), { maxBytes: 10 })
    const part = async (start: number, end?: number) =>
      String(
        await read(await files.open(storageKey, end === undefined ? { start } : { start, end })),
      )
    expect([await part(2, 5), await part(7), await part(3, 3)]).toEqual(['234', '789', ''])
  })

  it('joins parts in any order, of a repeated one the last', async () => {
    const key = newStorageKey()
    const limit = { maxBytes: 100 }
    await files.writePart(key, 5, streamOf(Buffer.from('56789')), limit)
    await files.writePart(key, 0, streamOf(Buffer.from('wrong and too long')), limit)
    const again = await files.writePart(key, 0, streamOf(Buffer.from('01234')), limit)
    expect(again.size).toBe(5)
    const both = await Promise.all([files.joinParts(key, 10), files.joinParts(key, 10)])
    expect(both.map(({ sha256 }) => sha256)).toEqual(Array(2).fill(hash(Buffer.from('0123456789'))))
    expect(String(await read(await files.open(key)))).toBe('0123456789')
    await expect(files.joinParts(newStorageKey(), 10)).rejects.toBeInstanceOf(LostParts)
  })

  it('refuses a file that is too large, and leaves nothing', async () => {
    const tooMuch = files.put(streamOf(bytesOf(2 * partBytes)), { maxBytes: 2 * partBytes - 1 })
    await expect(tooMuch).rejects.toMatchObject({ code: 'payload_too_large' })
    const kept = await allOf(files.old(later))
    expect(kept.flatMap(({ remains }) => remains)).toEqual([])
  })

  it('keeps payloads by run, through a sweep that a row contradicts', async () => {
    const one = newId()
    const other = newId()
    const text = '"text"'
    const name = hash(Buffer.from(text))
    const swept = async (isReferenced: boolean) => {
      const old = (await allOf(payloads.old(later))).flat()
      for (const file of old.filter(({ runId }) => runId === one))
        await payloads.sweep(file, isReferenced, later)
      return old.filter(({ runId }) => runId === one).map(({ location }) => location.slice(-6))
    }
    await payloads.write(one, name, text)
    await payloads.copy(one, other, name)
    await swept(false)
    expect(String(await payloads.read(one, name))).toBe(text)
    expect(await swept(true)).toEqual(['.swept'])
    expect(String(await payloads.read(one, name))).toBe(text)
    await payloads.removeRun(one)
    await expect(payloads.read(one, name)).rejects.toThrow('not in the bucket')
    expect(String(await payloads.read(other, name))).toBe(text)
  })

  it('belongs to the installation that came first, of two at once to one', async () => {
    await probe()
    expect(await store.readMark('installation')).toBeUndefined()
    const ended = await Promise.allSettled([requireOwn(store, 'one'), requireOwn(store, 'two')])
    const [owner = ''] = [await store.readMark('installation')]
    expect(ended.map(({ status }) => status)).toEqual(
      ['one', 'two'].map((id) => (id === owner ? 'fulfilled' : 'rejected')),
    )
    await requireOwn(store, owner)
    await expect(requireOwn(store, 'three')).rejects.toThrow(
      'Another installation of Rounds keeps its files in the bucket rounds, prefix here',
    )
  })
})

describe('when the server is not as it should be', () => {
  const { files } = s3Store(settings('strict'))
  const put = async () => await files.put(streamOf(bytesOf(2 * partBytes)), { maxBytes: 1e9 })
  const away = { code: 'unavailable', headers: { 'retry-after': '5' } }

  it('repeats a call that failed, and says 503 when it fails for long', async () => {
    servers.strict.faults.push(503, 500)
    expect((await put()).size).toBe(2 * partBytes)
    servers.strict.faults.push(503, 503, 503)
    await expect(put()).rejects.toMatchObject(away)
  })

  it('says 503 when nobody listens, and for a wrong secret', async () => {
    const nobody = s3Store({ ...settings('strict'), endpoint: 'http://127.0.0.1:1' })
    await expect(nobody.probe()).rejects.toMatchObject(away)
    const wrong = { ...credentials, secretAccessKey: 'another' }
    const stranger = s3Store({ ...settings('strict'), credentials: wrong })
    await expect(stranger.probe()).rejects.toMatchObject(away)
  })

  it('ends an upload whose part fails', async () => {
    servers.strict.uploads.clear()
    async function* cut() {
      yield bytesOf(2 * partBytes)
      throw new Error('cut')
    }
    await expect(files.put(cut(), { maxBytes: 1e9 })).rejects.toThrow('cut')
    expect(servers.strict.uploads.size).toBe(0)
  })

  it.each([5, 2 * partBytes + 1])('notices a changed byte among %i', async (size) => {
    const { storageKey } = await files.put(streamOf(bytesOf(size)), { maxBytes: size })
    const kept = servers.strict.objects.get(`here/files/${storageKey}`)
    kept?.bytes.write('X', size - 1)
    await expect(read(await files.open(storageKey))).rejects.toMatchObject(away)
  })
})
