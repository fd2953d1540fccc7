import { useId, type ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { DescribedField } from '#components/shared/fields/described-field'
import { NativeSelect } from '#components/shared/fields/native-select'
import { builtInRoles, type BuiltInRole } from '#lib/domain/statuses'

const meanings: Record<BuiltInRole, string> = {
  owner: 'Owner: everything, also keys, members and connections',
  builder: 'Builder: workflows, policies and runs',
  worker: 'Worker: forms, screens, starting runs, and reading their own',
  auditor: 'Auditor: the audit log, the books and the access rules',
  viewer: 'Viewer: only reads the workflows that rules name them at',
}

type Props = ComponentProps<'select'> & { error: FieldError | undefined }

/** A choice of role that says what each may do. */
export function RoleField({ error, ...select }: Props) {
  const id = useId()
  return (
    <DescribedField id={id} label="Role" help={undefined} error={error}>
      {(described) => (
        <NativeSelect id={id} {...described} {...select}>
          {builtInRoles.map((role) => (
            <option key={role} value={role}>
              {meanings[role]}
            </option>
          ))}
        </NativeSelect>
      )}
    </DescribedField>
  )
}
