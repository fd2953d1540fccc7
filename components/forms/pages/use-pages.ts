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
 * that the person has not reached. It begins with the page at the place `first` of all pages.
 */
export function usePages(schema: Schema, first = 0): { state: PagesState | null; later: string[] } {
  // By its place among all pages: an answer may show or hide a page before this one.
  const [place, setPlace] = useState(first)
  const pages = useMemo(() => pagesOf(schema, namesOf(schema)), [schema])
  const current = Math.max(
    0,
    pages.findLastIndex(({ at }) => at <= place),
  )
  const later = useMemo(
    () => pages.slice(current + 1).flatMap(({ fields }) => fields),
    [pages, current],
  )
  const state = useMemo(
    () =>
      pages.length === 0
        ? null
        : { pages, current, goTo: (page: number) => setPlace(pages[page]?.at ?? page) },
    [pages, current],
  )
  return { state, later }
}
