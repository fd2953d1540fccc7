import type { DraftChange, DraftPath } from './change-schema.ts'

export type { DraftChange, DraftPath, LinesChange } from './change-schema.ts'

/** The place that a change changes. */
export const pathOfChange = (change: DraftChange): DraftPath =>
  change.kind === 'move' ? ['steps', change.step, '#place'] : change.path

/** The name of a connection within its step: a step is connected to another once by each branch. */
export const edgeKey = ({ step, via }: { step: string; via?: string | undefined }): string =>
  via === undefined ? step : `${step}|${via}`

/** Whether one place is the other or contains it. */
export const arePathsNested = (one: DraftPath, other: DraftPath): boolean =>
  one.slice(0, other.length).every((part, index) => part === other[index])

export type JsonObject = Record<string, unknown>

/** Whether a value is an object of named values, neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two JSON values are the same, also in the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
