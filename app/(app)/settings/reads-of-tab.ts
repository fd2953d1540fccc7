import { pagesOf, queryOf } from '#components/shared/loading/queries'
import type { SettingsTab } from '#components/settings/settings-tabs'
import { getModelUseContract } from '#lib/contracts/integrations/models'
import { getOwnAbsencesContract } from '#lib/contracts/organization/absences'
import { getAccessContract, listRolesContract } from '#lib/contracts/organization/access'
import { listApiKeysContract } from '#lib/contracts/organization/api-keys'
import { listAuditContract } from '#lib/contracts/organization/audit'
import { listCalendarsContract } from '#lib/contracts/organization/calendars'
import { listDirectoriesContract } from '#lib/contracts/organization/directories'
import { listMembersContract } from '#lib/contracts/organization/members'
import { getNotificationChoicesContract } from '#lib/contracts/organization/notifications'
import { getPersonalSettingsContract } from '#lib/contracts/organization/personal-settings'
import { getSecurityContract } from '#lib/contracts/organization/security'
import { listSessionsContract } from '#lib/contracts/organization/sessions'
import { getSettingsContract } from '#lib/contracts/organization/settings'
import { getSingleSignOnContract } from '#lib/contracts/organization/single-sign-on'
import { getUsageContract } from '#lib/contracts/organization/usage'

type Read = { queryKey: readonly unknown[]; meta?: Record<string, unknown> | undefined }

/** What each tab of the settings reads first. */
export const readsOfTab: Record<SettingsTab, Read[]> = {
  'api-keys': [pagesOf(listApiKeysContract)],
  members: [pagesOf(listMembersContract, { query: { limit: 100 } })],
  roles: [queryOf(listRolesContract)],
  access: [queryOf(getAccessContract), queryOf(listRolesContract)],
  organization: [queryOf(getSettingsContract), queryOf(getModelUseContract)],
  usage: [queryOf(getUsageContract)],
  calendars: [queryOf(listCalendarsContract, {})],
  'single-sign-on': [queryOf(getSingleSignOnContract)],
  directories: [pagesOf(listDirectoriesContract)],
  profile: [
    queryOf(getSecurityContract),
    queryOf(getPersonalSettingsContract),
    queryOf(listSessionsContract),
  ],
  notifications: [queryOf(getNotificationChoicesContract)],
  absence: [queryOf(getOwnAbsencesContract, { query: {} })],
  audit: [pagesOf(listAuditContract, { query: {} })],
}
