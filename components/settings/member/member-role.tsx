'use client'

import { NativeSelect } from '#components/shared/fields/native-select'
import { changeMemberContract, type MemberView } from '#lib/contracts/organization/members'
import { builtInRoles } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { SettingsSection } from '../settings-section.tsx'
import { useMemberChange } from './use-member-change.ts'

/** The role of a member; people who manage members change it. */
export function MemberRole({ member, canManage }: { member: MemberView; canManage: boolean }) {
  const { id, name, role } = member
  const change = useMemberChange((next: string) =>
    call(changeMemberContract, { params: { id }, body: { role: next } }),
  )
  // A custom role stays in the list while the member has it.
  const roles = [...new Set([...builtInRoles, role])]
  return (
    <SettingsSection title="Role" description="A change counts from the next click on.">
      {canManage ? (
        <NativeSelect
          className="w-44"
          aria-label={`Role of ${name}`}
          value={role}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.value)}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </NativeSelect>
      ) : (
        <p className="text-sm capitalize">{role}</p>
      )}
    </SettingsSection>
  )
}
