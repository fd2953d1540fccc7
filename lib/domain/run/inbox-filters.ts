import { z } from 'zod'
import {
  highestPriority,
  inboxAssignees,
  inboxDues,
  inboxFollowUps,
  inboxSorts,
} from './inbox-words.ts'

/** By which patient lists are narrowed. */
export const patientFilterSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe(
    'The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may ' +
      'be left out. `run:<id>` means the patient of that run.',
  )

/** What the inbox can be narrowed to; in lists, in *next*, in bulk and in saved views. */
export const inboxFilterFields = {
  /** A workflow's id or slug. */
  workflow: z.string().min(1).max(64).optional(),
  /** The id of a step. */
  step: z.string().min(1).max(100).optional(),
  /** A group that the step chose. */
  group: z.string().min(1).max(100).optional(),
  /** Who has it: the caller, nobody, somebody else, or the person with this id. */
  assignee: z.union([z.enum(inboxAssignees), z.uuid()]).optional(),
  minPriority: z.coerce.number().int().min(-highestPriority).max(highestPriority).optional(),
  /** By the day of the organization's time zone; weeks begin on Monday. */
  due: z.enum(inboxDues).optional(),
  /** When the screen opened: at this instant or later, and before that one. */
  openedFrom: z.iso.datetime({ offset: true }).optional(),
  openedBefore: z.iso.datetime({ offset: true }).optional(),
  /** Whether somebody wants to look again: now or before, or later. */
  followUp: z.enum(inboxFollowUps).optional(),
  patient: patientFilterSchema.optional(),
  /** Text in the name of the case, its second line or its columns, or in the screen's title. */
  q: z.string().trim().min(1).max(200).optional(),
}
export const inboxFiltersSchema = z.strictObject(inboxFilterFields)
export type InboxFilters = z.infer<typeof inboxFiltersSchema>

export const inboxSortFields = {
  sort: z.enum(inboxSorts).optional(),
  /** Left out: the highest priority first, else the earliest, else from A to Z. */
  direction: z.enum(['asc', 'desc']).optional(),
}
