import type { Definition } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import { findStep } from '../model/graph.ts'
import { loopsAround } from './shown-graph.ts'

/** The type of the steps that run another workflow. */
const callType = 'sub-workflow'

/** An open level: loops of this workflow, then perhaps a step that runs another one. */
type Level = {
  /** The open loops, the outermost first. */
  loops: string[]
  /** The step whose workflow is open; undefined: the level is of this workflow. */
  call: string | undefined
  /** The open levels within that workflow. */
  rest: string[]
}

/** Whether the step opens as a level of its own. */
export const opensLevel = (step: { type: string }): boolean =>
  isLoop(step) || step.type === callType

/** What is open by a path of ids. What the definition does not have ends the path. */
export function levelOf(definition: Definition, path: readonly string[]): Level {
  const loops: string[] = []
  for (const [index, id] of path.entries()) {
    const step = findStep(definition, id)
    if (step?.type === callType) return { loops, call: id, rest: path.slice(index + 1) }
    if (!step || !isLoop(step)) break
    loops.push(id)
  }
  return { loops, call: undefined, rest: [] }
}

/** Whether another workflow is seen, which a step of this one runs. */
export const seesCalled = (state: { definition: Definition; level: readonly string[] }): boolean =>
  levelOf(state.definition, state.level).call !== undefined

/** The path to the level of a step that opens one. */
export const pathTo = ({ steps }: Definition, id: string): string[] => [
  ...(loopsAround(steps).get(id) ?? []),
  id,
]

const separator = '.'

/** The open level in the address; an id has no dot. */
export const pathOfText = (text: string | null): string[] =>
  text === null || text === '' ? [] : text.split(separator).slice(0, 20)

export const textOfPath = (path: readonly string[]): string => path.join(separator)
