'use client'

import { RoleSelect } from '#components/roles/role-select'
import { changeMemberContract, type MemberView } from '#lib/contracts/organization/members'
import { call } from '#lib/http/client'
import { SettingsSection } from '../settings-section.tsx'
import { useMemberChange } from './use-member-change.ts'

/** The role of a member; people who manage members change it. */
export function MemberRole({ member, canManage }: { member: MemberView; canManage: boolean }) {
  const { id, name, role, roleName } = member
  const change = useMemberChange((next: string) =>
    call(changeMemberContract, { params: { id }, body: { role: next } }),
  )
  return (
    <SettingsSection
      title="Role"
      description="What they may do here. A change counts from their next click on."
    >
      {canManage ? (
        <RoleSelect
          className="w-56"
          aria-label={`Role of ${name}`}
          value={role}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.value)}
        />
      ) : (
        <p className="text-sm">{roleName}</p>
      )}
    </SettingsSection>
  )
}
