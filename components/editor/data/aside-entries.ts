import type { Aside, AsideMark } from './aside.ts'

/** A mark on a step, as people read it. */
export const asideWords: Record<AsideMark, string> = { disabled: 'Disabled', pinned: 'Pinned' }

type Entry = { title: string; keys?: string; onSelect(): void }

/** How a step is set aside in tries, for the menus of the step. */
export function asideEntries(aside: Aside, stepId: string): Entry[] {
  const mark = aside.marks.get(stepId)
  return [
    {
      title: mark === 'pinned' ? 'Unpin the answer' : 'Pin the answer for tries',
      keys: 'P',
      onSelect: () => aside.togglePin(stepId),
    },
    { title: 'Edit the answer and pin it…', onSelect: () => aside.edit(stepId) },
    {
      title: mark === 'disabled' ? 'Enable in tries' : 'Disable in tries',
      keys: 'D',
      onSelect: () => aside.toggleDisabled([stepId]),
    },
  ]
}
