import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/env'
import type { Mark, Store } from '../port.ts'
import { folderFiles } from './files.ts'
import { folderPayloads } from './payloads.ts'

/** Writes a whole file and gets it onto the disk, by a name of its own. */
async function writeAside(name: string, bytes: Buffer): Promise<string> {
  const folder = env().DATA_DIR
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.${randomUUID()}`)
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return file
}

const placeOf = (mark: Mark): string => path.join(env().DATA_DIR, mark)

/** The store in DATA_DIR. Machines that share a database must share this folder too. */
export const folderStore: Store = {
  files: folderFiles,
  payloads: folderPayloads,
  get place() {
    return `the folder ${env().DATA_DIR}`
  },
  async probe() {
    await rm(await writeAside('write-probe', Buffer.alloc(32 * 1024)), { force: true })
  },
  async readMark(mark) {
    return await readFile(placeOf(mark), 'utf8').then(
      (text) => text.trim(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      },
    )
  },
  async writeMark(mark, text) {
    const aside = await writeAside(mark, Buffer.from(`${text}\n`))
    try {
      // Unlike a rename, it fails when the file is there.
      await link(aside, placeOf(mark))
    } finally {
      await rm(aside, { force: true })
    }
  },
}
