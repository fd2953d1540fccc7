/**
 * The item that a task of a loop's body was done for, counted from 0; null for other tasks
 * (`TaskRow.key`).
 */
export function itemOf(key: string): number | null {
  const item = /^(\d+):/.exec(key)?.[1]
  return item === undefined ? null : Number(item)
}

/** “Items 51 to 100”, as people count. */
export function itemRange(from: number, items: number): string {
  return items === 1 ? `Item ${from + 1}` : `Items ${from + 1} to ${from + items}`
}
