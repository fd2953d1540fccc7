import { randomUUID } from 'node:crypto'
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
} from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/env'
import { instantOfId } from '#lib/ids'

/**
 * The texts of payloads over 256 KB, in DATA_DIR/payloads/<month>/<run>/<SHA-256>. Each run has its
 * own, so that they go when it goes and nobody has to know who else might need one. A file appears
 * under its name only when it is whole and on the disk.
 */
const monthOf = (runId: string): string => instantOfId(runId).toISOString().slice(0, 7)
const folderOf = (runId: string): string =>
  path.join(env().DATA_DIR, 'payloads', monthOf(runId), runId)

function pathOf(runId: string, hash: string): string {
  if (!/^[0-9a-f-]{36}$/.test(runId) || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error('not a payload')
  return path.join(folderOf(runId), hash)
}

async function sync(location: string): Promise<void> {
  const handle = await open(location, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Undefined when the file, or its folder, is not there. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

const maxTries = 10

/**
 * Does what needs the folder of a file, and makes it before; again when the sweep took the empty
 * folder away in between, or while it was made.
 */
async function inFolderOf<T>(location: string, work: () => Promise<T>): Promise<T> {
  const once = async (): Promise<{ done: T }> => {
    await mkdir(path.dirname(location), { recursive: true, mode: 0o700 })
    return { done: await work() }
  }
  for (let attempt = 1; attempt < maxTries; attempt++) {
    const tried = await unlessGone(once())
    if (tried) return tried.done
  }
  return (await once()).done
}

export async function writePayloadFile(runId: string, hash: string, text: string): Promise<void> {
  const target = pathOf(runId, hash)
  // Touched, so that the sweep knows that it is about to be named by a row.
  const now = new Date()
  if (await unlessGone(utimes(target, now, now).then(() => true))) return
  const aside = `${target}.${randomUUID()}`
  try {
    const file = await inFolderOf(aside, async () => await open(aside, 'wx', 0o600))
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, target)
    await sync(path.dirname(target))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

export async function copyPayloadFile(from: string, to: string, hash: string): Promise<void> {
  const target = pathOf(to, hash)
  await inFolderOf(target, async () => await copyFile(pathOf(from, hash), target))
  await sync(target)
}

/** Throws ENOENT when the file is not there. */
export async function readPayloadFile(runId: string, hash: string): Promise<Uint8Array> {
  return await readFile(pathOf(runId, hash))
}

/** Removes what a deleted run kept here. */
export async function removePayloadFiles(runId: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(runId)) throw new Error('not a run')
  await rm(folderOf(runId), { recursive: true, force: true })
}

/**
 * A file that has lain untouched for long, by the run and the hash that it is, or once was, for.
 */
export type OldPayloadFile = { runId: string; hash: string; location: string }

const swept = '.swept'
const batch = 1000

/** Files that nobody has written or touched since `before`, in batches. */
export async function* oldPayloadFiles(before: Date): AsyncGenerator<OldPayloadFile[]> {
  const root = path.join(env().DATA_DIR, 'payloads')
  const namesIn = async (folder: string): Promise<string[]> =>
    (await unlessGone(readdir(folder))) ?? []
  let found: OldPayloadFile[] = []
  for (const month of await namesIn(root))
    for (const runId of await namesIn(path.join(root, month))) {
      const folder = path.join(root, month, runId)
      for (const name of await namesIn(folder)) {
        const location = path.join(folder, name)
        const about = await unlessGone(stat(location))
        if (about?.isFile() && about.mtime < before)
          found.push({ runId, hash: name.slice(0, 64), location })
      }
      if (found.length < batch) continue
      yield found
      found = []
    }
  yield found
}

/**
 * Removes a file of which no row knows, or what a write or a sweep that was cut off has left. It is
 * put aside before it is looked at for the last time: a writer that has found it until then has
 * touched it, and gets it back; one that comes later writes its own. Whatever a crash leaves aside,
 * the next sweep brings back when a row names it. Answers whether it is gone.
 */
export async function sweepPayloadFile(
  { runId, hash, location }: OldPayloadFile,
  isReferenced: boolean,
  before: Date,
): Promise<boolean> {
  const folder = path.dirname(location)
  const target = path.join(folder, hash)
  if (location !== target) {
    if (location !== target + swept || !isReferenced || (await unlessGone(stat(target))))
      await rm(location, { force: true })
    else await unlessGone(rename(location, target))
    return !isReferenced
  }
  if (isReferenced || !/^[0-9a-f-]{36}$/.test(runId)) return false
  const aside = target + swept
  if ((await unlessGone(rename(target, aside).then(() => true))) === undefined) return false
  const about = await unlessGone(stat(aside))
  if (about && about.mtime >= before) {
    await rename(aside, target)
    return false
  }
  await rm(aside, { force: true })
  // Empty when this was the last; whoever writes there makes it anew.
  await rmdir(folder).catch(() => undefined)
  return true
}
