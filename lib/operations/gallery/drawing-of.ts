import type { Drawing } from '#lib/contracts/workflows/gallery'
import type { Definition } from '#lib/domain/workflow/definition'
import { branchNames } from '#lib/domain/workflow/branch-names'
import { stepTypes } from '#lib/steps/registry'

/** What a drawing of the definition shows, so that a page needs no step types to draw it. */
export function drawingOf({ steps }: Definition): Drawing {
  return {
    boxes: steps.map(({ id, title, type, config, position }) => {
      const info = stepTypes.get(type)?.info
      return {
        id,
        title,
        typeTitle: info?.title ?? type,
        category: info?.category ?? '',
        icon: info?.icon ?? '',
        branches: branchNames(info?.branches, config) ?? [],
        x: position?.x ?? 0,
        y: position?.y ?? 0,
      }
    }),
    lines: steps.flatMap(({ id, after }) =>
      after.map(({ step, via }) => ({ from: step, to: id, via: via ?? null })),
    ),
  }
}
