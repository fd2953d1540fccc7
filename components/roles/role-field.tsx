import type { ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { useRoleChoices } from './use-role-choices.ts'

type Props = ComponentProps<'select'> & { error: FieldError | undefined }

/** A choice of role that says what each may do. */
export function RoleField({ error, ...select }: Props) {
  const options = useRoleChoices().map(({ slug, name, meaning }) => ({
    id: slug,
    label: meaning ? `${name}: ${meaning}` : name,
  }))
  return <LabelledSelect label="Role" options={options} error={error} {...select} />
}
