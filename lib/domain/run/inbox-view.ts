import { z } from 'zod'
import { inboxFiltersSchema, inboxSortFields } from './inbox-filters.ts'
import { inboxColumns } from './inbox-words.ts'

/** What a saved view of the inbox sets. */
export const viewSettingsSchema = z.strictObject({
  filters: inboxFiltersSchema.default({}),
  ...inboxSortFields,
  /** The columns that are not shown. */
  hidden: z.array(z.enum(inboxColumns)).max(inboxColumns.length).optional(),
})
export type ViewSettings = z.infer<typeof viewSettingsSchema>

/** Who else sees a view. */
export const viewSharingSchema = z.discriminatedUnion('with', [
  z.strictObject({ with: z.literal('nobody') }),
  z.strictObject({ with: z.literal('group'), groupId: z.uuid() }),
  z.strictObject({ with: z.literal('organization') }),
])
export type ViewSharing = z.infer<typeof viewSharingSchema>
