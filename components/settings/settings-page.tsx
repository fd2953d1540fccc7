'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Calendars } from '#components/calendars/calendars'
import { OrganizationAccess } from '#components/access/organization-access'
import { Directories } from '#components/directories/directories'
import { ModelLimitsForm } from '#components/models/model-limits'
import { Roles } from '#components/roles/roles'
import { SecondFactorRule } from '#components/security/second-factor-rule'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { ApiKeys } from '#components/api-keys/api-keys'
import { AuditLog } from './audit-log.tsx'
import { Members } from './members.tsx'
import { OrganizationSettings } from './organization-settings.tsx'
import { Profile } from './profile.tsx'
import { SingleSignOn } from '#components/single-sign-on/single-sign-on'
import { SettingsSection } from './settings-section.tsx'

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

/**
 * The settings, one tab each; the tab is part of the address. Each tab needs the permission of what
 * it shows.
 */
export function SettingsPage({ permissions, hasPassword }: Props) {
  const may = (permission: string) => permissions.includes(permission)
  const router = useRouter()
  const path = usePathname()
  const asked = useSearchParams().get('tab')
  const tabs = [
    ...(may('api-keys:manage') ? [{ id: 'api-keys', title: 'API keys', body: <ApiKeys /> }] : []),
    ...(may('members:read')
      ? [{ id: 'members', title: 'Members', body: <Members canManage={may('members:manage')} /> }]
      : []),
    ...(may('members:read') && (may('roles:manage') || may('access:read'))
      ? [{ id: 'roles', title: 'Roles', body: <Roles canManage={may('roles:manage')} /> }]
      : []),
    ...(may('access:read')
      ? [
          {
            id: 'access',
            title: 'Access',
            body: <OrganizationAccess canManage={may('access:manage')} />,
          },
        ]
      : []),
    ...(may('settings:manage')
      ? [{ id: 'organization', title: 'Organization', body: organizationTab }]
      : []),
    ...(may('workflows:read')
      ? [
          {
            id: 'calendars',
            title: 'Calendars',
            body: <Calendars canManage={may('settings:manage')} />,
          },
        ]
      : []),
    ...(may('sso:manage')
      ? [{ id: 'single-sign-on', title: 'Single sign-on', body: <SingleSignOn /> }]
      : []),
    ...(may('directories:manage')
      ? [{ id: 'directories', title: 'Directories', body: <Directories /> }]
      : []),
    { id: 'profile', title: 'Profile', body: <Profile hasPassword={hasPassword} /> },
    ...(may('audit:read') ? [{ id: 'audit', title: 'Audit log', body: <AuditLog /> }] : []),
  ]
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
