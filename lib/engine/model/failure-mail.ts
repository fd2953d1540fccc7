import type { Definition } from '#lib/domain/workflow/definition'
import { referenceOf } from '#lib/domain/run/reference'
import type { Failure } from '#lib/domain/run/run'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import type { Commit, LeasedRun } from './run.ts'

/**
 * The mail about a failed run for the addresses in the workflow's settings. It names the workflow,
 * the step, the error's code and the run, and contains no patient data.
 */
export function failureMail(
  run: LeasedRun,
  definition: Definition,
  failure: Failure,
): Commit['mail'] {
  const recipients = definition.settings.failureEmails ?? []
  if (recipients.length === 0) return undefined
  const title =
    definition.steps.find(({ id }) => id === failure.stepId)?.title ?? failure.stepId ?? 'unknown'
  return {
    id: newId(),
    key: `run-failed:${run.id}`,
    recipients,
    subject: `Run failed: ${run.workflowName}`,
    text: [
      `A run of the workflow "${run.workflowName}" failed.`,
      '',
      `Step: ${title}`,
      `Error: ${failure.code}`,
      `Reference: ${referenceOf(run.id)}`,
      `Run: ${env().BASE_URL}/runs/${run.id}`,
      '',
      'The run page shows what happened and lets you retry from a step.',
    ].join('\n'),
  }
}
