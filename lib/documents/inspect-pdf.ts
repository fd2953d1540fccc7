import { createHash } from 'node:crypto'
import { readDocument } from './read-document.ts'
import type { PdfInspection } from './reader-messages.ts'

const deadlineMs = 10_000
/** How many outcomes are known, and for how long. */
const maxKnown = 200
const knownMs = 60_000

type Known = Map<string, Promise<PdfInspection>>
const place = Symbol.for('rounds.documents.inspected')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Known }

async function inspect(bytes: Uint8Array, organizationId: string): Promise<PdfInspection> {
  const options = { organizationId, timeoutMs: deadlineMs }
  const read = await readDocument({ do: 'inspect pdf' }, bytes, options)
  return read.did === 'inspect pdf' ? read.found : { type: 'unreadable' }
}

/**
 * Takes a PDF of strangers apart in a process of its own, with ten seconds and 600 MB: how many
 * pages, how large (as seen, in points), which blank; or that it is encrypted, or no readable PDF
 * (also: truncated, too costly to read). The same bytes again within a minute, as of a request that
 * is repeated, are not read again.
 * @throws ApiError `rate_limited` and `unavailable` as `readDocument`
 */
export async function inspectPdf(
  bytes: Uint8Array,
  organizationId: string,
): Promise<PdfInspection> {
  const known = (shared[place] ??= new Map())
  const hash = createHash('sha256').update(bytes).digest('base64')
  const key = JSON.stringify([organizationId, hash])
  const earlier = known.get(key)
  if (earlier) return await earlier
  const found = inspect(bytes, organizationId)
  known.set(key, found)
  const forget = () => known.get(key) === found && known.delete(key)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size > maxKnown) known.delete(oldest)
  setTimeout(forget, knownMs).unref()
  try {
    const inspection = await found
    // That it could not be read may have been for want of time.
    if (inspection.type === 'unreadable') forget()
    return inspection
  } catch (error) {
    forget()
    throw error
  }
}
