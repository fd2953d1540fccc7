import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { files } from '#db/schema/documents'
import { payloads } from '#db/schema/runs'
import { unlessMissing } from '#lib/store/missing'
import { store } from '#lib/store/store'

/** A row whose bytes the store does not have. Ids only: names of files may name patients. */
export type MissingBytes = {
  what: 'file' | 'payload'
  organizationId: string
  /** The file's id, or that of the payload's run. */
  id: string
}

const batch = 500
const atOnce = 16
const firstId = '00000000-0000-0000-0000-000000000000'

/** Those whose bytes are not there, a few checks at a time. Throws when the store cannot tell. */
async function withoutBytes<T>(rows: T[], check: (row: T) => Promise<unknown>): Promise<T[]> {
  const found: T[] = []
  const rest = [...rows]
  const work = async () => {
    for (let row = rest.shift(); row !== undefined; row = rest.shift()) {
      const checked = row
      const isThere = await unlessMissing(check(checked).then(() => true))
      if (!isThere) found.push(checked)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

async function* missingFiles(): AsyncGenerator<MissingBytes[]> {
  const { files: bytes } = await store()
  for (let after = firstId; ;) {
    const rows = await engineDb()
      .select({ id: files.id, organizationId: files.organizationId, key: files.storageKey })
      .from(files)
      .where(gt(files.id, after))
      .orderBy(asc(files.id))
      .limit(batch)
    const lost = await withoutBytes(rows, async ({ key }) => await bytes.require(key))
    yield lost.map(({ id, organizationId }) => ({ what: 'file', id, organizationId }))
    if (rows.length < batch) return
    after = rows.at(-1)?.id ?? after
  }
}

async function* missingPayloads(): AsyncGenerator<MissingBytes[]> {
  const { payloads: bytes } = await store()
  let run = firstId
  let hash = ''
  for (;;) {
    const rows = await engineDb()
      .select({ id: payloads.runId, organizationId: payloads.organizationId, hash: payloads.hash })
      .from(payloads)
      .where(
        and(
          isNull(payloads.body),
          sql`(${payloads.runId}, ${payloads.hash}) > (${run}::uuid, ${hash})`,
        ),
      )
      .orderBy(asc(payloads.runId), asc(payloads.hash))
      .limit(batch)
    const lost = await withoutBytes(rows, async ({ id, hash: of }) => await bytes.read(id, of))
    yield lost.map(({ id, organizationId }) => ({ what: 'payload', id, organizationId }))
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    run = last.id
    hash = last.hash
  }
}

/** Compares what the database names with what the store has; answers what is missing there. */
export async function missingBytes(): Promise<MissingBytes[]> {
  const missing: MissingBytes[] = []
  for await (const found of missingFiles()) missing.push(...found)
  for await (const found of missingPayloads()) missing.push(...found)
  return missing
}
