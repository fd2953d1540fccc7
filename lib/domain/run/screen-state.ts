import { z } from 'zod'

/** What a screen shows and asks; stored in the task's state and served by the inbox. */
export const screenStateSchema = z.object({
  title: z.string(),
  instructions: z.string(),
  /** Named values shown above the form (any JSON). */
  show: z.array(
    z.object({
      label: z.string(),
      value: z.unknown().optional(),
      format: z.enum(['text', 'markdown', 'table', 'json']).optional(),
    }),
  ),
  /** JSON Schema of what the person fills in. */
  schema: z.record(z.string(), z.unknown()),
  uiSchema: z.record(z.string(), z.unknown()),
  /** What the form starts with. */
  data: z.record(z.string(), z.unknown()),
})

export type ScreenState = z.infer<typeof screenStateSchema>
