'use client'

import { useId, useState } from 'react'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { Textarea } from '#components/ui/input/textarea'
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
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'

type Props = {
  field: SchemaField
  schema: Record<string, unknown>
  onChange(change: FieldChange): void
  onRename(name: string): void
}

/** Label, name, type, help, required, hidden, choices and default of one field. */
export function FieldSettings(props: Props) {
  const { field, onChange } = props
  const id = useId()
  return (
    <div className="space-y-3 border-t p-3">
      <LabelField id={`${id}-title`} {...props} />
      <NameField id={`${id}-name`} {...props} />
      <KindField id={`${id}-kind`} {...props} />
      {field.kind === 'choice' || field.kind === 'multi-choice' ? (
        <ChoicesField id={`${id}-choices`} {...props} />
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
      <Flags {...props} />
    </div>
  )
}

type FieldProps = Props & { id: string }

/** Whether the name still follows from the label or the kind, because no person has chosen one. */
const followsLabel = ({ name, title, kind }: SchemaField): boolean =>
  name === nameFrom(title) || nameFrom(kindTitles[kind]) === name.replace(/\d+$/, '')

function LabelField({ id, field, schema, onChange, onRename }: FieldProps) {
  const renameAlong = () => {
    const wanted = nameFrom(field.title)
    if (!followsLabel(field) || !field.title || wanted === field.name) return
    if (!nameRefusal(schema, field.name, wanted)) onRename(wanted)
  }
  return (
    <Labelled id={id} label="Label">
      <Input
        id={id}
        data-field-title
        value={field.title}
        onChange={(event) => onChange({ title: event.target.value })}
        onBlur={renameAlong}
      />
    </Labelled>
  )
}

function NameField({ id, field, schema, onRename }: FieldProps) {
  const [name, setName] = useState(field.name)
  const [known, setKnown] = useState(field.name)
  if (known !== field.name) {
    setKnown(field.name)
    setName(field.name)
  }
  const refusal = nameRefusal(schema, field.name, name)
  const commit = () => {
    if (refusal) setName(field.name)
    else if (name !== field.name) onRename(name)
  }
  return (
    <Labelled
      id={id}
      label="Name in the data"
      error={refusal}
      help="What expressions and systems call it."
    >
      <Input
        id={id}
        className="font-mono text-[13px]"
        value={name}
        aria-invalid={refusal !== undefined}
        onChange={(event) => setName(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
    </Labelled>
  )
}

function KindField({ id, field, onChange }: FieldProps) {
  const kinds = fieldKinds.filter((kind) => kind !== 'other' || field.kind === 'other')
  return (
    <Labelled id={id} label="Type">
      <NativeSelect
        id={id}
        value={field.kind}
        onChange={(event) => onChange({ kind: event.target.value as FieldKind })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindTitles[kind]}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

/** The lines of a text, trimmed, each once. */
function uniqueLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

function ChoicesField({ id, field, onChange }: FieldProps) {
  return (
    <Labelled id={id} label="Choices" help="One on each line.">
      <Textarea
        id={id}
        rows={Math.max(3, field.choices.length + 1)}
        defaultValue={field.choices.join('\n')}
        onChange={(event) => onChange({ choices: uniqueLines(event.target.value) })}
      />
    </Labelled>
  )
}

function Flags({ field, onChange }: Props) {
  return (
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
  )
}
