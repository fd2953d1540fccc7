'use client'

import { KeyRoundIcon, Trash2Icon, Undo2Icon } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Textarea } from '#components/ui/textarea'

/**
 * What was typed or decided about secrets, by name: a text replaces, null removes, a name left out
 * keeps.
 */
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

/** Password fields for credentials. What is kept is never shown: a field left empty keeps it. */
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
      {fields.map(({ name, title, description, required, long }) => {
        const id = `secret-${name}`
        const isSet = set.includes(name)
        const removed = changes[name] === null
        const error = errors[name]
        const props = {
          id,
          autoComplete: 'new-password',
          spellCheck: false,
          disabled: removed,
          value: changes[name] ?? '',
          placeholder: isSet ? 'Leave empty to keep it' : '',
          'aria-required': required && !isSet,
          'aria-invalid': error !== undefined,
          'aria-describedby': `${id}-help`,
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            change(name, event.target.value),
        }
        return (
          <div key={name} className="space-y-1.5">
            <div className="flex min-h-7 items-center gap-2">
              <Label htmlFor={id}>
                {title}
                {required ? (
                  <span aria-hidden className="text-destructive">
                    {' '}
                    *
                  </span>
                ) : null}
              </Label>
              {isSet ? (
                <Badge variant="outline">{removed ? 'Will be removed' : 'Set'}</Badge>
              ) : null}
              {isSet && (!required || removed) ? (
                <Button
                  type="button"
                  variant="ghost"
                  size="sm"
                  className="ml-auto h-7"
                  onClick={() => change(name, removed ? undefined : null)}
                >
                  {removed ? <Undo2Icon aria-hidden /> : <Trash2Icon aria-hidden />}
                  {removed ? 'Keep' : 'Remove'}
                  <span className="sr-only"> {title}</span>
                </Button>
              ) : null}
            </div>
            {long ? (
              <Textarea
                {...props}
                rows={4}
                className={`font-mono text-xs ${changes[name] ? '[-webkit-text-security:disc]' : ''}`}
              />
            ) : (
              <Input {...props} type="password" />
            )}
            <p
              id={`${id}-help`}
              className={`text-xs ${error ? 'text-destructive' : 'text-muted-foreground'} empty:hidden`}
            >
              {error ?? description}
            </p>
          </div>
        )
      })}
    </fieldset>
  )
}
