import { useId, type ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { Textarea } from '#components/ui/input/textarea'
import { DescribedField } from './described-field.tsx'

type Props = ComponentProps<typeof Textarea> & {
  label: string
  help?: string
  error?: FieldError | undefined
}

/** A labelled text of several lines with its help and its error, joined for screen readers. */
export function TextAreaField({ label, help, error, ...area }: Props) {
  const id = useId()
  return (
    <DescribedField id={id} label={label} help={help} error={error}>
      {(described) => <Textarea id={id} {...described} {...area} />}
    </DescribedField>
  )
}
