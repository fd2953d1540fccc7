'use client'

import { useId } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { memberRoles, type MemberRole } from '#lib/domain/statuses'

export type JoinRole = Exclude<MemberRole, 'owner'>

/** Nobody becomes an owner by signing in. */
const joinRoles = memberRoles.filter((role): role is JoinRole => role !== 'owner')

type Props = {
  /** The name of the provider, for screen readers. */
  about: string
  value: MemberRole | null
  disabled: boolean
  onChange(role: JoinRole | null): void
}

/** Whether people of proven domains join at their first sign-in, and as what. */
export function RoleChoice({ about, value, disabled, onChange }: Props) {
  const id = useId()
  return (
    <div className="max-w-sm">
      <Labelled
        id={id}
        label="People who sign in for the first time"
        help="Only people with an address in a proven domain join without an invitation."
      >
        <NativeSelect
          id={id}
          aria-label={`People who sign in for the first time with ${about}`}
          value={value ?? ''}
          disabled={disabled}
          onChange={({ target }) => {
            onChange(joinRoles.find((role) => role === target.value) ?? null)
          }}
        >
          <option value="">need an invitation</option>
          {joinRoles.map((role) => (
            <option key={role} value={role}>
              join as {role}
            </option>
          ))}
        </NativeSelect>
      </Labelled>
    </div>
  )
}
