'use client'

import type { FieldTemplateProps } from '@rjsf/utils'
import { getTemplate, getUiOptions } from '@rjsf/utils'
import { useContext, type ReactNode } from 'react'
import { choiceMark } from '../drawn-schema.ts'
import { CellContext, ListContext } from '../lists/list-context.ts'
import { FieldAction } from './field-action.tsx'
import { RequiredMark } from './required-mark.tsx'

const groupTypes = ['object', 'array']

type Kind = {
  /** A boolean with its label beside the box. */
  isBox: boolean
  /** A group of fields, which draws its own title. */
  isGroup: boolean
  /** Several boxes or radio buttons under one label. */
  isSet: boolean
  showLabel: boolean
}

function kindOf({ schema, uiSchema, displayLabel, label }: FieldTemplateProps): Kind {
  const options = getUiOptions(uiSchema)
  // An address is drawn as the group that it is, with more below.
  const hasOwnField = typeof options.field === 'string' && options.field !== 'postalAddress'
  const isBox =
    options.widget === 'checkbox' ||
    (schema.type === 'boolean' && !options.widget && !options.field)
  return {
    isBox,
    isGroup: groupTypes.includes(String(schema.type)) && !hasOwnField && !displayLabel,
    isSet: options.widget === 'checkboxes' || options.widget === 'radio',
    showLabel: !isBox && label !== '' && (displayLabel || options['labelled'] === true),
  }
}

/** Whether a field is an entry of a list of single values. */
const isEntry = ({ fieldPathId: { path } }: FieldTemplateProps) => typeof path.at(-1) === 'number'

const labelClass = 'text-sm font-medium leading-snug'

/** The label of a field; several boxes have no single input that a label element could name. */
function FieldLabel({ field, isSet }: { field: FieldTemplateProps; isSet: boolean }) {
  const { id, label: given, required } = field
  // rjsf calls the first entry of a list "Name-1".
  const label = isEntry(field) ? given.replace(/-(\d+)$/, ' $1') : given
  const text = (
    <>
      {label}
      {required ? <RequiredMark /> : null}
    </>
  )
  if (isSet)
    return (
      <span id={`${id}__label`} className={labelClass}>
        {text}
      </span>
    )
  return (
    <label id={`${id}__label`} htmlFor={id} className={labelClass}>
      {text}
    </label>
  )
}

/** A checkbox, with the action of its field at the right. */
function BoxWithAction({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="min-w-0">{children}</div>
      {action}
    </div>
  )
}

/**
 * One field: label and action, input, description, errors, help. Checkboxes have their own label
 * beside the box.
 */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, children, errors, help, description, rawDescription } = props
  const { hidden, schema, uiSchema, registry } = props
  const action = useContext(FieldAction)
  const isRow = useContext(ListContext)?.columns !== undefined
  const isCell = useContext(CellContext)
  const Wrap = getTemplate<'WrapIfAdditionalTemplate'>(
    'WrapIfAdditionalTemplate',
    registry,
    getUiOptions(uiSchema),
  )
  if (hidden || choiceMark in schema) return <div className="hidden">{children}</div>

  // The entry itself has no frame in a table: its cells stand in the row.
  if (isRow)
    return (
      <>
        {children}
        <div role="cell" className="col-span-full empty:hidden">
          {errors}
        </div>
      </>
    )

  const { isBox, isGroup, isSet, showLabel } = kindOf(props)
  // Wide tables show the label in the head of the column, and lists their own above the entries.
  const cellClass = isCell ? '@2xl:sr-only' : ''
  const headClass = isEntry(props) && !action ? 'sr-only' : cellClass
  const hasHead = !isBox && (showLabel || (action && !isGroup))
  const set = isSet && showLabel ? { role: 'group', 'aria-labelledby': `${id}__label` } : {}
  return (
    <Wrap {...props}>
      <FieldAction.Provider value={isGroup ? action : null}>
        <div className="flex min-w-0 flex-col gap-1.5" {...set}>
          {hasHead ? (
            <div className={`flex min-h-6 items-center justify-between gap-2 ${headClass}`}>
              {showLabel ? <FieldLabel field={props} isSet={isSet} /> : null}
              {action}
            </div>
          ) : null}
          {isBox && action ? <BoxWithAction action={action}>{children}</BoxWithAction> : children}
          {!isGroup && !isBox && showLabel && rawDescription ? description : null}
          <div aria-live="polite" className="empty:hidden">
            {errors}
          </div>
          {help}
        </div>
      </FieldAction.Provider>
    </Wrap>
  )
}
