import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { storableJson } from '#lib/domain/text'
import { parseInPieces } from '#lib/large-json/parse'
import { pieces } from '#lib/large-json/pieces'
import { jsonOf } from '#lib/large-json/write'
import { copyPayloadFile, readPayloadFile, writePayloadFile } from './payload-files.ts'

/**
 * Where inputs, outputs and start data are stored: up to 8 KB of JSON in the row, up to 256 KB in
 * the table `payloads`, above that in a file. The row then has the SHA-256 of the text as its
 * `…_ref`. Every reader loads values by this module, so steps and pages see no difference.
 */
export const inRowBytes = 8 * 1024
const inTableBytes = 256 * 1024

/**
 * A row of `payloads` for the transaction that writes the reference. `body` is null when the text
 * is in a file, which is written before.
 */
export type PayloadRow = { runId: string; hash: string; size: number; body: unknown }
type Offloaded = { value: unknown; ref?: undefined } | { ref: string; row: PayloadRow }

/**
 * The value itself, at once, when it is small; else a reference. A text for a file is on the disk
 * when this resolves.
 */
export function offloadValue(runId: string, value: unknown): Offloaded | Promise<Offloaded> {
  if (typeof value !== 'object' && typeof value !== 'string') return { value }
  const text = jsonOf(value)
  // A character is at most three bytes of UTF-8.
  if (text.length * 3 <= inRowBytes) return { value }
  const size = Buffer.byteLength(text)
  return size <= inRowBytes ? { value } : offloadLarge(runId, value, text, size)
}

async function offloadLarge(
  runId: string,
  value: unknown,
  text: string,
  size: number,
): Promise<Offloaded> {
  const ref = createHash('sha256').update(text).digest('hex')
  const isFile = size > inTableBytes
  if (isFile) await writePayloadFile(runId, ref, text)
  return { ref, row: { runId, hash: ref, size, body: isFile ? null : value } }
}

const maxDepth = 4
const maxText = 200

/**
 * The short fields of large start data, at most 8 KB, by which its run can be listed and found.
 * Empty when they are larger.
 */
class ShortFields {
  #left = inRowBytes

  of(startData: unknown): unknown {
    const short = this.#value(startData, 0) ?? {}
    return this.#left >= 0 && JSON.stringify(short).length * 3 <= inRowBytes ? short : {}
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return value.length <= maxText ? value : undefined
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value) || depth === maxDepth) return undefined
    const short: [string, unknown][] = []
    for (const [name, inner] of Object.entries(value)) {
      const offloaded = this.#value(inner, depth + 1)
      if (offloaded === undefined) continue
      // With its quotation marks, a colon and a value.
      this.#left -= name.length + 4
      if (this.#left < 0) return undefined
      short.push([name, offloaded])
    }
    return Object.fromEntries(short)
  }
}

/** Start data as a run's row stores it. */
export async function offloadStartData(
  runId: string,
  startData: unknown,
): Promise<{ startData: unknown; startRef: string | null; row?: PayloadRow }> {
  const offloaded = await offloadValue(runId, startData)
  if (offloaded.ref === undefined) return { startData: offloaded.value, startRef: null }
  return { startData: new ShortFields().of(startData), startRef: offloaded.ref, row: offloaded.row }
}

/** A pool or a transaction. */
type Asks = pg.Pool | Tx
type Found = { runId: string; hash: string; body: unknown }
const text = `select run_id as "runId", hash, body from payloads
   where run_id = any($1::uuid[]) and hash = any($2::text[])`

async function rowsOf(asks: Asks, runIds: string[], hashes: string[]): Promise<Found[]> {
  if ('execute' in asks)
    return (
      await asks.execute<Found>(
        sql`select run_id as "runId", hash, body from payloads
          where run_id = any(${sql.param(runIds)}::uuid[])
            and hash = any(${sql.param(hashes)}::text[])`,
      )
    ).rows
  return (await asks.query<Found>({ name: 'load-payloads', text, values: [runIds, hashes] })).rows
}

/**
 * Loads the values of references, by `<run>:<hash>`; null references are skipped. Throws
 * `unavailable` when a file is missing (DATA_DIR was not moved along, or the machines do not share
 * it).
 */
export async function loadPayloads(
  asks: Asks,
  refs: { runId: string; ref: string | null }[],
): Promise<Map<string, unknown>> {
  const wanted = refs.filter(({ ref }) => ref !== null)
  if (wanted.length === 0) return new Map()
  const rows = await rowsOf(
    asks,
    [...new Set(wanted.map(({ runId }) => runId))],
    [...new Set(wanted.map(({ ref }) => String(ref)))],
  )
  const found = new Map<string, unknown>()
  for (const { runId, hash, body } of rows)
    found.set(`${runId}:${hash}`, body ?? (await fileOf(runId, hash)))
  for (const { runId, ref } of wanted) if (!found.has(`${runId}:${String(ref)}`)) throw lost()
  return found
}

const lost = (cause?: unknown) =>
  new ApiError(
    'unavailable',
    'A large value of this run is not in the file store. Ask the operator to restore ' +
      'it (DATA_DIR or the bucket), and that all machines use the same store.',
    {},
    { cause },
  )

async function fileOf(runId: string, hash: string): Promise<unknown> {
  const bytes = await readPayloadFile(runId, hash).catch((error: unknown) => {
    // A store that is away says so itself.
    throw error instanceof ApiError ? error : lost(error)
  })
  try {
    return await parseInPieces(bytes, {
      next: pieces.of(runId),
      maxDepth: Infinity,
      parse: (text) => JSON.parse(text) as unknown,
    })
  } catch (error) {
    throw lost(error)
  }
}

/** Loads one value: that of the row, or that of its reference. */
export async function loadValue(
  asks: Asks,
  runId: string,
  value: unknown,
  ref: string | null,
): Promise<unknown> {
  return ref === null ? value : (await loadPayloads(asks, [{ runId, ref }])).get(`${runId}:${ref}`)
}

export async function insertPayloads(
  tx: Tx,
  organizationId: string,
  rows: PayloadRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into payloads (run_id, hash, organization_id, size, body)
    select "runId", hash, ${organizationId}::uuid, size, body
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row("runId" uuid, hash text,
      size bigint, body jsonb)
    on conflict do nothing`)
}

/**
 * Offloads a value of an existing run from outside its turns: answers a small value itself, and for
 * a large one a reference to what this transaction writes.
 */
export async function offloadForRun(
  tx: Tx,
  { organizationId, runId }: { organizationId: string; runId: string },
  value: unknown,
): Promise<{ value: unknown; ref: null } | { value: null; ref: string }> {
  const offloaded = await offloadValue(runId, storableJson(value, jsonOf(value)))
  if (offloaded.ref === undefined) return { value: offloaded.value, ref: null }
  await insertPayloads(tx, organizationId, [offloaded.row])
  return { value: null, ref: offloaded.ref }
}

/** Copies the values that a new run takes over from an earlier one. */
export async function copyPayloads(
  tx: Tx,
  from: string,
  to: string,
  refs: string[],
): Promise<void> {
  if (refs.length === 0) return
  const { rows } = await tx.execute<{ hash: string; isFile: boolean }>(sql`
    insert into payloads (run_id, hash, organization_id, size, body)
    select ${to}::uuid, hash, organization_id, size, body from payloads
    where run_id = ${from}::uuid and hash = any(${sql.param(refs)}::text[])
    on conflict do nothing returning hash, body is null as "isFile"`)
  for (const { hash, isFile } of rows) if (isFile) await copyPayloadFile(from, to, hash)
}
