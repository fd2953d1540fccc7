import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { documentPages } from '#db/schema/documents'
import { wordsOf } from '#lib/documents/pages/read-pages'
import { searchableText } from '#lib/documents/pages/search-words'
import type { DocumentPage, PageWord } from '#lib/domain/document/page'
import { cutText } from '#lib/domain/text'

/** What a reading of a file is stored under. */
export type Reading = { fileId: string; reader: string; content: string }

type Row = typeof documentPages.$inferSelect

export function pageOfRow(
  row: Omit<Row, 'search' | 'createdAt' | 'organizationId' | 'content' | 'reader' | 'pageCount'>,
): DocumentPage {
  const { fileId, page, width, height, text, words, how, confidence, sheet, range } = row
  const cells = sheet !== null && range !== null ? { cells: { sheet, range } } : {}
  return {
    fileId,
    page,
    width,
    height,
    text,
    words: wordsOf(text, words),
    how,
    confidence,
    ...cells,
  }
}

/** The columns of a page, without what only the search needs. */
const pageColumns = {
  fileId: documentPages.fileId,
  page: documentPages.page,
  width: documentPages.width,
  height: documentPages.height,
  text: documentPages.text,
  words: documentPages.words,
  how: documentPages.how,
  confidence: documentPages.confidence,
  sheet: documentPages.sheet,
  range: documentPages.range,
}

const isOf = ({ fileId, reader }: Reading) =>
  and(eq(documentPages.fileId, fileId), eq(documentPages.reader, reader))

/** The pages of a reading that are stored, in order; or only those with these numbers. */
export async function loadPages(
  tx: Tx,
  reading: Reading,
  numbers?: readonly number[],
): Promise<DocumentPage[]> {
  const isAsked = numbers === undefined ? undefined : inArray(documentPages.page, [...numbers])
  const rows = await tx
    .select(pageColumns)
    .from(documentPages)
    .where(and(isOf(reading), isAsked))
    .orderBy(asc(documentPages.page))
  return rows.map(pageOfRow)
}

/** How many characters the pages of a reading have together. */
export async function countCharacters(tx: Tx, reading: Reading): Promise<number> {
  const [counted] = await tx
    .select({ characters: sql<number>`coalesce(sum(length(${documentPages.text})), 0)::float8` })
    .from(documentPages)
    .where(isOf(reading))
  return counted?.characters ?? 0
}

/** A page without what stands on it. */
export type PageOutline = Omit<DocumentPage, 'text' | 'words'>

/** The pages of a reading without what stands on them: a table may have thousands. */
export async function listPages(tx: Tx, reading: Reading): Promise<PageOutline[]> {
  const { text: _text, words: _words, ...columns } = pageColumns
  const rows = await tx
    .select(columns)
    .from(documentPages)
    .where(isOf(reading))
    .orderBy(asc(documentPages.page))
  return rows.map((row) => {
    const { text: _noText, words: _noWords, ...page } = pageOfRow({ ...row, text: '', words: [] })
    return page
  })
}

/** The pages from `from` on, at most `count`, with their text but without their words. */
export async function loadTexts(
  tx: Tx,
  reading: Reading,
  { from, count }: { from: number; count: number },
): Promise<DocumentPage[]> {
  const { words: _words, ...columns } = pageColumns
  const rows = await tx
    .select(columns)
    .from(documentPages)
    .where(and(isOf(reading), between(documentPages.page, from, from + count - 1)))
    .orderBy(asc(documentPages.page))
  return rows.map((row) => pageOfRow({ ...row, words: [] }))
}

/** The first pages of a reading whose text matches an expression of Postgres, in order. */
export async function loadMatchingPages(
  tx: Tx,
  reading: Reading,
  { pattern, limit }: { pattern: string; limit: number },
): Promise<DocumentPage[]> {
  const rows = await tx
    .select(pageColumns)
    .from(documentPages)
    .where(and(isOf(reading), sql`${documentPages.text} ~* ${pattern}`))
    .orderBy(asc(documentPages.page))
    .limit(limit)
  return rows.map(pageOfRow)
}

/** The complete reading of a file with the most recognized pages; undefined without one. */
export async function bestReading(tx: Tx, fileId: string): Promise<Reading | undefined> {
  const [best] = await tx
    .select({
      fileId: documentPages.fileId,
      reader: documentPages.reader,
      content: documentPages.content,
    })
    .from(documentPages)
    .where(eq(documentPages.fileId, fileId))
    .groupBy(documentPages.fileId, documentPages.reader, documentPages.content)
    .having(sql`count(*) = max(${documentPages.pageCount})`)
    .orderBy(
      sql`count(*) filter (where ${documentPages.how} = 'ocr' and ${documentPages.text} <> '') desc`,
      sql`max(${documentPages.createdAt}) desc`,
      asc(documentPages.reader),
    )
    .limit(1)
  return best
}

/** Which pages of a reading are stored, and of how many. */
export async function findStoredPages(
  tx: Tx,
  reading: Reading,
): Promise<{ total: number; known: Set<number> }> {
  const rows = await tx
    .select({ page: documentPages.page, total: documentPages.pageCount })
    .from(documentPages)
    .where(isOf(reading))
  return { total: rows[0]?.total ?? 0, known: new Set(rows.map(({ page }) => page)) }
}

/** Takes over what was read of another file of the organization with the same bytes. */
export async function copyPages(tx: Tx, { fileId, reader, content }: Reading): Promise<void> {
  await tx.execute(sql`
    insert into document_pages (organization_id, file_id, reader, content, page, page_count, width,
      height, text, words, how, confidence, sheet, range, search)
    select distinct on (page) organization_id, ${fileId}::uuid, reader, content, page, page_count,
      width, height, text, words, how, confidence, sheet, range, search
    from document_pages
    where organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid
      and content = ${content} and reader = ${reader} and file_id <> ${fileId}::uuid
    order by page
    on conflict do nothing`)
}

/** Postgres indexes no more than a megabyte of words of a page. */
const mostSearched = 250_000

const packed = (words: readonly PageWord[]): number[] =>
  words.flatMap(({ start, text, box }) => [
    start,
    text.length,
    ...[box.x, box.y, box.width, box.height].map((points) => Math.round(points * 10)),
  ])

/** Stores pages; those that are stored already stay as they are. */
export async function insertPages(
  tx: Tx,
  organizationId: string,
  { fileId, reader, content }: Reading,
  { total, pages }: { total: number; pages: readonly DocumentPage[] },
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ cells, words, text, page, width, height, how, confidence }) => ({
    organizationId,
    fileId,
    reader,
    content,
    page,
    pageCount: total,
    width,
    height,
    text,
    words: packed(words),
    how,
    confidence,
    sheet: cells?.sheet ?? null,
    range: cells?.range ?? null,
    search: sql`to_tsvector('simple', ${searchableText(cutText(text, mostSearched))})`,
  }))
  await tx.insert(documentPages).values(rows).onConflictDoNothing()
}
