import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'

const errorSchema = z.object({ error: z.object({ code: z.string().max(100) }) })

/**
 * The problem for each of Lob's codes (lob-openapi, errors). Lob's own sentence is not used,
 * because it may repeat the address.
 */
const faults: Record<string, { path: string; message: string }> = {
  address_length_exceeds_limit: {
    path: 'to.addressLine1',
    message: 'The address lines of the recipient are too long for the envelope.',
  },
  failed_deliverability_strictness: {
    path: 'to',
    message: 'Lob finds that nothing can be delivered to this address. Check it.',
  },
  foreign_return_address: {
    path: 'from.country',
    message: 'The sender must be in the United States.',
  },
  file_pages_exceed_max: { path: 'file', message: 'The PDF has more pages than Lob prints.' },
  file_pages_below_min: { path: 'file', message: 'The PDF has fewer pages than Lob prints.' },
  file_size_exceeds_limit: { path: 'file', message: 'The PDF is larger than Lob takes.' },
  invalid_file: { path: 'file', message: 'Lob cannot read this PDF.' },
  invalid_file_dimensions: {
    path: 'file',
    message: 'The pages are not US letter (8.5 × 11 inches).',
  },
  pdf_encrypted: { path: 'file', message: 'This PDF has a password. Save it without one.' },
  unembedded_fonts: {
    path: 'file',
    message: 'This PDF uses fonts that it does not contain. Save it with its fonts embedded.',
  },
  metadata_length_exceeds_limit: {
    path: 'metadata',
    message: 'The metadata is longer than Lob takes.',
  },
}
/** These concern settings of the connection, not the letter. */
const ours = new Set(['mail_use_type_can_not_be_null'])
/** The first call with this key is still running, so the same call may succeed in a moment. */
const busy = new Set(['conflict'])

function codeOf(response: ProviderResponse): string | undefined {
  try {
    return errorSchema.parse(response.json()).error.code
  } catch {
    return undefined
  }
}

/**
 * Our error for Lob's refusal: 400 with Lob's code for problems of a `letter` that the caller can
 * correct, `provider_error` otherwise.
 */
export function lobRefused(response: ProviderResponse, of: 'letter' | 'question'): ApiError {
  const { status } = response
  const code = codeOf(response)
  if (code !== undefined && busy.has(code))
    return providerRefused('lob', response, {
      code,
      message: 'Lob is still working on this letter. Try again in a moment.',
      retryable: true,
    })
  const mendable = of === 'letter' && [400, 413, 422].includes(status)
  if (!mendable || (code !== undefined && ours.has(code)))
    return providerRefused('lob', response, { code })
  const fault = faults[code ?? ''] ?? {
    path: status === 413 ? 'file' : '',
    message:
      status === 413
        ? 'The PDF is larger than Lob takes.'
        : `Lob does not take this letter (${status}${code ? `, ${code}` : ''}).`,
  }
  return new ApiError('invalid_request', `${fault.path ? `${fault.path}: ` : ''}${fault.message}`, {
    issues: [fault],
    provider: 'lob',
    status,
    ...(code ? { code } : {}),
  })
}
