import { useId, type ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { Input } from '#components/ui/input/input'
import { DescribedField } from './described-field.tsx'

type Props = ComponentProps<typeof Input> & {
  label: string
  help?: string
  error?: FieldError | undefined
}

/** A labelled input with its help and its error, joined for screen readers. */
export function TextField({ label, help, error, ...input }: Props) {
  const id = useId()
  return (
    <DescribedField id={id} label={label} help={help} error={error}>
      {(described) => <Input id={id} {...described} {...input} />}
    </DescribedField>
  )
}
