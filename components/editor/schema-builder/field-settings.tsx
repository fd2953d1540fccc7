'use client'

import { useId, useState, type ReactNode } from 'react'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { Textarea } from '#components/ui/input/textarea'
import {
  kindGroups,
  kindTitles,
  nameFrom,
  nameRefusal,
  type FieldChange,
  type FieldKind,
  type SchemaField,
} from '../model/schema-fields.ts'
import { DefaultValue } from './default-value.tsx'
import { CalculationField } from './settings/calculation-field.tsx'
import { ChoicesField } from './settings/choices-field.tsx'
import { ConditionField } from './settings/condition-field.tsx'
import { FileSettings } from './settings/file-settings.tsx'
import { ListSettings } from './settings/list-settings.tsx'
import { PageField } from './settings/page-field.tsx'
import {
  AutofillField,
  CurrencyField,
  LimitFields,
  MaskField,
  MessageFields,
  PatternField,
  StatementField,
} from './settings/rule-fields.tsx'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'

type Props = {
  field: SchemaField
  schema: Record<string, unknown>
  onChange(change: FieldChange): void
  onRename(name: string): void
  /** Changes the schema around the field. */
  onSchema(schema: Record<string, unknown>): void
}

/** Everything about one field, the usual first. */
export function FieldSettings(props: Props) {
  const { field, schema, onChange } = props
  const id = useId()
  return (
    <div className="space-y-3 border-t p-3">
      <LabelField id={`${id}-title`} next={`${id}-${field.kind}`} {...props} />
      <NameField id={`${id}-name`} {...props} />
      <KindField id={`${id}-kind`} {...props} />
      <OfKind id={id} {...props} />
      <Labelled
        id={`${id}-help`}
        label="Help text"
        help="Markdown: **bold**, lists with -, links as [words](https://…)."
      >
        <Textarea
          id={`${id}-help`}
          rows={2}
          value={field.help}
          onChange={(event) => onChange({ help: event.target.value })}
        />
      </Labelled>
      <PageField id={`${id}-page`} name={field.name} schema={schema} onSchema={props.onSchema} />
      <Flags {...props} />
      <ConditionField id={`${id}-condition`} {...props} />
      <details className="group">
        <summary className="min-h-6 cursor-pointer rounded text-sm font-medium outline-none focus-visible:ring-2 focus-visible:ring-ring">
          Rules, messages and calculation
        </summary>
        <div className="mt-3 space-y-3">
          <DefaultValue
            id={`${id}-default`}
            field={field}
            onChange={(defaultValue) => onChange({ defaultValue })}
          />
          <LimitFields id={`${id}-limit`} {...props} />
          <MaskField id={`${id}-mask`} {...props} />
          <PatternField id={`${id}-pattern`} {...props} />
          <AutofillField id={`${id}-autofill`} {...props} />
          <CalculationField id={`${id}-calculation`} {...props} />
          <MessageFields id={`${id}-message`} {...props} />
        </div>
      </details>
    </div>
  )
}

/** What only fields of this kind have. */
const settingsOfKind: Partial<Record<FieldKind, (props: FieldProps) => ReactNode>> = {
  choice: ChoicesField,
  'multi-choice': ChoicesField,
  'multi-file': FileSettings,
  list: ListSettings,
  amount: CurrencyField,
  signature: StatementField,
}

function OfKind(props: FieldProps) {
  const Settings = settingsOfKind[props.field.kind]
  return Settings ? <Settings {...props} id={`${props.id}-${props.field.kind}`} /> : null
}

type FieldProps = Props & { id: string }

/** Whether the name still follows from the label or the kind, because no person has chosen one. */
const followsLabel = ({ name, title, kind }: SchemaField): boolean =>
  name === nameFrom(title) || nameFrom(kindTitles[kind]) === name.replace(/\d+$/, '')

/** `next`: the field of its choices, where it has some. */
type LabelProps = FieldProps & { next: string }

function LabelField({ id, next, field, schema, onChange, onRename }: LabelProps) {
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
        onKeyDown={(event) => {
          const choices = document.getElementById(next)
          if (event.key !== 'Enter' || !(choices instanceof HTMLTextAreaElement)) return
          event.preventDefault()
          choices.select()
        }}
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
  return (
    <Labelled id={id} label="Type">
      <NativeSelect
        id={id}
        value={field.kind}
        onChange={(event) => onChange({ kind: event.target.value as FieldKind })}
      >
        {kindGroups.map(({ title, kinds }) => (
          <optgroup key={title} label={title}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindTitles[kind]}
              </option>
            ))}
          </optgroup>
        ))}
        {field.kind === 'other' ? <option value="other">{kindTitles.other}</option> : null}
      </NativeSelect>
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
      <label className="flex min-h-6 items-center gap-2 text-sm">
        <Checkbox
          checked={field.property['readOnly'] === true}
          onCheckedChange={(checked) => onChange({ set: { readOnly: checked === true } })}
        />{' '}
        Shown only, not typed
      </label>
    </div>
  )
}
