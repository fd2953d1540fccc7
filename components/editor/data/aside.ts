import { createContext } from 'react'

/** What a step gives in tries instead of what it does: nothing, or what somebody pinned. */
export type AsideMark = 'disabled' | 'pinned'

/** Disabled steps and pinned answers, which are those of this editor only. */
export type Aside = {
  marks: ReadonlyMap<string, AsideMark>
  /** Disables steps in tries; all that are disabled already are enabled. */
  toggleDisabled(stepIds: readonly string[]): void
  /**
   * Pins what the step gave in the chosen run, or unpins it. Asks for a value where none is known.
   */
  togglePin(stepId: string): void
  /** Lets the person write what the step gives. */
  edit(stepId: string): void
}

/** Undefined where nothing is tried: in drawings to look at. */
export const AsideContext = createContext<Aside | undefined>(undefined)
