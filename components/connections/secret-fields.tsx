'use client'

import { KeyRoundIcon, Trash2Icon, Undo2Icon } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { Textarea } from '#components/ui/input/textarea'

/** Changes of secrets by name: a text replaces, null removes, a missing name changes nothing. */
export type SecretChanges = Record<string, string | null>

type Field = {
  name: string
  title: string
  description: string | null
  required: boolean
  long: boolean
}
type Props = {
  schema: Record<string, unknown>
  /** The names of the secrets that are stored. */
  set: readonly string[]
  changes: SecretChanges
  errors: Record<string, string>
  onChange(changes: SecretChanges): void
}

function fieldsOf(schema: Record<string, unknown>): Field[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: typeof property['title'] === 'string' ? property['title'] : name,
    description: typeof property['description'] === 'string' ? property['description'] : null,
    required: required.includes(name),
    long: property['x-formFieldType'] === 'long-text',
  }))
}

/** Password fields for credentials. Stored ones are not shown; an empty field changes nothing. */
export function SecretFields({ schema, set, changes, errors, onChange }: Props) {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return null
  const change = (name: string, value: string | null | undefined) => {
    const { [name]: _old, ...rest } = changes
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 flex items-center gap-2 text-sm font-semibold">
        <KeyRoundIcon className="size-4" aria-hidden /> Credentials
      </legend>
      {fields.map((field) => (
        <SecretField
          key={field.name}
          field={field}
          isSet={set.includes(field.name)}
          change={changes[field.name]}
          error={errors[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </fieldset>
  )
}

type FieldProps = {
  field: Field
  /** A secret is stored under this name. */
  isSet: boolean
  change: string | null | undefined
  error: string | undefined
  /** Undefined changes nothing, null removes the secret. */
  onChange(change: string | null | undefined): void
}

function SecretField(props: FieldProps) {
  const { field, error } = props
  const id = `secret-${field.name}`
  return (
    <div className="space-y-1.5">
      <div className="flex min-h-7 items-center gap-2">
        <Label htmlFor={id}>
          {field.title}
          {field.required ? (
            <span aria-hidden className="text-destructive">
              {' '}
              *
            </span>
          ) : null}
        </Label>
        {props.isSet ? <StoredSecret {...props} /> : null}
      </div>
      <SecretInput id={id} {...props} />
      <p
        id={`${id}-help`}
        className={`text-xs ${error ? 'text-destructive' : 'text-muted-foreground'} empty:hidden`}
      >
        {error ?? field.description}
      </p>
    </div>
  )
}

/** That a secret is stored, and the button that removes it. */
function StoredSecret({ field, change, onChange }: FieldProps) {
  const removed = change === null
  const Icon = removed ? Undo2Icon : Trash2Icon
  return (
    <>
      <Badge variant="outline">{removed ? 'Will be removed' : 'Set'}</Badge>
      {!field.required || removed ? (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="ml-auto h-7"
          onClick={() => onChange(removed ? undefined : null)}
        >
          <Icon aria-hidden />
          {removed ? 'Keep' : 'Remove'}
          <span className="sr-only"> {field.title}</span>
        </Button>
      ) : null}
    </>
  )
}

function SecretInput({ id, field, isSet, change, error, onChange }: FieldProps & { id: string }) {
  const props = {
    id,
    autoComplete: 'new-password',
    spellCheck: false,
    disabled: change === null,
    value: change ?? '',
    placeholder: isSet ? 'Leave empty to keep it' : '',
    'aria-required': field.required && !isSet,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-help`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
  }
  if (!field.long) return <Input {...props} type="password" />
  const hidden = change ? '[-webkit-text-security:disc]' : ''
  return <Textarea {...props} rows={4} className={`font-mono text-xs ${hidden}`} />
}
