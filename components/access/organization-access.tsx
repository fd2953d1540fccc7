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
        description="For all workflows that have no rules of their own and lie in no folder that has some. The nearest rule decides: of the workflow, of its folders, then these."
      >
        <AccessRulesList at={{ level: 'organization' }} canManage={canManage} />
      </SettingsSection>
      <SettingsSection
        title="Why may they, or may they not?"
        description="Choose a person and what they want to do."
      >
        <ExplainAccess />
      </SettingsSection>
    </div>
  )
}
