'use client'

import type { FieldProps } from '@rjsf/utils'
import { useContext } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { Button } from '#components/ui/input/button'
import { ExpressionScope } from '../config/expression-scope.ts'
import { ReferenceBox } from './reference-box.tsx'
import { ReferenceResult } from './reference-result.tsx'
import { readReference, writeReference } from './reference.ts'

/** What the field around says of a reference (`ui:reference`). */
export type ReferenceOptions = {
  /** The type that the field takes (JSON Schema). */
  type: unknown
  onRemove(): void
  /** Not where the field without a value is the fixed one. */
  onFixed?: (() => void) | undefined
}

/** A list, a file or any other value that is no text, chosen from the values of earlier steps. */
export function ReferenceField(props: FieldProps) {
  const {
    formData,
    onChange,
    fieldPathId,
    schema,
    uiSchema,
    name,
    disabled,
    rawErrors = [],
  } = props
  const { sample } = useContext(ExpressionScope)
  const readOnly = useContext(ReadOnly) || disabled === true
  const { type, onRemove, onFixed } = (uiSchema ?? {})['ui:reference'] as ReferenceOptions
  const id = fieldPathId.$id
  const path = readReference(formData) ?? ''
  return (
    <div className="space-y-1.5">
      <ReferenceBox
        id={id}
        label={String(schema.title ?? name)}
        path={path}
        takes={type}
        disabled={readOnly}
        invalid={rawErrors.length > 0}
        describedBy={`${id}-preview`}
        onChoose={(next) => onChange(writeReference(next), fieldPathId.path, undefined, id)}
        onRemove={onRemove}
      />
      <ReferenceResult id={`${id}-preview`} path={path} sample={sample} />
      {path === '' && onFixed && !readOnly ? (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="-ms-2 h-7 px-2 text-xs text-muted-foreground"
          onClick={onFixed}
        >
          Give a fixed value instead
        </Button>
      ) : null}
    </div>
  )
}
