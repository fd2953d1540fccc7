import { useSyncExternalStore } from 'react'

// Whether this page is covered because its session is locked. One for the page, because calls that
// have no component wait for it too.

let isCovered = false
const listeners = new Set<() => void>()

function change(covered: boolean): void {
  if (isCovered === covered) return
  isCovered = covered
  document.documentElement.toggleAttribute('data-covered', covered)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const cover = (): void => change(true)
export const uncover = (): void => change(false)
export const covered = (): boolean => isCovered

/** Whether the page is covered. */
export const useCovered = (): boolean => useSyncExternalStore(subscribe, covered, () => false)

/** Resolves when the page is not covered. */
export async function uncovered(): Promise<void> {
  if (!isCovered) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}
