import { findWords, wordsPattern } from '#lib/documents/pages/find-words'
import type { Place } from '#lib/domain/document/page'
import { defineOutsideOperation } from '../define-operation.ts'
import { readingFor } from './file-pages.ts'
import { loadMatchingPages } from './stored-pages.ts'

/** More are of no use to a person who steps from one to the next. */
const mostPlaces = 200

/** Finds words in a file that the caller sees. Throws 404, and 422 with a sentence. */
export const searchFile = defineOutsideOperation<
  { id: string; q: string },
  { places: Place[]; more: boolean }
>({
  name: 'search-file',
  permission: 'files:read',
  audit: ({ input: { id } }) => ({ action: 'file.search', objectKind: 'file', objectId: id }),
  async run({ input: { id, q }, ...asked }) {
    const { reading } = await readingFor(asked, id)
    const pattern = wordsPattern(q)
    const pages = await asked.transaction((tx) =>
      loadMatchingPages(tx, reading, { pattern, limit: mostPlaces + 1 }),
    )
    const places: Place[] = []
    for (const page of pages) {
      if (places.length > mostPlaces) break
      places.push(...findWords(page, pattern, mostPlaces + 1 - places.length))
    }
    return { places: places.slice(0, mostPlaces), more: places.length > mostPlaces }
  },
})
