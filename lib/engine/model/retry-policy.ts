import type { RetryPolicy, Step } from '#lib/domain/workflow/definition'
import type { StepType } from '#lib/steps/define-step'

/** The policy that this step is retried by: its own, or its type's, or none. */
export function retryPolicyOf(step: Step, type: StepType | undefined): RetryPolicy {
  return (
    step.retry ??
    type?.info.retry ?? { maxAttempts: 1, delaySeconds: 1, factor: 2, maxDelaySeconds: 3600 }
  )
}

/**
 * A retry policy of the author says that the call may be made again, also when nobody knows whether
 * it happened.
 */
export function isRepeatable({ retry }: Step): boolean {
  return retry !== undefined && retry.maxAttempts > 1
}
