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
import { payloadFolder, payloadName } from '../keys.ts'
import type { OldPayloadFile, PayloadBytes } from '../port.ts'

/**
 * Payloads in DATA_DIR/payloads/<month>/<run>/<SHA-256>. A file gets its name only when it is whole
 * and on the disk.
 */
const folderOf = (runId: string): string => path.join(env().DATA_DIR, payloadFolder(runId))
const pathOf = (runId: string, hash: string): string =>
  path.join(env().DATA_DIR, payloadName(runId, hash))

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
 * Creates the folder of a file and does work that needs it. Repeats both when the sweep removed the
 * empty folder in between.
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

/**
 * Renews the time of a file, so that the sweep knows that a row is about to name it. Answers whether
 * the file is safe. The system first finds the file by its name and then sets the time: a sweep may
 * rename it and read the old time in between. So it is safe only when it has its name afterwards.
 */
async function touch(location: string): Promise<boolean> {
  const now = new Date()
  const touched = utimes(location, now, now).then(async () => await stat(location))
  return (await unlessGone(touched)) !== undefined
}

async function writePayloadFile(runId: string, hash: string, text: string): Promise<void> {
  const target = pathOf(runId, hash)
  if (await touch(target)) return
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

async function copyPayloadFile(from: string, to: string, hash: string): Promise<void> {
  const target = pathOf(to, hash)
  await inFolderOf(target, async () => await copyFile(pathOf(from, hash), target))
  await sync(target)
}

/** Throws ENOENT when the file is not there. */
async function readPayloadFile(runId: string, hash: string): Promise<Uint8Array> {
  return await readFile(pathOf(runId, hash))
}

/** Removes the payload files of a deleted run. */
async function removePayloadFiles(runId: string): Promise<void> {
  await rm(folderOf(runId), { recursive: true, force: true })
}

const swept = '.swept'
const batch = 1000

/** Finds files that were not written or touched since `before`, in batches. */
async function* oldPayloadFiles(before: Date): AsyncGenerator<OldPayloadFile[]> {
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
 * Removes a file that no row names, or the remains of an interrupted write or sweep. The file is
 * renamed before its time is checked again: a writer that found it before has touched it, and gets
 * it back; a later writer writes its own. After a crash in between, the next sweep restores the
 * renamed file if a row names it. Answers whether the file is gone.
 */
async function sweepPayloadFile(
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
  // Works when this was the last file; the next writer creates the folder again.
  await rmdir(folder).catch(() => undefined)
  return true
}

export const folderPayloads: PayloadBytes = {
  write: writePayloadFile,
  copy: copyPayloadFile,
  read: readPayloadFile,
  removeRun: removePayloadFiles,
  old: oldPayloadFiles,
  sweep: sweepPayloadFile,
}
