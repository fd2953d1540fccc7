import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { EligibilityCheck } from '#lib/domain/provider/eligibility-inquiry'
import { UnreadableEligibility } from '#lib/domain/patient-cost/eligibility/benefit'
import { summarizeEligibility } from '#lib/domain/patient-cost/eligibility/summarize-eligibility'

/**
 * AAA03 of a payer's refusal, in both JSON shapes: errors[{code, description, followupAction,
 * location}].
 */
const refusalSchema = z.object({
  errors: z
    .array(
      z.object({
        code: z.union([z.string(), z.number().transform(String)]),
        location: z.string().optional().catch(undefined),
      }),
    )
    .min(1),
})

/**
 * The advice for each refusal. The payer's free text is excluded, because it may name the patient.
 */
const sentences: Record<string, string> = {
  '41': 'The payer does not know this provider. Enroll it with the payer, or check the NPI.',
  '42': 'The payer cannot answer at the moment. Ask again later.',
  '43': 'The payer does not know this provider. Check the NPI.',
  '50': 'The provider may not ask this payer. Enroll it with the payer.',
  '51': 'The payer does not know this provider. Check the NPI.',
  '52': 'The provider is not enrolled with the payer on this date.',
  '57': 'The payer does not take this date of service.',
  '58': 'The date of birth is missing or not valid.',
  '62': 'The date of service lies outside of what the payer answers for.',
  '63': 'The date of service lies in the future, which the payer does not take.',
  '64': 'The patient’s id is missing or not valid.',
  '65': 'The patient’s name is missing or not valid.',
  '67': 'The payer does not find the patient. Check name, date of birth and member id.',
  '71': 'The date of birth is not the one that the payer has.',
  '72': 'The member id is missing or not valid.',
  '73': 'The subscriber’s name is missing or not valid.',
  '75': 'The payer does not find the subscriber. Check name, date of birth and member id.',
  '76': 'The payer has this member id twice. Ask with name and date of birth.',
  '79': 'The payer’s id is not one that the clearinghouse reaches.',
  '80': 'The payer did not answer. Ask again later.',
}
const mayPass = new Set(['42', '80'])

const shape = z.union([z.string(), z.record(z.string(), z.unknown())])

/** The payer's refusal in an answer, as our error; undefined when there is none. */
export function refusalIn(body: unknown, provider: string, status: number): ApiError | undefined {
  const parsed = refusalSchema.safeParse(body)
  const [first] = parsed.success ? parsed.data.errors : []
  // The clearinghouse's errors about the request itself have words, AAA has two digits.
  if (!first || !/^\d{2}$/.test(first.code)) return undefined
  const details = {
    provider,
    status,
    code: first.code,
    ...(first.location && /^[\w .-]{1,60}$/.test(first.location)
      ? { location: first.location }
      : {}),
  }
  const message = `${sentences[first.code] ?? 'The payer refused the question.'} (AAA ${first.code})`
  return mayPass.has(first.code)
    ? new ApiError('provider_timeout', message, details)
    : new ApiError('provider_error', message, { ...details, retryable: false })
}

/**
 * Checks an eligibility answer with status 200: a refusal or an invalid answer becomes an error.
 */
export function readAnswer(body: unknown, provider: string): EligibilityCheck {
  const notAnAnswer = (cause?: unknown) =>
    new ApiError(
      'provider_error',
      'The clearinghouse answered something that is no eligibility answer.',
      { provider, status: 200 },
      { cause },
    )
  const answer = shape.safeParse(body)
  if (!answer.success) throw notAnAnswer()
  try {
    return summarizeEligibility(answer.data)
  } catch (error) {
    if (!(error instanceof UnreadableEligibility)) throw error
    throw refusalIn(body, provider, 200) ?? notAnAnswer(error)
  }
}
