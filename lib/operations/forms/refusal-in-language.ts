import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import { inLanguage } from '#lib/domain/form/texts/in-language'
import { sentenceOfFault } from '#lib/domain/form/texts/sentence-of-fault'
import type { Issue } from '#lib/domain/issue'
import { checkData } from '#lib/domain/json-schema/check'
import { TooCostlyToCheck } from '#lib/domain/json-schema/check-errors'
import { checkLimits } from '#lib/domain/json-schema/limits'
import { preparedSchema } from '#lib/domain/json-schema/prepared'
import { publicFormView } from './public-form-view.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The refusal of a submission with the sentences of its fields in the visitor's language, which are
 * those of the form itself. Any other error stays, and so do sentences that only the server has.
 */
export async function refusalInLanguage(
  actor: Actor,
  error: unknown,
  { data, language }: { data?: unknown; language: string },
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.statusCode !== 400 || !isObject(data)) return error
  const { issues } = error.details as { issues?: Issue[] }
  if (!issues) return error
  const form = await inOrganization(actor.organizationId, (tx) =>
    publicFormView(tx, actor, { language }),
  )
  if (form.closed) return error
  const texts = formTexts(form.language, form.texts)
  const telling = {
    sentence: (keyword: string, params: Record<string, unknown>) =>
      sentenceOfFault(texts, keyword, params),
    alternatives: false,
  }
  try {
    const prepared = preparedSchema(form.schema)
    const copy = structuredClone(data)
    const found = checkData(prepared, copy, checkLimits.stepsHere, true, telling).issues
    const sentences = new Map(found.map(({ path, message }) => [`data.${path}`, message]))
    const told = issues.map((issue) => ({
      ...issue,
      message: sentences.get(issue.path) ?? inLanguage(texts, issue.message) ?? issue.message,
    }))
    return ApiError.invalid(told)
  } catch (failure) {
    // Then the English sentences stay.
    if (failure instanceof TooCostlyToCheck) return error
    throw failure
  }
}
