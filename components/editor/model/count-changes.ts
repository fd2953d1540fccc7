import type { Definition, Step } from '#lib/domain/workflow/definition'
import { diffDefinitions } from './diff-definitions.ts'

/**
 * Counts what differs between two definitions: each step, note and group once, and all that concerns
 * the workflow once. It is asked at every key, so it remembers the text of each step.
 */
export function createChangeCount(): (before: Definition, after: Definition) => number {
  const texts = new WeakMap<Step, string>()
  const textOf = (step: Step): string => {
    const known = texts.get(step) ?? JSON.stringify({ ...step, position: undefined })
    texts.set(step, known)
    return known
  }
  let last: { before: Definition; after: Definition; count: number } | undefined
  const countOf = (before: Definition, after: Definition): number => {
    const old = new Map(before.steps.map((step) => [step.id, textOf(step)]))
    const now = new Map(after.steps.map((step) => [step.id, textOf(step)]))
    const differs = ({ id }: Step) => old.get(id) !== now.get(id)
    const { workflow, steps, notes, groups } = diffDefinitions(
      { ...before, steps: before.steps.filter(differs) },
      { ...after, steps: after.steps.filter(differs) },
    )
    return steps.length + notes.length + groups.length + Number(workflow.length > 0)
  }
  return (before, after) => {
    if (last?.before !== before || last.after !== after)
      last = { before, after, count: countOf(before, after) }
    return last.count
  }
}
