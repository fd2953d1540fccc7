import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/env'
import { instantOfId } from '#lib/ids'

/**
 * The texts of payloads over 256 KB, in DATA_DIR/payloads/<month>/<run>/<SHA-256>. Each run has its own, so that they go when it goes and nobody has to
 * know who else might need one. A file appears under its name only when it is whole and on the disk.
 */
const monthOf = (runId: string): string => instantOfId(runId).toISOString().slice(0, 7)
const folderOf = (runId: string): string => path.join(env().DATA_DIR, 'payloads', monthOf(runId), runId)

function pathOf(runId: string, hash: string): string {
  if (!/^[0-9a-f-]{36}$/.test(runId) || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a payload')
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

export async function writePayloadFile(runId: string, hash: string, text: string): Promise<void> {
  const target = pathOf(runId, hash)
  if (await stat(target).then(() => true, () => false)) return
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const aside = `${target}.${randomUUID()}`
  try {
    const file = await open(aside, 'wx', 0o600)
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
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(pathOf(from, hash), target)
  await sync(target)
}

/** Throws ENOENT when the file is not there. */
export async function readPayloadFile(runId: string, hash: string): Promise<string> {
  return await readFile(pathOf(runId, hash), 'utf8')
}

/** Removes what a deleted run kept here. */
export async function removePayloadFiles(runId: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(runId)) throw new Error('not a run')
  await rm(folderOf(runId), { recursive: true, force: true })
}
