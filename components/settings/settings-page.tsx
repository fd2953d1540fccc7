'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { partLater } from '#components/shared/loading/part-later'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { SettingsSection } from './settings-section.tsx'
import { openTab, settingsTabs, type SettingsTab } from './settings-tabs.ts'

const SingleSignOn = partLater(
  async () => (await import('#components/single-sign-on/single-sign-on')).SingleSignOn,
)
const Profile = partLater(async () => (await import('./profile.tsx')).Profile)
const OrganizationSettings = partLater(
  async () => (await import('./organization-settings.tsx')).OrganizationSettings,
)
const Members = partLater(async () => (await import('./members.tsx')).Members)
const AuditLog = partLater(async () => (await import('#components/audit/audit-log')).AuditLog)
const ApiKeys = partLater(async () => (await import('#components/api-keys/api-keys')).ApiKeys)
const SecondFactorRule = partLater(
  async () => (await import('#components/security/second-factor-rule')).SecondFactorRule,
)
const Roles = partLater(async () => (await import('#components/roles/roles')).Roles)
const ModelLimitsForm = partLater(
  async () => (await import('#components/models/model-limits')).ModelLimitsForm,
)
const Directories = partLater(
  async () => (await import('#components/directories/directories')).Directories,
)
const OrganizationAccess = partLater(
  async () => (await import('#components/access/organization-access')).OrganizationAccess,
)
const Usage = partLater(async () => (await import('#components/usage/usage')).Usage)
const Calendars = partLater(async () => (await import('#components/calendars/calendars')).Calendars)
const NotificationSettings = partLater(
  async () =>
    (await import('#components/notifications/notification-settings')).NotificationSettings,
)
const Absences = partLater(async () => (await import('#components/absences/absences')).Absences)

type Props = { permissions: readonly string[]; hasPassword: boolean }

const organizationTab = (
  <>
    <OrganizationSettings />
    <SettingsSection title="Signing in">
      <SecondFactorRule />
    </SettingsSection>
    <SettingsSection title="Language models" description="What they may use. Empty: no limit.">
      <ModelLimitsForm />
    </SettingsSection>
  </>
)

function bodiesFor({ permissions, hasPassword }: Props): Record<SettingsTab, ReactNode> {
  const may = (permission: string) => permissions.includes(permission)
  return {
    'api-keys': <ApiKeys />,
    members: <Members canManage={may('members:manage')} />,
    roles: <Roles canManage={may('roles:manage')} />,
    access: <OrganizationAccess canManage={may('access:manage')} />,
    organization: organizationTab,
    usage: <Usage />,
    calendars: <Calendars canManage={may('settings:manage')} />,
    'single-sign-on': <SingleSignOn />,
    directories: <Directories />,
    profile: <Profile hasPassword={hasPassword} />,
    notifications: <NotificationSettings />,
    absence: <Absences name="You" canChoose={may('screens:work')} />,
    audit: <AuditLog />,
  }
}

/**
 * The settings, one tab each; the tab is part of the address. Each tab needs the permission of what
 * it shows.
 */
export function SettingsPage(props: Props) {
  const router = useRouter()
  const path = usePathname()
  const asked = useSearchParams().get('tab')
  const tabs = settingsTabs(props.permissions)
  const bodies = bodiesFor(props)
  const open = openTab(props.permissions, asked)
  usePageTitle(tabs.find(({ id }) => id === open)?.title, 'Settings')
  const show = (tab: string) => router.replace(`${path}?tab=${tab}`, { scroll: false })
  return (
    <Page>
      <PageHeader title="Settings" description="Access, people and the organization." />
      <Tabs value={open} onValueChange={show}>
        <NativeSelect
          className="sm:hidden"
          aria-label="Part of the settings"
          value={open}
          onChange={(event) => show(event.target.value)}
        >
          {tabs.map((tab) => (
            <option key={tab.id} value={tab.id}>
              {tab.title}
            </option>
          ))}
        </NativeSelect>
        <TabsList aria-label="Settings" className="h-auto flex-wrap max-sm:hidden">
          {tabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.title}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map((tab) => (
          <TabsContent key={tab.id} value={tab.id} className="space-y-4">
            {bodies[tab.id]}
          </TabsContent>
        ))}
      </Tabs>
    </Page>
  )
}
