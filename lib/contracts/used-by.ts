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
 * The workflows that name a thing in their settings. A name that a workflow computes cannot be
 * known.
 */
const usedByField = z
  .array(usedBySchema)
  .describe(
    'The workflows that name it, in their published version or their draft. ' +
      'A name that a workflow computes cannot be known.',
  )

/** The fields of a thing that workflows name. */
export const usedByFields = {
  usedBy: usedByField,
  usedByOthers: z
    .int()
    .describe('How many more workflows name it that the access rules do not show to you.'),
}

/** The query of the deletion of a thing that workflows may name. */
export const deletionQuery = z.strictObject({
  replaceWith: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'What the workflows name from now on: drafts are changed, and published workflows get ' +
        'a new version. Active runs keep their version.',
    ),
  confirm: z
    .string()
    .max(200)
    .optional()
    .describe('Its name, to delete it although workflows use it; they fail from then on.'),
})

/** Part of the description of every endpoint with `deletionQuery`. */
export const usedRefusal =
  'While workflows use it, the answer is 409 `in_use`; `details.usedBy` names them and ' +
  'their steps, and `details.usedByOthers` counts those that you do not see.'
