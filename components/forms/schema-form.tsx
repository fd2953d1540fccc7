'use client'

import type { FormProps, IChangeEvent } from '@rjsf/core'
import { withTheme } from '@rjsf/core'
import type { ErrorSchema, RegistryFieldsType, RJSFValidationError, UiSchema } from '@rjsf/utils'
import { useMemo, type ReactNode } from 'react'
import { MultiFileField } from './fields/multi-file.tsx'
import { PostalAddressField } from '../letters/postal-address-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { ownWords } from './own-words.ts'
import { SignatureField } from './fields/signature.tsx'
import { withoutLaterPages } from './pages/page-validator.ts'
import { schemaValidator } from './schema-validator.ts'
import { useFormTexts } from './texts.ts'
import { theme } from './theme/theme.tsx'

type Schema = Record<string, unknown>

const ThemedForm = withTheme(theme)
// Errors are shown at their fields; without a handler rjsf also writes them to the console.
const nothing = () => undefined
const standardFields: RegistryFieldsType = {
  multiFile: MultiFileField,
  signature: SignatureField,
  NumberField,
  postalAddress: PostalAddressField,
}

type Props = {
  schema: Schema
  uiSchema?: UiSchema
  formData: unknown
  onChange(formData: unknown): void
  onSubmit?(formData: unknown): void
  /** What was wrong when the person wanted to send the form; errors are shown at their fields. */
  onError?(errors: RJSFValidationError[]): void
  /** Fields that the person has not reached, which are not checked. */
  later?: string[]
  /** Errors from elsewhere (the server, the workflow's checks), shown at their fields. */
  extraErrors?: ErrorSchema
  /** Custom rjsf fields by the name in `ui:field`; `SchemaField` replaces every field's frame. */
  fields?: RegistryFieldsType
  /** What fields and widgets may read as `registry.formContext`. */
  formContext?: Record<string, unknown>
  /** Distinguishes forms on one page: the first part of every field's id. */
  idPrefix?: string
  /** `none`: the form checks nothing and fills in no default; errors come by `extraErrors`. */
  validation?: 'on-submit' | 'none'
  /** `div` for a form inside another form. */
  tagName?: 'form' | 'div'
  disabled?: boolean
  children?: ReactNode
}

/**
 * Every form drawn from a JSON Schema (draft 2020-12): start data, screens, configuration of steps.
 * Without `children` there is no submit button.
 */
export function SchemaForm({
  schema,
  uiSchema,
  formData,
  onChange,
  onSubmit,
  onError = nothing,
  later,
  extraErrors,
  validation = 'on-submit',
  fields,
  ...rest
}: Props) {
  const texts = useFormTexts()
  const checked = validation === 'on-submit'
  const validator = schemaValidator(texts)
  const translateString = useMemo(() => ownWords(texts), [texts])
  const ownValidator = useMemo(
    () => (later && later.length > 0 ? withoutLaterPages(validator, later) : validator),
    [validator, later],
  )
  const options: Partial<FormProps> = {
    ...(uiSchema ? { uiSchema } : {}),
    ...(extraErrors ? { extraErrors } : {}),
    ...(onSubmit ? { onSubmit: (event: IChangeEvent) => onSubmit(event.formData) } : {}),
    experimental_defaultFormStateBehavior: {
      emptyObjectFields: checked ? 'populateRequiredDefaults' : 'skipDefaults',
      // The form answers nothing for the person: they tick the boxes and make the choices.
      ...(checked ? { constAsDefaults: 'never', requiredBooleanDefault: 'skip' } : {}),
      arrayMinItems: { populate: checked ? 'requiredOnly' : 'never' },
    },
  }
  return (
    <ThemedForm
      validator={ownValidator}
      schema={schema}
      formData={formData}
      fields={fields ? { ...standardFields, ...fields } : standardFields}
      onChange={(event) => onChange(event.formData)}
      noValidate={!checked}
      noHtml5Validate
      translateString={translateString}
      showErrorList={false}
      onError={onError}
      focusOnFirstError
      {...options}
      {...rest}
      // oxlint-disable-next-line react/no-children-prop -- it must win over that of `rest`
      children={rest.children ?? <></>}
    />
  )
}
