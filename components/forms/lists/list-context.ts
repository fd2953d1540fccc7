import { createContext } from 'react'
import type { Column } from './entry-title.ts'

/** How the entries of the list around are drawn. */
export type ListLayout = {
  /** The columns of a table; undefined for cards and plain entries. */
  columns: Column[] | undefined
  /** What the entry is called; empty while nothing of it is filled in. */
  titleOf(index: number): string
  /** What one entry is, such as "Medication". */
  noun: string
}

export const ListContext = createContext<ListLayout | null>(null)

/** Inside a cell of a table: wide pages show the label in the head of the column. */
export const CellContext = createContext(false)
