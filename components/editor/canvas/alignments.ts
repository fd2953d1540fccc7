import { alignSteps, spaceSteps } from '../commands/align-steps.ts'
import { positionsOf } from '../model/layout/positions.ts'
import type { EditorStore } from '../store.ts'

/** What puts the selected steps in line, by its name; the same space takes three of them. */
export function alignmentsOf(store: EditorStore): { title: string; onSelect(): void }[] {
  const { definition, types, selection, run } = store.getState()
  const align = (way: Parameters<typeof alignSteps>[1]) => () =>
    run(alignSteps(selection, way, positionsOf(definition, types), types))
  const space = (way: Parameters<typeof spaceSteps>[1]) => () =>
    run(spaceSteps(selection, way, positionsOf(definition, types), types))
  return [
    { title: 'Align in a column', onSelect: align('column') },
    { title: 'Align in a row', onSelect: align('row') },
    ...(selection.length > 2
      ? [
          { title: 'Space evenly across', onSelect: space('across') },
          { title: 'Space evenly down', onSelect: space('down') },
        ]
      : []),
  ]
}
