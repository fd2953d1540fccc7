import { useId, type ComponentProps } from 'react'
import { Label } from '#components/ui/label'
import { fieldClass } from '#components/ui/field-class'
import { memberRoles, type MemberRole } from '#lib/domain/statuses'

const meanings: Record<MemberRole, string> = {
  owner: 'Owner: everything, also keys, members and connections',
  builder: 'Builder: workflows, policies and runs',
  worker: 'Worker: forms, screens, starting and reading runs',
}

/** A choice of role that says what each may do. */
export function RoleField({
  label = 'Role',
  ...select
}: ComponentProps<'select'> & { label?: string }) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <select id={id} className={`${fieldClass} h-9 px-2`} {...select}>
        {memberRoles.map((role) => (
          <option key={role} value={role}>
            {meanings[role]}
          </option>
        ))}
      </select>
    </div>
  )
}
