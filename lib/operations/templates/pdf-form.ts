import { fillForm, listFormFields, type FieldValue, type FormField } from '#lib/documents/pdf/forms'
import { ApiError } from '#lib/domain/api-error'
import { valueAt } from '#lib/domain/template/fill-data'
import { maxFields, type TemplateField } from '#lib/domain/template/template'

type From = { organizationId: string; signal?: AbortSignal }

/** A name that data cannot have: it would reach the prototype of an object. */
const unusable = /(^|\.)(__proto__|constructor|prototype)(\.|$)/
const maxOptions = 1_000

/** What a person or a run fills in; signatures and fields that are closed stay as they are. */
function placeholderOf(field: FormField): TemplateField[] {
  const { name, label, type, page, options = [], required, readOnly } = field
  if (readOnly || type === 'signature' || name === '' || unusable.test(name)) return []
  const where = page === null ? 'on no page' : `on page ${page}`
  const common = { name, ...(label ? { label } : {}), optional: !required, where }
  if (type === 'checkbox') return [{ ...common, type: 'yes-no' }]
  if (type === 'text' || field.editable) {
    const { multiline, maxLength } = field
    return [
      {
        ...common,
        type: 'text',
        ...(multiline ? { multiline } : {}),
        ...(maxLength === undefined ? {} : { maxLength }),
      },
    ]
  }
  const shown = [...new Set(options)].slice(0, maxOptions)
  const multiple = field.multiple ? { multiple: true } : {}
  return [{ ...common, type: 'choice', options: shown, ...multiple }]
}

const refuse = (path: string, message: string): never => {
  throw ApiError.invalid([{ path, message }], message)
}

/** The placeholders of a PDF form: its fields. Throws 400 with why it is none. */
export async function formPlaceholders(bytes: Uint8Array, from: From): Promise<TemplateField[]> {
  const found = await listFormFields(bytes, from)
  if (found.type === 'refused') return refuse('file', found.message)
  const names = new Map(found.fields.flatMap(placeholderOf).map((field) => [field.name, field]))
  if (names.size === 0) return refuse('file', 'This form has no field that can be filled.')
  if (names.size > maxFields)
    return refuse('file', `A form may have at most ${maxFields} fields. Split it.`)
  return [...names.values()]
}

function fieldValueOf({ type }: TemplateField, value: unknown): FieldValue {
  if (type === 'yes-no') return value === true
  return Array.isArray(value) ? value.map(String) : String(value)
}

/**
 * Fills the fields of a PDF form with data that fits them; a field without a value keeps what it
 * has. `flatten`: nobody can change it afterwards. Throws 400 with the field that a text is too
 * long for.
 */
export async function fillFormFields(
  bytes: Uint8Array,
  {
    fields,
    data,
    flatten,
    ...from
  }: From & { fields: readonly TemplateField[]; data: Record<string, unknown>; flatten: boolean },
): Promise<Buffer> {
  const values: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = valueAt(data, field.name)
    if (value !== undefined && value !== null) values[field.name] = fieldValueOf(field, value)
  }
  const filled = await fillForm(bytes, { ...from, values, flatten })
  if (filled.type === 'refused') return refuse('data', filled.message)
  return filled.bytes
}
