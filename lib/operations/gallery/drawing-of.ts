import type { Drawing } from '#lib/contracts/workflows/gallery'
import type { Definition } from '#lib/domain/workflow/definition'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import { branchNames } from '#lib/domain/workflow/branch-names'
import { stepTypes } from '#lib/steps/registry'

/** What a drawing of the definition shows, so that a page needs no step types to draw it. */
export function drawingOf({ steps }: Definition): Drawing {
  return {
    boxes: steps.map((step) => {
      const { id, title, type, config, position } = step
      const info = stepTypes.get(type)?.info
      const branches = branchNames(info?.branches, config) ?? []
      return {
        id,
        title,
        typeTitle: info?.title ?? type,
        category: info?.category ?? '',
        icon: info?.icon ?? '',
        branches,
        branchLabels: branches.map((via) => branchLabel(step, via)),
        x: position?.x ?? 0,
        y: position?.y ?? 0,
      }
    }),
    lines: steps.flatMap(({ id, after }) =>
      after.map(({ step, via }) => ({ from: step, to: id, via: via ?? null })),
    ),
  }
}
