import type { Step } from '../workflow/definition.ts'
import { renamedSteps } from '../workflow/renamed-steps.ts'
import type { Rename } from './renames.ts'

/** The steps that seem to have got another id; a person says whether each is the same one. */
export function likelyRenames(before: readonly Step[], after: readonly Step[]): Rename[] {
  const were = new Set(before.map(({ id }) => id))
  const are = new Set(after.map(({ id }) => id))
  const lost = before.filter(({ id }) => !are.has(id))
  const added = after.filter(({ id }) => !were.has(id))
  return renamedSteps(lost, added).map(([from, to]) => ({ from, to }))
}
