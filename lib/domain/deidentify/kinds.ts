/** What a mark stands for. */
export const markKinds = [
  'NAME',
  'DATE',
  'AGE',
  'ADDRESS',
  'ZIP',
  'PHONE',
  'EMAIL',
  'URL',
  'IP',
  'ID',
  'TEXT',
] as const
export type MarkKind = (typeof markKinds)[number]

/** A value that the run knows of somebody. */
export type KnownValue = { kind: MarkKind; value: string }
