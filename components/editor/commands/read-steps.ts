import { z } from 'zod'
import {
  groupSchema,
  stepIdSchema,
  stepSchema,
  type Group,
  type Step,
} from '#lib/domain/workflow/definition'
import { clipboardFormat } from './paste-steps.ts'

const clipboardSchema = z.object({
  format: z.literal(clipboardFormat),
  version: z.literal(1),
  steps: z.array(stepSchema).min(1).max(500),
  groups: z.record(stepIdSchema, groupSchema).default({}),
})

/**
 * The steps and groups in a text that was copied here or in another workflow; undefined for any
 * other text.
 */
export function readSteps(
  text: string,
): { steps: Step[]; groups: Record<string, Group> } | undefined {
  try {
    const parsed = clipboardSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
