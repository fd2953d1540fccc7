import { z } from 'zod'
import { contract } from '../contract.ts'

const personalSettingsSchema = z.object({
  /** Whether single letters are shortcuts of pages. */
  letterKeys: z.boolean(),
  /** The view with which the inbox of the person opens. */
  inboxViewId: z.uuid().nullable(),
})
export type PersonalSettings = z.infer<typeof personalSettingsSchema>

export const getPersonalSettingsContract = contract({
  id: 'getPersonalSettings',
  method: 'GET',
  path: '/api/v2/personal-settings',
  summary: 'Read how the caller wants the pages to be',
  tag: 'Profile',
  returns: { 200: { description: 'The settings.', schema: personalSettingsSchema } },
})

export const changePersonalSettingsContract = contract({
  id: 'changePersonalSettings',
  method: 'PATCH',
  path: '/api/v2/personal-settings',
  summary: 'Change how the caller wants the pages to be',
  tag: 'Profile',
  body: z.strictObject({
    letterKeys: z.boolean().optional(),
    inboxViewId: z.uuid().nullable().optional(),
  }),
  returns: { 200: { description: 'The settings.', schema: personalSettingsSchema } },
  errorStatuses: [404],
})
