import { useId, type ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { DescribedField } from './described-field.tsx'
import { NativeSelect } from './native-select.tsx'

type Props = ComponentProps<'select'> & {
  label: string
  help?: string
  error?: FieldError | undefined
  options: readonly { id: string; label: string }[]
}

/** A choice of one of a few, with its label, help and error. */
export function LabelledSelect({ label, help, error, options, ...select }: Props) {
  const id = useId()
  return (
    <DescribedField id={id} label={label} help={help} error={error}>
      {(described) => (
        <NativeSelect id={id} {...described} {...select}>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </DescribedField>
  )
}
