import { computeExpressions, ExpressionCache } from '#lib/domain/expressions/compute-expressions'
import { cutText } from '../domain/text.ts'
import { usedCpuMs } from '../process-pool/deadline.ts'
import { serve } from '../process-pool/serve.ts'
import type { ExpressionReply, ExpressionRequest } from './messages.ts'

/**
 * The program of the processes that compute expressions (expression-pool.ts). It keeps nothing of a
 * request but parsed expressions, each for one organization. JavaScript's own objects are frozen
 * (`--frozen-intrinsics`), so that an expression cannot leave data in them.
 */

const cache = new ExpressionCache()
/**
 * Max characters of JSON of all values; an output may not have more (lib/engine/model/storable.ts).
 */
const maxCharacters = 16 * 1024 * 1024
const maxMessage = 2000

const tooLarge: ExpressionReply = {
  ok: false,
  index: 0,
  code: 'too_large',
  message: 'The result is larger than 16 MB. Return less, or store large data in a file.',
  position: null,
}

async function answer(request: ExpressionRequest, context: string): Promise<ExpressionReply> {
  const { organizationId, ...asked } = request
  const computed = await computeExpressions({ ...asked, context }, organizationId, cache, usedCpuMs)
  if (computed.ok)
    return JSON.stringify(computed.values).length > maxCharacters ? tooLarge : computed
  return { ...computed, message: cutText(computed.message, maxMessage) }
}

await serve<ExpressionRequest>(async (request, { bytes }) => ({
  reply: await answer(request, bytes.toString('utf8')),
}))
