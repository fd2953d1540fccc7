import { checkData } from '#lib/domain/json-schema/check'
import { TooCostlyToCheck } from '#lib/domain/json-schema/check-errors'
import { prepareSchema } from '#lib/domain/json-schema/prepare-schema'
import { serve } from '#lib/process-pool/serve'
import type { CheckReply, CheckRequest } from './messages.ts'

/** The program of a process that checks data by customers' schemas. It keeps nothing. */

function answer(bytes: Buffer, steps: number): CheckReply {
  const { schema, data } = JSON.parse(bytes.toString()) as { schema: unknown; data: unknown }
  // This process may be ended, so patterns that only JavaScript's own engine has are taken here.
  const prepared = prepareSchema(schema, true)
  const [problem] = prepared.problems
  if (problem) return { type: 'unusable', ...problem }
  try {
    const { issues, more, changed } = checkData(prepared, data, steps)
    return { type: 'checked', issues, more, data: changed ? data : undefined }
  } catch (error) {
    if (error instanceof TooCostlyToCheck) return { type: 'too-costly' }
    throw error
  }
}

await serve<CheckRequest>(({ steps }, { bytes }) => ({ reply: answer(bytes, steps) }))
