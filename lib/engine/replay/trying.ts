import type { Step } from '#lib/domain/workflow/definition'
import type { Outcome } from '../model/outcome.ts'

/**
 * How a draft is tried instead of compared with the record: what asks or calls is always answered,
 * so that nothing is left unknown.
 */
export type Trying = {
  /** Whether the step is played at all. */
  wants(stepId: string): boolean
  /**
   * The answer of a step that is not played; `recorded`: that of the record, where it has one.
   * Undefined for a step that is played.
   */
  given(step: Step): Outcome | 'recorded' | undefined
  /** The answer of a step that would ask or call, and that the record does not have. */
  invented(step: Step, config: unknown): Outcome
}
