import type { RetryPolicy, Step } from '#lib/domain/workflow/definition'
import type { StepType } from '#lib/steps/define-step'

/** The step's own policy, else its type's, else a single attempt. */
export function retryPolicyOf(step: Step, type: StepType | undefined): RetryPolicy {
  return (
    step.retry ??
    type?.info.retry ?? { maxAttempts: 1, delaySeconds: 1, factor: 2, maxDelaySeconds: 3600 }
  )
}

/**
 * Whether the step's author allows a repeated call, also when it is not known whether the call
 * happened.
 */
export function isRepeatable({ retry }: Step): boolean {
  return retry !== undefined && retry.maxAttempts > 1
}
