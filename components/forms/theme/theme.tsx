import type { ThemeProps } from '@rjsf/core'
import { AgainTemplate } from './again-template.tsx'
import { ArrayTemplate } from './array-template.tsx'
import { ArrayItemTemplate } from './array-item-template.tsx'
import { DescriptionTemplate } from './description-template.tsx'
import { FieldTemplate } from './field-template.tsx'
import { InputTemplate } from './input-template.tsx'
import { EntryTemplate } from './entry-template.tsx'
import { ChoiceTemplate } from './choice-template.tsx'
import { ErrorTemplate } from './error-template.tsx'
import { HelpTemplate } from './help-template.tsx'
import { ObjectTemplate } from './object-template.tsx'
import { TitleTemplate } from './title-template.tsx'
import { UnsupportedTemplate } from './unsupported-template.tsx'
import { buttonTemplates } from './button-templates.tsx'
import { widgets } from '../widgets/widgets.ts'

/**
 * rjsf's own theme with our parts: native selects, labelled groups, errors tied to their fields,
 * targets of 24 px and more.
 */
export const theme: ThemeProps = {
  widgets,
  templates: {
    ArrayFieldTemplate: ArrayTemplate,
    ArrayFieldItemTemplate: ArrayItemTemplate,
    BaseInputTemplate: InputTemplate,
    CyclicSchemaExpandTemplate: AgainTemplate,
    DescriptionFieldTemplate: DescriptionTemplate,
    FieldErrorTemplate: ErrorTemplate,
    FieldHelpTemplate: HelpTemplate,
    FieldTemplate,
    MultiSchemaFieldTemplate: ChoiceTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    TitleFieldTemplate: TitleTemplate,
    UnsupportedFieldTemplate: UnsupportedTemplate,
    WrapIfAdditionalTemplate: EntryTemplate,
    ButtonTemplates: buttonTemplates,
  },
}
