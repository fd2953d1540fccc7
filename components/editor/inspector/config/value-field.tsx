'use client'

import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { createContext, useContext } from 'react'
import { FieldAction } from '#components/forms/theme/field-action'
import { InsertValue } from '../values/insert-value.tsx'
import type { ReferenceOptions } from '../values/reference-field.tsx'
import { namedItems } from '../values/value-names.ts'
import { ExpressionScope } from './expression-scope.ts'
import { ExpressionSwitch } from './expression-switch.tsx'
import { TakesValue } from './takes-value.tsx'
import { useEdited, type Edited } from './use-edited.ts'
import {
  isCondition,
  startsComputed,
  switchTitle,
  takesAnything,
  textKind,
  typeOf,
  type Way,
} from './ways.ts'

const StandardField = getDefaultRegistry().fields['SchemaField'] as React.ComponentType<FieldProps>
/**
 * The id of the field that drew its switch last; a choice of shapes draws the same field once more
 * inside itself.
 */
const Around = createContext('')

/** Fields of ours in whose place an expression may stand. */
const switchable = new Set(['groups', 'json', 'people', 'policy', 'postalAddress'])
/** Fields of ours that take values of the run as their entries. */
const takingEntries = new Set(['groups', 'people'])

/** Fields with their own editor, or with the name of a fixed thing, accept no expression. */
function takesExpression({ schema, uiSchema, fieldPathId }: FieldProps, inside: boolean): boolean {
  const options = getUiOptions(uiSchema)
  if (
    inside ||
    fieldPathId.path.length === 0 ||
    options.widget === 'hidden' ||
    options['expression'] === false
  )
    return false
  const entryOfList = typeof fieldPathId.path.at(-1) === 'number' && schema.type === 'object'
  return (
    !entryOfList &&
    !('const' in schema) &&
    options.widget !== 'code' &&
    (options.field === undefined || switchable.has(String(options.field)))
  )
}

/** Each field of a step's configuration: a value, or after the press of a button an expression. */
export function ValueField(props: FieldProps) {
  const inside = useContext(Around) === props.fieldPathId.$id
  if (takesExpression(props, inside)) return <SwitchableField {...props} />
  // A field without its own switch must not show that of the group around it.
  return (
    <FieldAction.Provider value={null}>
      <StandardField {...props} />
    </FieldAction.Provider>
  )
}

function SwitchableField(props: FieldProps) {
  const { uiSchema, schema, fieldPathId, name, disabled = false } = props
  const { items, sample } = useContext(ExpressionScope)
  const edited = useEdited(props)
  const { way, toggle, choose } = edited
  const label = String(uiSchema?.['ui:title'] ?? schema.title ?? name)
  const takesEntries = takingEntries.has(String(getUiOptions(uiSchema).field))
  const takesValue = way === 'fixed' && schema.type !== 'boolean' && !takesEntries
  const action = isCondition(props) ? null : (
    <span className="flex shrink-0 items-center gap-1">
      {takesValue ? (
        <InsertValue
          compact
          className="m-0 size-6"
          items={namedItems(items)}
          sample={sample}
          label={label}
          type={typeOf(props)}
          disabled={disabled}
          onInsert={choose}
        />
      ) : null}
      <ExpressionSwitch
        label={label}
        title={switchTitle(props, way)}
        pressed={way === 'code' || way === 'condition'}
        disabled={disabled}
        onToggle={toggle}
      />
    </span>
  )
  const field = <StandardField {...props} {...drawnAs(props, label, edited)} />
  return (
    <Around.Provider value={fieldPathId.$id}>
      <FieldAction.Provider value={action}>
        {takesValue && schema.type !== 'object' ? (
          <TakesValue id={fieldPathId.$id} label={label} disabled={disabled} onChoose={choose}>
            {field}
          </TakesValue>
        ) : (
          field
        )}
      </FieldAction.Provider>
    </Around.Provider>
  )
}

const ownFields: Record<Exclude<Way, 'fixed'>, string> = {
  text: 'text',
  condition: 'condition',
  reference: 'reference',
  code: 'expression',
}

/** The replacement for rjsf's field, or JSON where the schema accepts any value. */
function drawnAs(props: FieldProps, label: string, edited: Edited): Partial<FieldProps> {
  const { schema, uiSchema, formData } = props
  const { way, expression, remove, toFixed, onChange } = edited
  const frame = { title: label, ...(schema.description ? { description: schema.description } : {}) }
  if (way === 'fixed') {
    if (!takesAnything(schema)) return {}
    return { schema: frame, uiSchema: { ...uiSchema, 'ui:field': 'json', 'ui:labelled': true } }
  }
  const reference: ReferenceOptions = {
    type: typeOf(props),
    onRemove: remove,
    onFixed: startsComputed(props) ? toFixed : undefined,
  }
  return {
    schema: frame,
    uiSchema: {
      'ui:field': ownFields[way],
      'ui:labelled': true,
      ...(way === 'text' ? { 'ui:text': textKind(props) } : {}),
      ...(way === 'reference' ? { 'ui:reference': reference } : {}),
    },
    formData: way === 'text' ? formData : { $: expression ?? '' },
    onChange,
  }
}
