import type { NamedPerson } from '#lib/contracts/runs/comments'

/** A comment that was not sent yet, and the members that it mentions. */
export type Written = { text: string; mentions: NamedPerson[] }

export const nothingWritten: Written = { text: '', mentions: [] }
