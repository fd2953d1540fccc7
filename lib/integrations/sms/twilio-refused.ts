import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'

const errorSchema = z.object({ code: z.union([z.number(), z.string().max(20)]) })

/**
 * What a caller can mend, by Twilio's code (twilio.com/docs/api/errors). Twilio's own sentence is
 * not used, because it names the number.
 */
const faults: Record<string, { path: string; message: string }> = {
  21211: { path: 'to', message: 'This is no phone number. Check it.' },
  21217: { path: 'to', message: 'This is no phone number. Check it.' },
  21265: { path: 'to', message: 'No text message can be sent to a short code.' },
  21266: { path: 'to', message: 'The recipient and the sender have the same number.' },
  21408: {
    path: 'to',
    message: 'This Twilio account may not send to that country. Allow it in Twilio’s console.',
  },
  21610: { path: 'to', message: 'The recipient has replied STOP and takes no more messages.' },
  21612: { path: 'to', message: 'Twilio cannot reach this number from this sender.' },
  21614: { path: 'to', message: 'This is no mobile number, so it takes no text messages.' },
  21617: { path: 'text', message: 'The text is longer than Twilio takes.' },
}

function codeOf(response: ProviderResponse): string | undefined {
  try {
    return String(errorSchema.parse(response.json()).code)
  } catch {
    return undefined
  }
}

/**
 * Our error for Twilio's refusal: 400 with Twilio's code for what the caller can mend,
 * `provider_error` otherwise.
 */
export function twilioRefused(response: ProviderResponse): ApiError {
  const code = codeOf(response)
  const fault = response.status === 400 && code !== undefined ? faults[code] : undefined
  if (!fault) return providerRefused('twilio', response, { code })
  return new ApiError('invalid_request', `${fault.path}: ${fault.message}`, {
    issues: [fault],
    provider: 'twilio',
    status: response.status,
    code,
  })
}
