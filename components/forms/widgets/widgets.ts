import type { RegistryWidgetsType } from '@rjsf/utils'
import { CheckboxWidget } from './checkbox.tsx'
import { CheckboxesWidget } from './checkboxes.tsx'
import { CodeWidget } from './code-later.tsx'
import { DateTimeWidget } from './date-time.tsx'
import { DurationWidget } from './duration.tsx'
import { MaskedWidget } from './masked.tsx'
import { RadioWidget } from './radio.tsx'
import { SecondsWidget } from './seconds.tsx'
import { SelectWidget } from './select.tsx'
import { TextareaWidget } from './textarea.tsx'

/** Our inputs by the names that `ui:widget` gives; the capitalised ones replace rjsf's own. */
export const widgets: RegistryWidgetsType = {
  CheckboxWidget,
  CheckboxesWidget,
  RadioWidget,
  SelectWidget,
  TextareaWidget,
  DateTimeWidget,
  masked: MaskedWidget,
  seconds: SecondsWidget,
  duration: DurationWidget,
  code: CodeWidget,
  markdown: CodeWidget,
  json: CodeWidget,
}
