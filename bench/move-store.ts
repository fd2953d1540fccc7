import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { folderStore } from '#lib/store/folder/store'
import { moveStore } from '#lib/store/move'
import { s3Store } from '#lib/store/s3/store'
import { credentials, startStrictS3 } from '#test/fakes/strict-s3'
import { report, round } from './support/report.ts'

/**
 * `npm run move-files` with large files: from a folder into S3 and back, with the S3 server of the
 * tests in a process of its own. How long each way takes, and the most memory that the process which
 * moves ever had, for one megabyte and for many.
 *
 *     node bench/move-store.ts [files, 10 unless said] [megabytes each, 100 unless said]
 */
const [role = '10', second = '100', third = ''] = process.argv.slice(2)
const mebibyte = 1024 * 1024

type Figures = { seconds: number; back: number; mostMemory: number }

async function* bytes(megabytes: number) {
  const piece = randomBytes(mebibyte)
  for (let count = 0; count < megabytes; count++) yield piece
}

async function timed(work: () => Promise<{ left: unknown[] }>): Promise<number> {
  const start = performance.now()
  const { left } = await work()
  if (left.length > 0) throw new Error(`not moved: ${JSON.stringify(left)}`)
  return round((performance.now() - start) / 1000, 1)
}

/** In a process of its own: moves files that another one has stored. */
async function move(endpoint: string): Promise<Figures> {
  const bucket = bucketAt(endpoint)
  const seconds = await timed(() => moveStore(folderStore, bucket, () => undefined))
  const back = await timed(() => moveStore(bucket, folderStore, () => undefined))
  return { seconds, back, mostMemory: round(process.resourceUsage().maxRSS / 1024, 0) }
}

const bucketAt = (endpoint: string) =>
  s3Store({
    bucket: 'rounds',
    region: 'us-east-1',
    endpoint,
    prefix: 'move',
    forcePathStyle: true,
    credentials,
  })

async function startProcess<T>(args: string[], dataDir: string): Promise<[T, () => void]> {
  const child = fork(import.meta.filename, args, { env: { ...process.env, DATA_DIR: dataDir } })
  const answer = once(child, 'message') as Promise<[T]>
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${args[0]} ended`)))
  failed.catch(() => undefined)
  const [[first]] = [await Promise.race([answer, failed])]
  return [first, () => void child.kill()]
}

async function measure(files: number, megabytes: number): Promise<Figures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-move-'))
  const [endpoint, stopServer] = await startProcess<string>(['server'], folder)
  try {
    const [, stopFill] = await startProcess(['fill', String(files), String(megabytes)], folder)
    stopFill()
    const [figures, stop] = await startProcess<Figures>(['move', endpoint], folder)
    stop()
    return figures
  } finally {
    stopServer()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (role === 'server') process.send?.((await startStrictS3()).endpoint)
else if (role === 'fill') {
  for (let count = 0; count < Number(second); count++)
    await folderStore.files.put(bytes(Number(third)), { maxBytes: Infinity })
  process.send?.('filled')
} else if (role === 'move') process.send?.(await move(second))
else {
  const files = Number(role)
  const megabytes = Number(second)
  report('move-store', {
    small: await measure(1, 1),
    large: { files, megabytes, ...(await measure(files, megabytes)) },
  })
}
