import type { Definition } from '#lib/domain/workflow/definition'
import { beginsBody } from '#lib/domain/workflow/loops'
import { linkOfEdge } from '../graph-adapter.ts'
import { linksOf, type Line } from '../model/graph.ts'
import { firstSteps } from './first-steps.ts'
import { boxOfStartLine } from './start-box.ts'

/**
 * What a step can be put on by a line of the canvas: a connection, or the line from the start to a
 * first step. In the level of a loop the line from the start is the connection by which the loop
 * begins its steps. Undefined for a line that takes none.
 */
export function lineOfEdge(
  id: string,
  definition: Definition,
  loop: string | undefined,
): Line | undefined {
  const to = boxOfStartLine(id)
  if (to === undefined) {
    const link = linkOfEdge(id, definition)
    return link?.kind === 'after' ? link : undefined
  }
  if (loop !== undefined)
    return linksOf(definition).find(
      (link) => link.to === to && beginsBody({ step: link.from, via: link.via }, loop),
    )
  const isFirst = firstSteps(definition.steps).some((step) => step.id === to)
  return isFirst ? { kind: 'start', to } : undefined
}
