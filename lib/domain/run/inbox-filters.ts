import { z } from 'zod'

/** What the inbox can be narrowed to; in lists, in *next*, in bulk and in saved views. */
export const inboxFilterFields = {
  /** A workflow's id or slug. */
  workflow: z.string().min(1).max(64).optional(),
  /** The id of a step. */
  step: z.string().min(1).max(100).optional(),
  /** A group that the step chose. */
  group: z.string().min(1).max(100).optional(),
  /** Who has it: the caller, nobody, somebody else, or the person with this id. */
  assignee: z.union([z.enum(['me', 'nobody', 'others']), z.uuid()]).optional(),
  minPriority: z.coerce.number().int().min(-1_000_000).max(1_000_000).optional(),
  /** By the day of the organization's time zone; weeks begin on Monday. */
  due: z.enum(['overdue', 'today', 'week', 'none']).optional(),
  /** Whether somebody wants to look again: now or before, or later. */
  followUp: z.enum(['now', 'later', 'none']).optional(),
  /** Text in the name of the case, its second line or its columns, or in the screen's title. */
  q: z.string().trim().min(1).max(200).optional(),
}
export const inboxFiltersSchema = z.strictObject(inboxFilterFields)
export type InboxFilters = z.infer<typeof inboxFiltersSchema>

export const inboxSorts = ['priority', 'due', 'opened', 'case'] as const
export type InboxSort = (typeof inboxSorts)[number]
export type SortDirection = 'asc' | 'desc'

export const inboxSortFields = {
  sort: z.enum(inboxSorts).optional(),
  /** Left out: the highest priority first, else the earliest, else from A to Z. */
  direction: z.enum(['asc', 'desc']).optional(),
}

export const usualDirection = (sort: InboxSort): SortDirection =>
  sort === 'priority' ? 'desc' : 'asc'
