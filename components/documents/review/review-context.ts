import { createContext } from 'react'
import type { AnsweredField, CitedPlace } from '#lib/domain/ask/answer'

/** What the fields of a review know of the answer, and what they do. */
export type ReviewState = {
  fields: ReadonlyMap<string, AnsweredField>
  /** What stands in the form now. */
  data: Record<string, unknown>
  /** The field that the person is at, and the place that the document shows for it. */
  chosen: { name: string; place: CitedPlace | undefined } | undefined
  /** Fields that stood out and that the person found right. */
  settled: ReadonlySet<string>
  /** Places are named with their file. */
  hasSeveralFiles: boolean
  disabled: boolean
  /** The person is at a field; its first place is shown. */
  enter(name: string): void
  /** Shows a place, on a phone in the place of the form. */
  show(name: string, place: CitedPlace): void
  settle(name: string): void
  fill(name: string, value: unknown): void
}

export const ReviewContext = createContext<ReviewState | undefined>(undefined)
