'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { Input } from '#components/ui/input/input'
import { readExpression } from '#lib/domain/form/calculate/evaluate'
import { ExpressionFault, namesIn } from '#lib/domain/form/calculate/parse'
import { calculateKeyword } from '#lib/domain/form/calculate/with-calculated'
import { fieldsOf } from '../../model/schema-fields.ts'
import { textOf, type SettingsProps } from './settings-props.ts'

const calculable = new Set(['text', 'number', 'integer', 'amount', 'yes-no', 'tick'])

/** Why an expression cannot be used. `known` are the fields beside it. */
function faultOf(text: string, known: string[]): string | undefined {
  if (text.trim() === '') return undefined
  try {
    const unknown = namesIn(readExpression(text)).find((name) => !known.includes(name))
    return unknown === undefined ? undefined : `There is no field “${unknown}” beside this one.`
  } catch (error) {
    if (error instanceof ExpressionFault) return error.message
    throw error
  }
}

/** The expression that computes the field; then nobody types into it. */
export function CalculationField({ id, field, schema, onChange }: SettingsProps) {
  if (!calculable.has(field.kind)) return null
  const text = textOf(field, calculateKeyword)
  const names = fieldsOf(schema)
    .map(({ name }) => name)
    .filter((name) => name !== field.name)
  return (
    <Labelled
      id={id}
      label="Calculated from"
      error={faultOf(text, names)}
      help="Such as: quantity * price, or $sum(visits.fee). Leave it empty to let people type."
    >
      <Input
        id={id}
        className="font-mono text-[13px]"
        value={text}
        onChange={({ target }) => onChange({ set: { [calculateKeyword]: target.value } })}
      />
    </Labelled>
  )
}
