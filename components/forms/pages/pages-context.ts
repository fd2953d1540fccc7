import { createContext } from 'react'
import type { ShownPage } from '#lib/domain/form/pages'

/** The pages of the form, and which one is shown. */
export type PagesState = {
  pages: ShownPage[]
  /** From 0. */
  current: number
  /** Goes to an earlier page; what was typed stays. */
  goTo(page: number): void
}

/** Null for a form of one page. */
export const PagesContext = createContext<PagesState | null>(null)
