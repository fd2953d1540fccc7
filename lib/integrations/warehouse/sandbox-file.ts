import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/env'
import { SandboxChild } from './sandbox-child.ts'
import { sandboxSql } from './sandbox-data.ts'

/** Other statements make another file. */
const file = `warehouse-${createHash('sha256').update(sandboxSql.join('\n')).digest('hex').slice(0, 12)}.duckdb`
let building: Promise<void> | undefined

async function build(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = `${file}.${randomUUID()}`
  const child = new SandboxChild(folder)
  try {
    const reply = await child.ask({ action: 'build', file: aside }, AbortSignal.timeout(60_000)).reply
    if (reply.type !== 'built') throw new Error(`The sandbox warehouse could not be built: ${reply.type === 'failed' ? reply.message : reply.type}`)
    // Two processes may build at once; both files hold the same.
    await rename(path.join(folder, aside), path.join(folder, file))
  } finally {
    await child.end()
    await rm(path.join(folder, aside), { force: true })
  }
}

/** The file of the sandbox warehouse in DATA_DIR/sandbox, made when it is first needed (5 MB, under a second). */
export async function sandboxFile(): Promise<{ folder: string; file: string }> {
  const folder = path.join(env().DATA_DIR, 'sandbox')
  if (!existsSync(path.join(folder, file))) {
    building ??= build(folder).finally(() => (building = undefined))
    await building
  }
  return { folder, file }
}
