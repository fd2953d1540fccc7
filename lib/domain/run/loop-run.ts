/** The part of a loop's body that a run executes; stored with the run. */
export type LoopRun = {
  /** The loop. */
  stepId: string
  /** The number of its first item in the whole list, and the values of its items. */
  from: number
  items: unknown[]
  /**
   * The reference to the values when they are large, and their number; `items` is then empty in the
   * run's row.
   */
  itemsRef?: string
  count?: number
  /** How many items may be under way at once. */
  parallel: number
  /** After an item failed no further item starts. */
  stopAtFailure: boolean
  /**
   * The runs around it, from the inside out, and the prefix of the keys of the tasks that this run
   * can read there.
   */
  outer: { runId: string; prefix: string }[]
}

/** The number of items of a run of a loop's body, also when they are offloaded. */
export const itemCount = ({ items, count }: LoopRun): number => count ?? items.length
