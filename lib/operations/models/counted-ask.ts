import { ApiError } from '#lib/domain/api-error'
import { mostTokens, type ModelRequest, type ModelUsage } from '#lib/domain/ask/model-request'
import type { ModelAnswer, ModelPort } from '#lib/integrations/model/port'
import { log } from '#lib/log'
import { endModelCall, takeModelCall, type NextCall } from './take-model-call.ts'

type Caller = Pick<NextCall, 'connectionId' | 'runId' | 'taskId' | 'trialId' | 'attempt' | 'prompt'>

const nothing: ModelUsage = { inputTokens: 0, outputTokens: 0 }

/**
 * What a failed call used: what the provider said; nothing when it refused the request or was not
 * called; undefined when nobody knows, since its answer was lost.
 */
function usedByFailure(error: unknown): ModelUsage | undefined {
  if (!(error instanceof ApiError) || error.code === 'provider_timeout') return undefined
  const { usage, status, code } = error.details
  if (typeof usage === 'object' && usage !== null) return usage as ModelUsage
  const isLost = error.code === 'provider_error' && status === undefined && code === undefined
  return isLost ? undefined : nothing
}

/** The most that a request may use. */
export const mostUsageOf = (
  { system, prompt, schema }: ModelRequest,
  maxOutputTokens: number,
): ModelUsage => ({
  inputTokens: mostTokens(system) + mostTokens(prompt) + mostTokens(JSON.stringify(schema)),
  outputTokens: maxOutputTokens,
})

/** Asks a model within the organization's budget, and counts what it used. */
export async function countedAsk(
  organizationId: string,
  port: ModelPort,
  request: ModelRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { prices, maxOutputTokens, model = 'none' } = port.about
  const most = mostUsageOf(request, maxOutputTokens)
  const id = await takeModelCall(organizationId, { ...caller, model, prices, most })
  const end = async (usage: ModelUsage | undefined, error: string | null) =>
    await endModelCall(organizationId, id, { usage: usage ?? most, prices, error }).catch(
      (cause: unknown) =>
        log.warn({ error: cause }, 'the end of a model’s call could not be counted'),
    )
  try {
    const answer = await port.ask(request, signal)
    await end(answer.usage, null)
    return answer
  } catch (error) {
    await end(usedByFailure(error), error instanceof ApiError ? error.code : 'failed')
    throw error
  }
}
