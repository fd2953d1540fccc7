'use client'

import type { UiSchema } from '@rjsf/utils'
import { useMemo, useRef } from 'react'
import { withCalculated } from '#lib/domain/form/calculate/with-calculated'
import { TooMuchToCalculate } from '#lib/domain/form/calculate/evaluate'
import { shownData, shownSchema, withUnshown } from '#lib/domain/form/shown'
import { deriveUiSchema } from '../derive-ui-schema.ts'
import { drawnSchema } from '../drawn-schema.ts'
import { visibleData, visibleSchema, withHidden } from '../hidden-fields.ts'

type Data = Record<string, unknown>
type Options = {
  schema: Data
  uiSchema?: UiSchema | undefined
  data: Data
  /** A visitor writes about themselves (`deriveUiSchema`). */
  isVisitor?: boolean | undefined
}

/** The server calculates what is too much for here, and says so. */
function calculated(schema: Data, data: Data): Data {
  try {
    return withCalculated(schema, data)
  } catch (error) {
    if (error instanceof TooMuchToCalculate) return data
    throw error
  }
}

/** The same object as before while it says the same: rjsf starts anew with each new schema. */
function useSame<T>(value: T): T {
  const kept = useRef({ value, text: '' })
  const isOther = kept.current.value !== value
  const text = isOther || kept.current.text === '' ? JSON.stringify(value) : kept.current.text
  if (isOther && text !== kept.current.text) kept.current = { value, text }
  else kept.current.text = text
  return kept.current.value
}

/**
 * What rjsf draws of a form at the moment: the schema without its hidden fields and with its
 * conditions resolved, hints, and the data of the fields that are shown. `whole` turns what rjsf has
 * into the form's data: with hidden and calculated values, and with what was typed in fields that
 * are not shown now. `sent` is the same without the latter.
 */
export function useShownForm({ schema, uiSchema, data, isVisitor: byName }: Options) {
  const visible = useMemo(() => visibleSchema(schema), [schema])
  const typed = useMemo(() => visibleData(schema, data), [schema, data])
  const shown = useSame(useMemo(() => shownSchema(visible, typed), [visible, typed]))
  const drawn = useMemo(() => drawnSchema(shown, uiSchema), [shown, uiSchema])
  const hints = useMemo(
    () => deriveUiSchema(drawn, uiSchema, { byName }),
    [drawn, uiSchema, byName],
  )
  const sent = (next: Data) => calculated(schema, withHidden(schema, next, data))
  const formData = useMemo(() => {
    const own = shownData(visible, shown, typed)
    const whole = calculated(schema, withHidden(schema, own, data))
    return shownData(visible, shown, visibleData(schema, whole))
  }, [schema, data, visible, shown, typed])
  const whole = (next: Data) => withUnshown(visible, shown, sent(next), data)
  return { drawn, hints, formData, whole, sent }
}
