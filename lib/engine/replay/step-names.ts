import type { Definition } from '#lib/domain/workflow/definition'
import type { Rename } from '#lib/domain/back-test/renames'

/** The names of steps in the record, and in the definition that is replayed. */
export type StepNames = {
  /** The id that a step of now was recorded under. */
  idBefore(id: string): string
  /** The id that a recorded step has now. */
  idNow(id: string): string
  /** The same for the keys of tasks. */
  keyBefore(key: string): string
  keyNow(key: string): string
}

/** A key is ids of steps and numbers of items, between `:` and `!`. */
const inKey = (key: string, nameOf: (id: string) => string): string =>
  key.replace(/[^:!]+/g, (part) => nameOf(part))

/**
 * The names of steps between a record and a definition. A rename counts where the record has only
 * the one and the definition only the other: the runs of a back-test have several versions.
 */
export function stepNames(
  before: Definition,
  after: Definition,
  renames: readonly Rename[],
): StepNames {
  const were = new Set(before.steps.map(({ id }) => id))
  const are = new Set(after.steps.map(({ id }) => id))
  const fitting = renames.filter(
    ({ from, to }) => were.has(from) && !are.has(from) && are.has(to) && !were.has(to),
  )
  const back = new Map(fitting.map(({ from, to }) => [to, from]))
  const on = new Map(fitting.map(({ from, to }) => [from, to]))
  const idBefore = (id: string): string => back.get(id) ?? id
  const idNow = (id: string): string => on.get(id) ?? id
  return {
    idBefore,
    idNow,
    keyBefore: (key) => (back.size === 0 ? key : inKey(key, idBefore)),
    keyNow: (key) => (on.size === 0 ? key : inKey(key, idNow)),
  }
}
