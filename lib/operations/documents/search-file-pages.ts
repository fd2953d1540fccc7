import { sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { placeOf } from '#lib/documents/pages/find-quote'
import { bestPassage, termsOf, type Term } from '#lib/documents/pages/search-words'
import type { FoundPassage } from '#lib/domain/document/passage'
import { requireReading, type ReadFile } from './read-file-pages.ts'
import { pageOfRow, type Reading } from './stored-pages.ts'

export type SearchFiles = Omit<ReadFile, 'fileId'> & {
  fileIds: readonly string[]
  question: string
  /** How many pages are answered at most. */
  limit: number
}

type Row = Parameters<typeof pageOfRow>[0] & { score: number }

const queryOf = ({ word, prefix }: Term): string => `'${word}'${prefix ? ':*' : ''}`

/**
 * The pages with words of the question, best first: by how many of its words they have, and how
 * near these stand to each other.
 */
async function rankPages(
  tx: Tx,
  readings: readonly Reading[],
  terms: readonly Term[],
  limit: number,
): Promise<Row[]> {
  const queries = terms.map(queryOf)
  const { rows } = await tx.execute<Row>(sql`
    select p.file_id as "fileId", p.page, p.width, p.height, p.text, p.words, p.how, p.confidence,
      p.sheet, p.range,
      ts_rank_cd(p.search, q.any_term, 1) * m.matched / ${terms.length}::int as score
    from (select to_tsquery('simple', ${queries.join(' | ')}) as any_term) q,
      unnest(${sql.param(readings.map(({ fileId }) => fileId))}::uuid[],
        ${sql.param(readings.map(({ reader }) => reader))}::text[]) r(file_id, reader)
      join document_pages p on p.file_id = r.file_id and p.reader = r.reader,
      lateral (select count(*)::int as matched from unnest(${sql.param(queries)}::text[]) t(term)
        where p.search @@ to_tsquery('simple', t.term)) m
    where p.search @@ q.any_term
    order by score desc, array_position(${sql.param(readings.map(({ fileId }) => fileId))}::uuid[],
      p.file_id), p.page
    limit ${limit}`)
  return rows
}

/**
 * Ranks the pages of some files by a question, without any model: words count, meaning does not.
 * Files that were not read are read before. Answers the best passage of each page, with its place.
 * @throws ApiError as `readFilePages`
 */
export async function searchFilePages(
  organizationId: string,
  { fileIds, question, limit, ...input }: SearchFiles,
): Promise<FoundPassage[]> {
  const fileNames = new Map<string, string>()
  const readings: Reading[] = []
  for (const fileId of new Set(fileIds)) {
    const { fileName, reading } = await requireReading(organizationId, { ...input, fileId })
    fileNames.set(fileId, fileName)
    readings.push(reading)
  }
  const terms = termsOf(question)
  if (terms.length === 0 || readings.length === 0) return []
  const rows = await inOrganization(organizationId, (tx) => rankPages(tx, readings, terms, limit))
  return rows.map(({ score, ...row }) => {
    const page = pageOfRow(row)
    const { start, end, matches } = bestPassage(page.text, terms)
    return {
      fileName: fileNames.get(page.fileId) ?? '',
      score: Math.round(score * 10_000) / 10_000,
      how: page.how,
      confidence: page.confidence,
      matches,
      place: placeOf(page, start, end),
    }
  })
}
