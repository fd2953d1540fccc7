import { z } from 'zod'

/** What a screen shows and asks (`ScreenState` of the step). */
export const screenStateSchema = z.object({
  title: z.string(),
  instructions: z.string(),
  show: z.array(
    z.object({
      label: z.string(),
      value: z.unknown().optional(),
      format: z.enum(['text', 'markdown', 'table', 'json']).optional(),
    }),
  ),
  schema: z.record(z.string(), z.unknown()),
  uiSchema: z.record(z.string(), z.unknown()),
  data: z.record(z.string(), z.unknown()),
})
