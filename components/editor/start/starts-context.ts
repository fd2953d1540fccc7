import { createContext, useContext } from 'react'
import type { Start } from './starts-of.ts'

type Starts = {
  starts: readonly Start[]
  /** Opens where a way to start is changed. */
  open(start: Start): void
  /** Opens the form with which each run starts. */
  openForm(): void
}

/** What starts the workflow that is shown. */
export const StartsContext = createContext<Starts>({
  starts: [],
  open: () => undefined,
  openForm: () => undefined,
})

export const useStarts = (): Starts => useContext(StartsContext)
