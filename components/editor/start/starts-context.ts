import { createContext, useContext } from 'react'
import type { Start } from './starts-of.ts'

type Starts = {
  starts: readonly Start[]
  /** “Starts by”, where nothing else is said. */
  heading?: string
  /** Opens where a way to start is changed. */
  open(start: Start): void
  /** Opens the form with which each run starts, where it can be changed. */
  openForm?: (() => void) | undefined
}

/** What starts the workflow that is shown. */
export const StartsContext = createContext<Starts>({
  starts: [],
  open: () => undefined,
})

export const useStarts = (): Starts => useContext(StartsContext)
