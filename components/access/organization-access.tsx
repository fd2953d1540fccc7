'use client'

import { SettingsSection } from '#components/settings/settings-section'
import { AccessRulesList } from './access-rules.tsx'
import { ExplainAccess } from './explain-access.tsx'

/** The rules of the organization, and why somebody may or may not do something. */
export function OrganizationAccess({ canManage }: { canManage: boolean }) {
  return (
    <div className="space-y-8">
      <SettingsSection
        title="Access rules"
        description="They hold wherever neither the workflow nor a folder around it has a rule of its own."
      >
        <AccessRulesList at={{ level: 'organization' }} canManage={canManage} />
      </SettingsSection>
      <SettingsSection
        title="Check access"
        description="Choose a person and an act to see whether they may do it, and why."
      >
        <ExplainAccess />
      </SettingsSection>
    </div>
  )
}
