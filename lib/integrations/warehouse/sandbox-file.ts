import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/env'
import { ProcessPool } from '#lib/process-pool/pool'
import { sandboxSql } from './sandbox-data.ts'
import { warehouseBuildKind } from './sandbox-kind.ts'

/** The name depends on the statements, so that other statements make another file. */
const file = `warehouse-${createHash('sha256').update(sandboxSql.join('\n')).digest('hex').slice(0, 12)}.duckdb`
let building: Promise<void> | undefined

async function build(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = `${file}.${randomUUID()}`
  const pool = new ProcessPool<null, 'built'>(warehouseBuildKind(folder, aside))
  try {
    const ours = { request: null, organizationId: '', timeoutMs: 60_000 }
    const answer = await pool.ask(ours)
    if (answer.type !== 'reply') {
      const why = answer.type === 'not_started' ? answer.reason : answer.type
      throw new Error(`The sandbox warehouse could not be built: ${why}`)
    }
    // Two processes may build at the same time; both files have the same content.
    await rename(path.join(folder, aside), path.join(folder, file))
  } finally {
    await pool.stop()
    await rm(path.join(folder, aside), { force: true })
  }
}

/**
 * The file of the sandbox warehouse in DATA_DIR/sandbox, created on first use (5 MB, under a
 * second).
 */
export async function sandboxFile(): Promise<{ folder: string; file: string }> {
  const folder = path.join(env().DATA_DIR, 'sandbox')
  if (!existsSync(path.join(folder, file))) {
    building ??= build(folder).finally(() => {
      building = undefined
    })
    await building
  }
  return { folder, file }
}
