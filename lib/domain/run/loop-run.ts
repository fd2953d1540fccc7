/** What a run of a loop's body does; stored with the run. */
export type LoopRun = {
  /** The loop. */
  stepId: string
  /** The number of the first of its items in the whole list, and the values of its items. */
  from: number
  items: unknown[]
  /**
   * Where the values lie when they are large, and how many there are then: `items` is empty in the
   * run's row.
   */
  itemsRef?: string
  count?: number
  /** How many items may be started and not ended at once. */
  parallel: number
  /** After an item failed no further one begins. */
  stopAtFailure: boolean
  /**
   * The runs around it, from the inside out, and how the keys begin of the tasks that this run can
   * see there.
   */
  outer: { runId: string; prefix: string }[]
}

/** How many items a run of a loop's body has, wherever they lie. */
export const itemCount = ({ items, count }: LoopRun): number => count ?? items.length
