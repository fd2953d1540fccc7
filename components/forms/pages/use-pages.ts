'use client'

import { useMemo, useState } from 'react'
import { pagesOf, type FormPage } from '#lib/domain/form/pages'
import type { PagesState } from './pages-context.ts'

type Schema = Record<string, unknown>

const namesOf = (schema: Schema) => Object.keys((schema['properties'] ?? {}) as Schema)

/** The page that has a field, by the first segment of its path. */
export const pageWith = (pages: FormPage[], name: string): number =>
  pages.findIndex(({ fields }) => fields.includes(name))

/**
 * The pages of a form (`x-formPages`), null for a form of one page. `later` are the fields of pages
 * that the person has not reached. It begins with the page `first`.
 */
export function usePages(schema: Schema, first = 0): { state: PagesState | null; later: string[] } {
  const [page, setPage] = useState(first)
  const pages = useMemo(() => pagesOf(schema, namesOf(schema)), [schema])
  const current = Math.min(page, Math.max(0, pages.length - 1))
  const later = useMemo(
    () => pages.slice(current + 1).flatMap(({ fields }) => fields),
    [pages, current],
  )
  const state = useMemo(
    () => (pages.length > 0 ? { pages, current, goTo: setPage } : null),
    [pages, current],
  )
  return { state, later }
}
