import {
  PDFCheckBox,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFSignature,
  PDFString,
  PDFTextField,
  type PDFDocument,
  type PDFField,
} from '@pdfme/pdf-lib'
import { maxFields, type FormField } from '../pdf-messages.ts'
import { loadForChanges, openPdf } from './open-pdf.ts'
import { refuse } from './refused.ts'

const xfa =
  'This form is an XFA form (made by Adobe LiveCycle), which cannot be filled here. Save it as an ' +
  'Acrobat form (AcroForm), or draw its fields on a printed PDF.'

/** Opens a PDF whose form can be filled. The engine is asked first, because loading removes XFA. */
export async function openForm(bytes: Buffer): Promise<PDFDocument> {
  const { form } = await openPdf(bytes)
  if (form === 'xfa only' || form === 'xfa form') return refuse(xfa)
  const document = await loadForChanges(bytes)
  const fields = form === 'none' ? [] : document.getForm().getFields()
  if (fields.length === 0)
    return refuse('This PDF has no fields to fill. Add form fields to it, and send it again.')
  if (fields.length > maxFields) return refuse(`A form may have at most ${maxFields} fields.`)
  return document
}

/** The pages of all widgets, by the reference of the widget. */
function pagesOfWidgets(document: PDFDocument): Map<object, number> {
  const found = new Map<object, number>()
  document.getPages().forEach((page, index) => {
    for (const each of page.node.Annots()?.asArray() ?? []) {
      const widget = each instanceof PDFRef ? document.context.lookup(each) : each
      if (widget && !found.has(widget)) found.set(widget, index + 1)
    }
  })
  return found
}

const isSet = (value: unknown): boolean | undefined => (value ? true : undefined)
type Special = Partial<FormField> & Pick<FormField, 'type' | 'value'>

function specialOf(field: PDFField): Special | undefined {
  if (field instanceof PDFTextField)
    return {
      type: 'text',
      value: field.getText() ?? null,
      multiline: isSet(field.isMultiline()),
      maxLength: field.getMaxLength(),
    }
  if (field instanceof PDFCheckBox) return { type: 'checkbox', value: field.isChecked() }
  if (field instanceof PDFRadioGroup)
    return { type: 'radio', value: field.getSelected() ?? null, options: field.getOptions() }
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const multiple = isSet(field.isMultiselect())
    const selected = selectedOf(field)
    return {
      type: 'choice',
      value: multiple ? selected : (selected[0] ?? null),
      options: choicesOf(field).map(({ shown }) => shown),
      multiple,
      editable: isSet(field instanceof PDFDropdown && field.isEditable()),
    }
  }
  if (field instanceof PDFSignature) return { type: 'signature', value: null }
  return undefined
}

export type ChoiceField = PDFDropdown | PDFOptionList

/** What a list shows, and what it stores for that. */
export const choicesOf = (field: ChoiceField): { shown: string; stored: string }[] =>
  field.acroField.getOptions().map(({ value, display }) => ({
    shown: (display ?? value).decodeText(),
    stored: value.decodeText(),
  }))

function selectedOf(field: ChoiceField): string[] {
  const choices = choicesOf(field)
  return field.acroField
    .getValues()
    .map((value) => value.decodeText())
    .map((stored) => choices.find((choice) => choice.stored === stored)?.shown ?? stored)
}

/** Leaves out what is undefined: JSON would, too, but the types say so. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T

/** The alternate name of a field (ISO 32000-1 §12.7.3.1), where it says more than the name. */
function labelOf(field: PDFField): string | undefined {
  const { dict } = field.acroField
  const [widget] = field.acroField.getWidgets()
  const given = dict.lookup(PDFName.of('TU')) ?? widget?.dict.lookup(PDFName.of('TU'))
  if (!(given instanceof PDFString || given instanceof PDFHexString)) return undefined
  const label = given.decodeText().replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return label === '' || label === field.getName() ? undefined : label
}

/** Lists the fields that people fill; buttons are left out. */
export function fieldsOf(document: PDFDocument): FormField[] {
  const pages = pagesOfWidgets(document)
  return document
    .getForm()
    .getFields()
    .flatMap((field): FormField[] => {
      const special = specialOf(field)
      if (!special) return []
      const widgets = field.acroField.getWidgets()
      const page = widgets.flatMap(({ dict }) => pages.get(dict) ?? [])[0] ?? null
      const required = field.isRequired()
      return [
        compact({
          name: field.getName(),
          label: labelOf(field),
          page,
          required,
          readOnly: field.isReadOnly(),
          ...special,
        }),
      ]
    })
}

/** The appearance string of a text, which fields inherit from the form. */
export function defaultAppearanceOf(document: PDFDocument, field: PDFField): string {
  const [widget] = field.acroField.getWidgets()
  const own = widget?.getDefaultAppearance() ?? field.acroField.getDefaultAppearance()
  const form = document.getForm().acroForm.dict.lookup(PDFName.of('DA'))
  const inherited = form && 'decodeText' in form ? (form as { decodeText(): string }) : undefined
  return own ?? inherited?.decodeText() ?? ''
}
