import { z } from 'zod'

/** A workflow that names a thing: in its published version, in its draft, or in both. */
const usedBySchema = z.object({ id: z.uuid(), name: z.string(), published: z.boolean(), draft: z.boolean() })
export type UsedBy = z.infer<typeof usedBySchema>

/** The workflows that name a thing in their settings; where a workflow computes the name, it is not known beforehand. */
export const usedByField = z.array(usedBySchema).describe('The workflows that name it, in their published version or their draft. A name that a workflow computes is not known beforehand.')
