import { groupBoxId } from '../levels/shown-graph.ts'
import { groupFrameId } from './group-nodes.ts'

/** Puts the focus on a group: its frame or box, or its line in the outline. */
export function focusGroup(id: string): void {
  // The frame takes the place of the box, or the other way round, with the next drawing.
  setTimeout(() => {
    const names = [groupFrameId(id), groupBoxId(id)].map((box) => `[data-id="${CSS.escape(box)}"]`)
    document
      .querySelector<HTMLElement>(`${names.join()}, [data-group="${CSS.escape(id)}"]`)
      ?.focus()
  }, 0)
}
