import type { Step } from './definition.ts'

/** What people read for a branch of a step: its label, or else its name. */
export const branchLabel = (step: Pick<Step, 'branchLabels'> | undefined, via: string): string =>
  step?.branchLabels?.[via] ?? via
