import { LRUCache } from 'lru-cache'
import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { FilePagesView, PageResolution } from '#lib/contracts/data/file-pages'
import { tableOfPage } from '#lib/documents/pages/cells-of-page'
import { drawPage, type PagePicture } from '#lib/documents/pages/draw-page'
import { isDrawn, pageFormatOf } from '#lib/documents/pages/page-format'
import { ApiError } from '#lib/domain/api-error'
import type { TableView } from '#lib/domain/document/page'
import { defineOutsideOperation } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import { requireReading, sourceOf } from './read-file-pages.ts'
import { bestReading, listPages, loadPages, type Reading } from './stored-pages.ts'

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Asked = { actor: Actor; transaction: Transaction; signal: AbortSignal }

/**
 * The reading of a file for a person who looks at it: as it was read before, with its scans
 * recognized where that was done; else it is read now, without recognition.
 */
export async function readingFor(
  { actor, transaction, signal }: Asked,
  id: string,
): Promise<{ file: Awaited<ReturnType<typeof getFileFor>>; reading: Reading }> {
  const { file, known } = await transaction(async (tx) => ({
    file: await getFileFor(tx, actor, id),
    known: await bestReading(tx, id),
  }))
  const input = { fileId: id, ocr: false, languages: [], signal }
  const reading = known ?? (await requireReading(actor.organizationId, input)).reading
  return { file, reading }
}

/** Lists the pages of a file that the caller sees. Throws 404, and 422 with a sentence. */
export const listFilePages = defineOutsideOperation<{ id: string }, FilePagesView>({
  name: 'list-file-pages',
  permission: 'files:read',
  async run({ input: { id }, ...asked }) {
    const { file, reading } = await readingFor(asked, id)
    const pages = await asked.transaction((tx) => listPages(tx, reading))
    const format = pageFormatOf(file)
    return {
      fileId: id,
      fileName: file.fileName,
      drawn: format !== undefined && isDrawn(format),
      pages: pages.map(({ page, width, height, how, confidence, cells }) => ({
        page,
        width,
        height,
        how,
        confidence,
        ...(cells ? { cells } : {}),
      })),
    }
  },
})

type PageOfFile = { id: string; page: number }
const viewed = ({ input: { id, page } }: { input: PageOfFile }) => ({
  action: 'file.view',
  objectKind: 'file',
  objectId: id,
  details: { page },
})

type PageContent = { page: number; text: string; table?: TableView }

/** Reads the text of a page. Throws 404, and 422 with a sentence; each view is audited. */
export const getFilePage = defineOutsideOperation<PageOfFile, PageContent>({
  name: 'get-file-page',
  permission: 'files:read',
  audit: viewed,
  async run({ input: { id, page }, ...asked }) {
    const { reading } = await readingFor(asked, id)
    const [found] = await asked.transaction((tx) => loadPages(tx, reading, [page]))
    if (!found) throw ApiError.notFound('page', String(page))
    const table = tableOfPage(found)
    return { page, text: found.text, ...(table ? { table } : {}) }
  },
})

/** Dots per inch: for a list of pages, as wide as most screens, and for a look at small print. */
const resolutions: Record<PageResolution, number> = { small: 24, normal: 110, fine: 200 }

/**
 * Pictures that were just drawn: people leaf back and forth, and look at one page for many answers.
 * They are patients' data, so they stay for minutes only.
 */
const drawn = new LRUCache<string, PagePicture>({
  max: 200,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ content }) => content.length,
  ttl: 5 * 60_000,
})

/** Draws a page of a PDF or picture. Throws 404, and 422 with a sentence; each view is audited. */
export const getFilePagePicture = defineOutsideOperation<
  PageOfFile & { resolution: PageResolution },
  PagePicture
>({
  name: 'get-file-page-picture',
  permission: 'files:read',
  audit: viewed,
  async run({ actor, input: { id, page, resolution }, transaction, signal }) {
    const file = await transaction((tx) => getFileFor(tx, actor, id))
    const dpi = resolutions[resolution]
    const { organizationId } = actor
    const key = JSON.stringify([organizationId, file.id, file.sha256, page, dpi])
    const known = drawn.get(key)
    if (known) return known
    const picture = await drawPage(await sourceOf(file), { organizationId, page, dpi, signal })
    drawn.set(key, picture)
    return picture
  },
})
