'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { ApiKeys } from './api-keys.tsx'
import { AuditLog } from './audit-log.tsx'
import { Members } from './members.tsx'
import { OrganizationSettings } from './organization-settings.tsx'
import { Profile } from './profile.tsx'

type Props = { isOwner: boolean; hasPassword: boolean }

/**
 * The settings, one tab each; the tab is part of the address. Only owners see more than the members
 * and their own profile.
 */
export function SettingsPage({ isOwner, hasPassword }: Props) {
  const router = useRouter()
  const path = usePathname()
  const asked = useSearchParams().get('tab')
  const tabs = [
    ...(isOwner ? [{ id: 'api-keys', title: 'API keys', body: <ApiKeys /> }] : []),
    { id: 'members', title: 'Members', body: <Members canManage={isOwner} /> },
    ...(isOwner
      ? [{ id: 'organization', title: 'Organization', body: <OrganizationSettings /> }]
      : []),
    { id: 'profile', title: 'Profile', body: <Profile hasPassword={hasPassword} /> },
    ...(isOwner ? [{ id: 'audit', title: 'Audit log', body: <AuditLog /> }] : []),
  ]
  const current = tabs.find((tab) => tab.id === asked)?.id ?? tabs[0]?.id ?? 'profile'
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6">
      <PageHeader title="Settings" description="Access, people and the organization." />
      <Tabs
        value={current}
        onValueChange={(tab) => router.replace(`${path}?tab=${tab}`, { scroll: false })}
      >
        <TabsList aria-label="Settings" className="max-sm:h-auto max-sm:flex-wrap">
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
