import { z } from 'zod'
import { memberRoles } from './statuses.ts'

/** `scim` pushes to us, `workos` is read by us, `sandbox` is invented and embedded. */
export const directoryKinds = ['scim', 'workos', 'sandbox'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** What the organization decided about the people of a directory. */
export const directorySettingsSchema = z.strictObject({
  joiners: z.enum(['members', 'matched']).meta({
    title: 'People who join',
    description:
      '`members`: they become members at once. `matched`: only people who are members already ' +
      'follow the directory.',
  }),
  defaultRole: z.enum(memberRoles).meta({
    title: 'Role of people who join',
    description: 'When none of their groups has a role.',
  }),
})
export type DirectorySettings = z.infer<typeof directorySettingsSchema>

/** What can happen in a sandbox directory; `leavers` is a third of its people at once. */
export const sandboxEvents = ['joiner', 'mover', 'leaver', 'leavers'] as const
export type SandboxEvent = (typeof sandboxEvents)[number]
