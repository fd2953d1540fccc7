'use client'

import { useId } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { humanName } from '#lib/domain/human-name'
import type { BodyField } from '#lib/domain/webhook'
import { useEditor } from '../../../store-context.ts'

type Properties = Record<string, { title?: unknown }>
type Fields = Record<string, string>

type Props = {
  /** Where in the body the value of a start field is. */
  fields: Fields
  bodyFields: readonly BodyField[]
  onChange(fields: Fields): void
}

/** Without an entry a start field gets the value of its own name. */
function changed(fields: Fields, name: string, path: string): Fields {
  const { [name]: _before, ...others } = fields
  return path === '' ? others : { ...others, [name]: path }
}

function Field({
  name,
  title,
  path,
  bodyFields,
  onChange,
}: Pick<Props, 'bodyFields'> & {
  name: string
  title: string
  path: string
  onChange(path: string): void
}) {
  const id = useId()
  const isKnown = path === '' || bodyFields.some((field) => field.path === path)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="min-w-0 text-sm break-words">
        {title}
      </label>
      <NativeSelect
        id={id}
        className="w-full min-w-0"
        value={path}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{`${name}, as it is called`}</option>
        {isKnown ? null : <option value={path}>{path}</option>}
        {bodyFields
          .filter((field) => field.path !== name)
          .map((field) => (
            <option key={field.path} value={field.path}>
              {`${field.path} (${field.type})`}
            </option>
          ))}
      </NativeSelect>
    </div>
  )
}

/** Which value of the body each field of the start form gets. */
export function WebhookFields({ fields, bodyFields, onChange }: Props) {
  const form = useEditor((state) => state.definition.startData)
  const properties = (form['properties'] ?? {}) as Properties
  const names = Object.keys(properties)
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Start form</legend>
      <p className="text-xs text-muted-foreground">
        {names.length === 0
          ? 'The start form has no fields. What is posted becomes the start data as it is.'
          : 'A field gets the value of its own name in what is posted, or of the place that you choose. Places are offered as soon as one call came.'}
      </p>
      {names.map((name) => (
        <Field
          key={name}
          name={name}
          title={String(properties[name]?.title ?? humanName(name))}
          path={fields[name] ?? ''}
          bodyFields={bodyFields}
          onChange={(path) => onChange(changed(fields, name, path))}
        />
      ))}
    </fieldset>
  )
}
