import {
  PDFBool,
  PDFCheckBox,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
  type PDFDocument,
  type PDFField,
  type PDFWidgetAnnotation,
} from '@pdfme/pdf-lib'
import type { BoxText } from '../../draw/draw-messages.ts'
import type { FieldValue, ReplyOf } from '../pdf-messages.ts'
import { choicesOf, defaultAppearanceOf, openForm, type ChoiceField } from './form-fields.ts'
import { loadFlat } from './flatten.ts'
import { openPdf } from './open-pdf.ts'
import { refuse } from './refused.ts'
import { savePdf } from './save-pdf.ts'
import { frameOf, pictureInField } from './field-picture.ts'

type Values = Record<string, FieldValue>
/** A text that is drawn into a field, and where. */
type Drawn = { field: string; widget: PDFWidgetAnnotation; box: BoxText }

const no = (name: string, message: string): never => refuse(`The field “${name}” ${message}`)

function textOf(field: PDFTextField, value: FieldValue): string {
  const name = field.getName()
  if (value === null) return ''
  if (typeof value !== 'string') return no(name, 'takes a text.')
  const most = field.getMaxLength()
  const length = Array.from(value).length
  if (most !== undefined && length > most)
    return no(
      name,
      `takes at most ${most === 1 ? '1 character' : `${most} characters`}; this text has ${length}.`,
    )
  return value
}

/** What is chosen, as it is shown and as it is stored. */
function chosenOf(field: ChoiceField, value: FieldValue): { shown: string; stored: string }[] {
  const name = field.getName()
  const wanted = Array.isArray(value) ? value : [value].filter((each) => each !== null)
  if (wanted.length > 1 && !field.isMultiselect()) return no(name, 'takes one of its options.')
  const choices = choicesOf(field)
  return wanted.map((each) => {
    if (typeof each !== 'string') return no(name, 'takes a text: one of its options.')
    const found =
      choices.find(({ shown }) => shown === each) ?? choices.find(({ stored }) => stored === each)
    if (found) return found
    if (field instanceof PDFDropdown && field.isEditable()) return { shown: each, stored: each }
    const some = choices.slice(0, 10).map(({ shown }) => `“${shown}”`)
    return no(name, `has no option “${each.slice(0, 100)}”. It has: ${some.join(', ')}.`)
  })
}

/** The library would compare the values with what is shown for them. */
function store({ acroField: { dict } }: ChoiceField, values: PDFHexString[]): void {
  const [first] = values
  dict.delete(PDFName.of('I'))
  if (!first) dict.delete(PDFName.of('V'))
  else dict.set(PDFName.of('V'), values.length === 1 ? first : dict.context.obj(values))
}

/** Sets the value of a field; answers the text that is drawn into it, when it shows one. */
function setValue(field: PDFField, value: FieldValue): string | undefined {
  const name = field.getName()
  if (field instanceof PDFTextField) {
    const text = textOf(field, value)
    field.acroField.dict.delete(PDFName.of('RV'))
    field.acroField.setValue(PDFHexString.fromText(text))
    return text
  }
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    const chosen = chosenOf(field, value)
    store(
      field,
      chosen.map(({ stored }) => PDFHexString.fromText(stored)),
    )
    return chosen.map(({ shown }) => shown).join('\n')
  }
  if (field instanceof PDFCheckBox) {
    if (typeof value !== 'boolean' && value !== null) return no(name, 'takes true or false.')
    if (value) field.check()
    else field.uncheck()
    if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances()
    return undefined
  }
  if (field instanceof PDFRadioGroup) {
    const options = field.getOptions()
    if (value === null) field.clear()
    else if (typeof value === 'string' && options.includes(value)) field.select(value)
    else
      no(
        name,
        `takes one of: ${options
          .slice(0, 10)
          .map((each) => `“${each}”`)
          .join(', ')}.`,
      )
    if (field.needsAppearancesUpdate()) field.defaultUpdateAppearances()
    return undefined
  }
  return no(name, field instanceof PDFSignature ? 'is a signature.' : 'cannot be filled.')
}

function alignOf(field: PDFField): BoxText['align'] {
  const given = field.acroField.getInheritableAttribute(PDFName.of('Q'))
  const number = given instanceof PDFNumber ? given.asNumber() : 0
  return (['left', 'center', 'right'] as const)[number] ?? 'left'
}

function boxesOf(document: PDFDocument, field: PDFField, text: string): Drawn[] {
  const size = Number(/([\d.]+)\s+Tf/.exec(defaultAppearanceOf(document, field))?.[1] ?? 0)
  const isText = field instanceof PDFTextField
  const cells = isText && field.isCombed() ? field.getMaxLength() : undefined
  const multiline = isText ? field.isMultiline() : field instanceof PDFOptionList
  return field.acroField.getWidgets().map((widget) => {
    const { width, height } = frameOf(widget)
    const box: BoxText = {
      text,
      width,
      height,
      size: Number.isFinite(size) ? size : 0,
      align: alignOf(field),
      multiline,
      ...(cells ? { cells } : {}),
    }
    return { field: field.getName(), widget, box }
  })
}

/** Sets all values; answers the texts to draw. */
function setValues(document: PDFDocument, values: Values): Drawn[] {
  const form = document.getForm()
  return Object.entries(values).flatMap(([name, value]) => {
    const field = form.getFieldMaybe(name)
    if (!field) return refuse(`This form has no field “${name.slice(0, 200)}”.`)
    const text = setValue(field, value)
    return text === undefined ? [] : boxesOf(document, field, text)
  })
}

/** Says which texts have to be drawn, and how large, to fill a form with these values. */
export async function textsToDraw(bytes: Buffer, values: Values): Promise<ReplyOf<'texts'>> {
  const drawn = setValues(await openForm(bytes), values)
  return { type: 'texts', boxes: drawn.map(({ field, box }) => ({ field, ...box })) }
}

/** Fills a form; the overlay has a page for each text that `textsToDraw` named. */
export async function fillForm(
  [bytes = Buffer.alloc(0), overlay]: Buffer[],
  { values, flatten }: { values: Values; flatten: boolean },
): Promise<ReplyOf<'pdfs'>> {
  const document = await openForm(bytes)
  const drawn = setValues(document, values)
  const pictures = overlay
    ? await document.embedPdf(
        overlay,
        drawn.map((_, index) => index),
      )
    : []
  drawn.forEach(({ widget }, index) => {
    const picture = pictures[index]
    if (picture) pictureInField(document, widget, picture)
  })
  // Our appearances have all letters; those that a program would make of its fonts may not.
  document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.False)
  const input = [bytes, ...(overlay ? [overlay] : [])]
  const what = JSON.stringify([values, flatten])
  if (!flatten) return { type: 'pdfs', pdfs: [await savePdf(document, input, what)] }
  const filled = Buffer.from(await document.save({ updateFieldAppearances: false }))
  const flat = await loadFlat(await openPdf(filled))
  return { type: 'pdfs', pdfs: [await savePdf(flat, input, what)] }
}
