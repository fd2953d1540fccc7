import { z } from 'zod'
import { documentAnswerSchema } from '../ask/answer.ts'
import { plannedActionSchema } from './planned-action.ts'

/** The content and the form of a screen; stored in the task's state and served by the inbox. */
export const screenStateSchema = z.object({
  title: z.string(),
  instructions: z.string(),
  /** Named values shown above the form (any JSON). */
  show: z.array(
    z.object({
      label: z.string(),
      value: z.unknown().optional(),
      format: z.enum(['text', 'markdown', 'table', 'json', 'answer']).optional(),
      /** What the start form says about the value, where it is the start data or a part of it. */
      schema: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  /** An answer about documents that the person checks; its fields are the first of the form. */
  review: documentAnswerSchema.optional(),
  /** JSON Schema of the form. */
  schema: z.record(z.string(), z.unknown()),
  uiSchema: z.record(z.string(), z.unknown()),
  /** The data with which the form starts. */
  data: z.record(z.string(), z.unknown()),
  /**
   * Whom the step chose, as `person:<id>`, `mail:<address>` or `group:<id>`; left out: nobody in
   * particular.
   */
  candidates: z.array(z.string()).optional(),
  /** When it is due; `work_items` takes it from here, and a person may change it there. */
  dueAt: z.iso.datetime({ offset: true }).optional(),
  /** The calendar that its step names; a changed due date plans anew by it. */
  calendar: z.string().optional(),
  /** Reminders and escalations, in the order of their instants. */
  actions: z.array(plannedActionSchema).optional(),
})

export type ScreenState = z.input<typeof screenStateSchema>
