import type { RegistryWidgetsType } from '@rjsf/utils'
import { lazy } from 'react'
import { CheckboxWidget } from './checkbox.tsx'
import { CheckboxesWidget } from './checkboxes.tsx'
import { DateTimeWidget } from './date-time.tsx'
import { DurationWidget } from './duration.tsx'
import { MaskedWidget } from './masked.tsx'
import { RadioWidget } from './radio.tsx'
import { SelectWidget } from './select.tsx'
import { TextareaWidget } from './textarea.tsx'

/** Only forms of settings have code; visitors do not load it. */
const CodeWidget = lazy(async () => ({ default: (await import('./code.tsx')).CodeWidget }))

/** Our inputs by the names that `ui:widget` gives; the capitalised ones replace rjsf's own. */
export const widgets: RegistryWidgetsType = {
  CheckboxWidget,
  CheckboxesWidget,
  RadioWidget,
  SelectWidget,
  TextareaWidget,
  DateTimeWidget,
  masked: MaskedWidget,
  duration: DurationWidget,
  code: CodeWidget,
  markdown: CodeWidget,
  json: CodeWidget,
}
