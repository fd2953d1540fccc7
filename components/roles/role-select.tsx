import type { ComponentProps } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { useRoleChoices } from './use-role-choices.ts'

type Props = ComponentProps<typeof NativeSelect> & {
  value: string
  /** The choice of no role, where there is one. */
  none?: string
}

/** A choice of one of the organization's roles by name. */
export function RoleSelect({ none, ...select }: Props) {
  const roles = useRoleChoices(select.value)
  return (
    <NativeSelect {...select}>
      {none === undefined ? null : <option value="">{none}</option>}
      {roles.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
