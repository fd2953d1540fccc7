'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { partLater } from '#components/shared/loading/part-later'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { SettingsSection } from './settings-section.tsx'

const SingleSignOn = partLater(
  async () => (await import('#components/single-sign-on/single-sign-on')).SingleSignOn,
)
const Profile = partLater(async () => (await import('./profile.tsx')).Profile)
const OrganizationSettings = partLater(
  async () => (await import('./organization-settings.tsx')).OrganizationSettings,
)
const Members = partLater(async () => (await import('./members.tsx')).Members)
const AuditLog = partLater(async () => (await import('./audit-log.tsx')).AuditLog)
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

type Tab = { id: string; title: string; body: ReactNode }

/** The tabs of what somebody with these permissions may see, in their order. */
function tabsFor({ permissions, hasPassword }: Props): Tab[] {
  const may = (permission: string) => permissions.includes(permission)
  const seesRoles = may('members:read') && (may('roles:manage') || may('access:read'))
  const manages = may('settings:manage')
  const all: (Tab & { isSeen: boolean })[] = [
    { id: 'api-keys', title: 'API keys', isSeen: may('api-keys:manage'), body: <ApiKeys /> },
    {
      id: 'members',
      title: 'Members',
      isSeen: may('members:read'),
      body: <Members canManage={may('members:manage')} />,
    },
    {
      id: 'roles',
      title: 'Roles',
      isSeen: seesRoles,
      body: <Roles canManage={may('roles:manage')} />,
    },
    {
      id: 'access',
      title: 'Access',
      isSeen: may('access:read'),
      body: <OrganizationAccess canManage={may('access:manage')} />,
    },
    { id: 'organization', title: 'Organization', isSeen: manages, body: organizationTab },
    {
      id: 'calendars',
      title: 'Calendars',
      isSeen: may('workflows:read'),
      body: <Calendars canManage={manages} />,
    },
    {
      id: 'single-sign-on',
      title: 'Single sign-on',
      isSeen: may('sso:manage'),
      body: <SingleSignOn />,
    },
    {
      id: 'directories',
      title: 'Directories',
      isSeen: may('directories:manage'),
      body: <Directories />,
    },
    { id: 'profile', title: 'Profile', isSeen: true, body: <Profile hasPassword={hasPassword} /> },
    {
      id: 'notifications',
      title: 'Notifications',
      isSeen: true,
      body: <NotificationSettings />,
    },
    {
      id: 'absence',
      title: 'Absence',
      isSeen: true,
      body: <Absences name="You" canChoose={may('screens:work')} />,
    },
    { id: 'audit', title: 'Audit log', isSeen: may('audit:read'), body: <AuditLog /> },
  ]
  return all.filter(({ isSeen }) => isSeen)
}

/**
 * The settings, one tab each; the tab is part of the address. Each tab needs the permission of what
 * it shows.
 */
export function SettingsPage(props: Props) {
  const router = useRouter()
  const path = usePathname()
  const asked = useSearchParams().get('tab')
  const tabs = tabsFor(props)
  const current = tabs.find((tab) => tab.id === asked)?.id ?? tabs[0]?.id ?? 'profile'
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6">
      <PageHeader title="Settings" description="Access, people and the organization." />
      <Tabs
        value={current}
        onValueChange={(tab) => router.replace(`${path}?tab=${tab}`, { scroll: false })}
      >
        <TabsList aria-label="Settings" className="h-auto flex-wrap">
          {tabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.title}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map((tab) => (
          <TabsContent key={tab.id} value={tab.id} className="space-y-4">
            {tab.body}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  )
}
