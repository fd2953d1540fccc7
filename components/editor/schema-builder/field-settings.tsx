'use client'

import { useId, useState } from 'react'
import { Checkbox } from '#components/ui/checkbox'
import { Input } from '#components/ui/input'
import { Textarea } from '#components/ui/textarea'
import {
  fieldKinds,
  kindTitles,
  nameFrom,
  nameRefusal,
  type FieldChange,
  type FieldKind,
  type SchemaField,
} from '../model/schema-fields.ts'
import { DefaultValue } from './default-value.tsx'
import { Labelled } from '#components/shared/labelled'
import { NativeSelect } from '#components/shared/native-select'

type Props = {
  field: SchemaField
  schema: Record<string, unknown>
  onChange(change: FieldChange): void
  onRename(name: string): void
}

/** Label, name, type, help, required, hidden, choices and default of one field. */
export function FieldSettings({ field, schema, onChange, onRename }: Props) {
  const id = useId()
  const [name, setName] = useState(field.name)
  const [known, setKnown] = useState(field.name)
  if (known !== field.name) {
    setKnown(field.name)
    setName(field.name)
  }
  const refusal = nameRefusal(schema, field.name, name)
  // A field whose name still follows its label keeps following it, until somebody names it.
  const follows =
    field.name === nameFrom(field.title) ||
    nameFrom(kindTitles[field.kind]) === field.name.replace(/\d+$/, '')
  const commitName = () =>
    refusal ? setName(field.name) : name === field.name ? undefined : onRename(name)
  return (
    <div className="space-y-3 border-t p-3">
      <Labelled id={`${id}-title`} label="Label">
        <Input
          id={`${id}-title`}
          data-field-title
          value={field.title}
          onChange={(event) => onChange({ title: event.target.value })}
          onBlur={() => {
            const wanted = nameFrom(field.title)
            if (
              follows &&
              field.title &&
              wanted !== field.name &&
              !nameRefusal(schema, field.name, wanted)
            )
              onRename(wanted)
          }}
        />
      </Labelled>
      <Labelled
        id={`${id}-name`}
        label="Name in the data"
        error={refusal}
        help="What expressions and systems call it."
      >
        <Input
          id={`${id}-name`}
          className="font-mono text-[13px]"
          value={name}
          aria-invalid={refusal !== undefined}
          onChange={(event) => setName(event.target.value)}
          onBlur={commitName}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commitName()
          }}
        />
      </Labelled>
      <Labelled id={`${id}-kind`} label="Type">
        <NativeSelect
          id={`${id}-kind`}
          value={field.kind}
          onChange={(event) => onChange({ kind: event.target.value as FieldKind })}
        >
          {fieldKinds
            .filter((kind) => kind !== 'other' || field.kind === 'other')
            .map((kind) => (
              <option key={kind} value={kind}>
                {kindTitles[kind]}
              </option>
            ))}
        </NativeSelect>
      </Labelled>
      {field.kind === 'choice' || field.kind === 'multi-choice' ? (
        <Labelled id={`${id}-choices`} label="Choices" help="One on each line.">
          <Textarea
            id={`${id}-choices`}
            rows={Math.max(3, field.choices.length + 1)}
            defaultValue={field.choices.join('\n')}
            onChange={(event) =>
              onChange({
                choices: [
                  ...new Set(
                    event.target.value
                      .split('\n')
                      .map((line) => line.trim())
                      .filter(Boolean),
                  ),
                ],
              })
            }
          />
        </Labelled>
      ) : null}
      <Labelled id={`${id}-help`} label="Help text">
        <Input
          id={`${id}-help`}
          value={field.help}
          onChange={(event) => onChange({ help: event.target.value })}
        />
      </Labelled>
      <DefaultValue
        id={`${id}-default`}
        field={field}
        onChange={(defaultValue) => onChange({ defaultValue })}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <Checkbox
            checked={field.required}
            onCheckedChange={(checked) => onChange({ required: checked === true })}
          />{' '}
          Required
        </label>
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <Checkbox
            checked={field.hidden}
            onCheckedChange={(checked) => onChange({ hidden: checked === true })}
          />{' '}
          Hidden (kept in the data)
        </label>
      </div>
    </div>
  )
}
