'use client'

import type { FieldTemplateProps } from '@rjsf/utils'
import { getTemplate, getUiOptions } from '@rjsf/utils'
import { useContext } from 'react'
import { choiceMark } from '../drawn-schema.ts'
import { FieldAction } from './field-action.tsx'

const groupTypes = ['object', 'array']

/**
 * One field: label and action, input, description, errors, help. Checkboxes carry their own label
 * beside the box.
 */
export function FieldTemplate(props: FieldTemplateProps) {
  const {
    id,
    children,
    displayLabel,
    errors,
    help,
    description,
    rawDescription,
    label,
    hidden,
    required,
    schema,
    uiSchema,
    registry,
  } = props
  const action = useContext(FieldAction)
  const options = getUiOptions(uiSchema)
  const Wrap = getTemplate<'WrapIfAdditionalTemplate'>(
    'WrapIfAdditionalTemplate',
    registry,
    options,
  )
  if (hidden || choiceMark in schema) return <div className="hidden">{children}</div>

  const isBox =
    options.widget === 'checkbox' ||
    (schema.type === 'boolean' && !options.widget && !options.field)
  const ownField = typeof options.field === 'string'
  const isGroup = groupTypes.includes(String(schema.type)) && !ownField && !displayLabel
  const isSet = options.widget === 'checkboxes' || options.widget === 'radio'
  const showLabel = !isBox && label !== '' && (displayLabel || options['labelled'] === true)
  const labelledBy = { role: 'group', 'aria-labelledby': `${id}__label` }
  const set = isSet && showLabel ? labelledBy : {}
  const name = (
    <>
      {label}
      {required ? (
        <span className="text-destructive" aria-hidden>
          {' '}
          *
        </span>
      ) : null}
    </>
  )
  return (
    <Wrap {...props}>
      <FieldAction.Provider value={isGroup ? action : null}>
        <div className="flex min-w-0 flex-col gap-1.5" {...set}>
          {!isBox && (showLabel || (action && !isGroup)) ? (
            <div className="flex min-h-6 items-center justify-between gap-2">
              {showLabel ? (
                isSet ? (
                  <span id={`${id}__label`} className="text-sm font-medium leading-snug">
                    {name}
                  </span>
                ) : (
                  <label
                    id={`${id}__label`}
                    htmlFor={id}
                    className="text-sm font-medium leading-snug"
                  >
                    {name}
                  </label>
                )
              ) : null}
              {action}
            </div>
          ) : null}
          {isBox && action ? (
            <div className="flex items-start justify-between gap-2">
              <div className="min-w-0">{children}</div>
              {action}
            </div>
          ) : (
            children
          )}
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
