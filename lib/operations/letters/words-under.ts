import { LRUCache } from 'lru-cache'
import { wordsOf } from '#lib/documents/pages/read-pages'
import { readDocument } from '#lib/documents/read-document'
import type { Box } from '#lib/domain/document/page'

/** So much a word may reach into an area before it counts, in points: boxes have air in them. */
const air = 1
const deadlineMs = 10_000

/** Boxes without their words: requests are repeated with the same bytes. */
const known = new LRUCache<string, Box[]>({ max: 200, ttl: 60_000 })

type Pdf = { bytes: Uint8Array; sha256: string }

async function firstPageBoxes(
  { bytes, sha256 }: Pdf,
  { organizationId, signal }: { organizationId: string; signal: AbortSignal },
): Promise<Box[]> {
  const key = JSON.stringify([organizationId, sha256])
  const earlier = known.get(key)
  if (earlier) return earlier
  const request = { do: 'pages', format: 'pdf', from: 1, count: 1 } as const
  const read = await readDocument(request, bytes, { organizationId, timeoutMs: deadlineMs, signal })
  // A page that is too costly to read has no words that we know of.
  if (read.did !== 'pages' || read.found.type !== 'pages') return []
  const [page] = read.found.pages
  const boxes = page ? wordsOf(page.text, page.words).map(({ box }) => box) : []
  known.set(key, boxes)
  return boxes
}

const overlaps = (word: Box, area: Box): boolean =>
  word.x + word.width > area.x + air &&
  word.x < area.x + area.width - air &&
  word.y + word.height > area.y + air &&
  word.y < area.y + area.height - air

/** Where words of the first page stand in an area of it. Pictures have no words. */
export async function wordsUnder(
  pdf: Pdf,
  area: Box,
  options: { organizationId: string; signal: AbortSignal },
): Promise<Box[]> {
  return (await firstPageBoxes(pdf, options)).filter((box) => overlaps(box, area))
}
