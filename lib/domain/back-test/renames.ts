import { z } from 'zod'
import { stepIdSchema } from '../workflow/definition.ts'

/** A step that has another id than when it was recorded. */
export const renameSchema = z.strictObject({
  from: stepIdSchema.meta({ description: 'Its id in the recorded runs.' }),
  to: stepIdSchema.meta({ description: 'Its id in what is tested.' }),
})
export type Rename = z.infer<typeof renameSchema>
