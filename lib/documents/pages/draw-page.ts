import { ApiError } from '#lib/domain/api-error'
import { readDocument, type ReadOptions } from '../read-document.ts'
import { isDrawn, pageFormatOf } from './page-format.ts'
import { pageLimits, requireSize, type PageSource } from './read-pages.ts'
import { unreadable } from './unreadable.ts'

/** The picture of a page. */
export type PagePicture = { mimeType: 'image/png' | 'image/jpeg'; content: Buffer<ArrayBuffer> }

type Asked = Pick<ReadOptions, 'organizationId' | 'signal'> & { page: number; dpi: number }

const noPicture = 'This document has no pages that can be shown as pictures; read its text instead.'
const tooCostly = 'This page takes too much time or memory to be drawn.'

/**
 * Draws a page (from 1) of a PDF or a picture, in a process that may be killed.
 * @throws ApiError `unprocessable` with a sentence; `rate_limited` and `unavailable` as
 *   `readDocument`
 */
export async function drawPage(
  source: PageSource,
  { page, dpi, ...options }: Asked,
): Promise<PagePicture> {
  const format = pageFormatOf(source)
  if (!format || !isDrawn(format)) throw unreadable(noPicture, source.fileId)
  requireSize(source, pageLimits)
  const request = { do: 'draw' as const, format, page, dpi }
  const drawn = await readDocument(request, source.content, options)
  if (drawn.did !== 'draw') throw unreadable(tooCostly, source.fileId)
  if (drawn.found.type === 'refused') throw unreadable(drawn.found.message, source.fileId)
  const { mimeType, content } = drawn.found
  if (content === '') throw new ApiError('unprocessable', tooCostly)
  return { mimeType, content: Buffer.from(content, 'base64') }
}
