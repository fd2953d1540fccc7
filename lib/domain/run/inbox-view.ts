import { z } from 'zod'
import { inboxFiltersSchema, inboxSortFields } from './inbox-filters.ts'

/** The columns of the inbox that a view may leave out. */
export const inboxColumns = ['screen', 'priority', 'due', 'with', 'waiting'] as const
export type InboxColumn = (typeof inboxColumns)[number]

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

export const filterNames = [
  'workflow',
  'step',
  'group',
  'assignee',
  'minPriority',
  'due',
  'followUp',
  'q',
] as const

/** The parameters with which the address of the inbox shows a view. */
export function addressOfView(view: { id: string; settings: ViewSettings }) {
  const { filters, sort, direction, hidden = [] } = view.settings
  const given = { ...filters, sort, direction, hidden: hidden.join(','), view: view.id }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
}
