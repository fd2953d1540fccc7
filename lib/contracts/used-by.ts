import { z } from 'zod'

/** A workflow that names a thing: in its published version, in its draft, or in both. */
const usedBySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  published: z.boolean(),
  draft: z.boolean(),
  steps: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type UsedBy = z.infer<typeof usedBySchema>

/**
 * The workflows that name a thing in their settings; where a workflow computes the name, it is not
 * known beforehand.
 */
export const usedByField = z
  .array(usedBySchema)
  .describe(
    'The workflows that name it, in their published version or their draft. A name that a workflow computes is not known beforehand.',
  )

/** What may be said when a thing is deleted that workflows name. */
export const deletionQuery = z.strictObject({
  replaceWith: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'What the workflows name from now on: drafts are changed, and what is published gets a next ' +
        'version. Runs under way keep theirs.',
    ),
  confirm: z
    .string()
    .max(200)
    .optional()
    .describe('Its own name, to delete it although workflows use it; they fail from then on.'),
})

/** Said at every endpoint with `deletionQuery`. */
export const usedRefusal =
  'Used by workflows it is 409 `in_use`, and `details.usedBy` names them with their steps.'
