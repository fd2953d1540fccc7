import type { Step } from './definition.ts'

/** What the branches of these types are called until somebody gives them names. */
const usual: Partial<Record<string, Record<string, string>>> = {
  condition: { true: 'Yes', false: 'No' },
  switch: { default: 'Otherwise' },
}

type Named = Pick<Step, 'type' | 'branchLabels'>

/** What people read for a branch of a step: its label, or else what it is usually called. */
export const branchLabel = (step: Named | undefined, via: string): string =>
  step?.branchLabels?.[via] ?? usual[step?.type ?? '']?.[via] ?? via
