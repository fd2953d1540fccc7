import { z } from 'zod'

/** A group of a single-sign-on directory with its people (specification 2.7). */
export const directoryGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
})
export type DirectoryGroup = z.infer<typeof directoryGroupSchema>
