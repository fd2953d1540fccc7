import { createHash } from 'node:crypto'
import { readDocument } from './read-document.ts'
import type { PdfInspection } from './reader-messages.ts'

const deadlineMs = 10_000
/** How many results are cached, and for how long. */
const maxKnown = 200
const knownMs = 60_000

type Known = Map<string, Promise<PdfInspection>>
const place = Symbol.for('rounds.documents.inspected')
// On globalThis, because a bundler may load this module several times.
const shared = globalThis as { [place]?: Known }

async function inspect(bytes: Uint8Array, organizationId: string): Promise<PdfInspection> {
  const options = { organizationId, timeoutMs: deadlineMs }
  const read = await readDocument({ do: 'inspect pdf' }, bytes, options)
  return read.did === 'inspect pdf' ? read.found : { type: 'unreadable' }
}

/**
 * Inspects an untrusted PDF in a separate process, with a limit of ten seconds and 600 MB. Answers
 * the number of pages, their sizes (as shown, in points) and which are blank; or that the PDF is
 * encrypted or not readable (also: truncated, too costly to read). The result is cached for a
 * minute, because requests are repeated with the same bytes.
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
    // It may be unreadable only because the time was too short.
    if (inspection.type === 'unreadable') forget()
    return inspection
  } catch (error) {
    forget()
    throw error
  }
}
