import type { Step } from './definition.ts'

/** What the branches of these types are called until somebody gives them names. */
const usual: Partial<Record<string, Record<string, string>>> = {
  condition: { true: 'Yes', false: 'No' },
  switch: { default: 'Otherwise' },
}

type Named = Pick<Step, 'type' | 'branchLabels'>

/** What people read for the branches of a step: the labels, and what others are usually called. */
export const branchLabels = (step: Named | undefined): Record<string, string> => ({
  ...usual[step?.type ?? ''],
  ...step?.branchLabels,
})

/** What people read for a branch of a step: its label, or else its name. */
export function branchLabel(step: Named | undefined, via: string): string {
  const labels = branchLabels(step)
  // People name the cases of a switch, also `constructor`.
  return Object.hasOwn(labels, via) ? (labels[via] ?? via) : via
}
