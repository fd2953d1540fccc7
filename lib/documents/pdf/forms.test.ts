import { PDFDocument, PDFName, type PDFDropdown } from '@pdfme/pdf-lib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { inkOf } from '#test/harness/png-ink'
import { letterPdf } from '#test/samples/letter-pdf'
import { foreignForm, sampleForm } from '#test/samples/pdf-forms'
import { extractText } from '../extract-text.ts'
import { drawPages } from './draw-pages.ts'
import { fillForm, listFormFields, type FieldValue } from './forms.ts'
import { textsToDraw } from './program/fill-form.ts'
import { openForm } from './program/form-fields.ts'

// The processes start on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const options = { organizationId: 'one' }
const form = await sampleForm()

async function filled(
  pdf: Uint8Array,
  values: Record<string, FieldValue>,
  flatten = false,
): Promise<Buffer> {
  const answer = await fillForm(pdf, { ...options, values, flatten })
  if (answer.type === 'refused') throw new Error(answer.message)
  return answer.bytes
}
type Rectangle = { x: number; y: number; width: number; height: number }
/** Draws US letter pages; answers whether something dark is in a rectangle of one, in points. */
async function inkOn(pdf: Uint8Array) {
  const found = await drawPages(pdf, { ...options, dpi: 144 })
  if (found.type === 'refused') throw new Error(found.message)
  return (page: number, { x, y, width, height }: Rectangle): boolean => {
    // Not the border of the field.
    const inset = Math.min(width, height) / 3
    const box = {
      left: (x + inset) / 612,
      right: (x + width - inset) / 612,
      top: 1 - (y + height - inset) / 792,
      bottom: 1 - (y + inset) / 792,
    }
    const picture = found.pictures[page - 1]
    return picture !== undefined && inkOf(picture.png, box) !== undefined
  }
}
const square = (x: number, y: number): Rectangle => ({ x, y, width: 20, height: 20 })

describe('the fields of a form', () => {
  it('are listed with their kind, options and page', async () =>
    expect(await listFormFields(form, options)).toEqual({
      type: 'fields',
      fields: [
        {
          name: 'patient.name',
          type: 'text',
          page: 1,
          required: true,
          readOnly: false,
          value: null,
        },
        {
          name: 'notes',
          type: 'text',
          page: 1,
          required: false,
          readOnly: false,
          multiline: true,
          value: null,
        },
        {
          name: 'member',
          type: 'text',
          page: 1,
          required: false,
          readOnly: false,
          maxLength: 8,
          value: null,
        },
        {
          name: 'agreed',
          type: 'checkbox',
          page: 1,
          required: false,
          readOnly: false,
          value: false,
        },
        {
          name: 'kind',
          type: 'radio',
          page: 1,
          required: false,
          readOnly: false,
          options: ['urgent', 'routine'],
          value: null,
        },
        {
          name: 'plan',
          type: 'choice',
          page: 2,
          required: false,
          readOnly: false,
          options: ['HMO', 'PPO'],
          value: null,
        },
        {
          name: 'turned',
          label: 'Name of the Grüne Klinik',
          type: 'text',
          page: 2,
          required: false,
          readOnly: false,
          value: null,
        },
        {
          name: 'codes',
          type: 'choice',
          page: 2,
          required: false,
          readOnly: false,
          options: ['A1', 'B2', 'C3'],
          multiple: true,
          value: [],
        },
      ],
    }))

  it.each([
    ['an XFA form', () => sampleForm({ xfa: true }), 'This form is an XFA form'],
    ['a PDF without fields', () => letterPdf(), 'This PDF has no fields to fill'],
  ])('are refused for %s', async (_what, make, message) => {
    const pdf = Buffer.from(await make())
    await expect(openForm(pdf)).rejects.toThrow(message)
  })
})

const values = {
  'patient.name': 'Żaneta דנה כהן (12) محمد',
  notes: 'First line\nSecond line',
  member: 'AB12',
  agreed: true,
  kind: 'routine',
  plan: 'PPO',
  turned: 'Turned',
  codes: ['A1', 'C3'],
}

describe('filling a form', () => {
  it('keeps the values as fields, with all letters drawn', async () => {
    const pdf = await filled(form, values)
    const found = await listFormFields(pdf, options)
    const fields = found.type === 'fields' ? found.fields : []
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toEqual(values)
    const isInked = await inkOn(pdf)
    expect(isInked(1, { x: 72, y: 700, width: 300, height: 24 })).toBe(true)
    expect(
      [square(72, 450), square(72, 400), square(120, 400)].map((at) => isInked(1, at)),
    ).toEqual([true, false, true])
    expect(isInked(2, { x: 376, y: 300, width: 24, height: 200 })).toBe(true)
    expect((await filled(form, values)).equals(pdf)).toBe(true)
  })

  it('makes them part of the pages, with nothing of the form left', async () => {
    const pdf = await filled(form, values, true)
    const document = await PDFDocument.load(pdf)
    expect(document.catalog.get(PDFName.of('AcroForm'))).toBeUndefined()
    const text = await extractText('a.pdf', pdf, options)
    for (const each of ['Żaneta', 'דנה', 'First line', 'Second line', 'PPO', 'Turned', 'C3'])
      expect(text).toContain(each)
    const isInked = await inkOn(pdf)
    expect([square(72, 450), square(72, 400)].map((at) => isInked(1, at))).toEqual([true, false])
    expect((await filled(form, values, true)).equals(pdf)).toBe(true)
  })

  it('takes forms of other programs: own names, stored values, no appearances', async () => {
    const foreign = await foreignForm()
    const pdf = await filled(foreign, { agree: true, name: 'Ada', state: 'New York' })
    const choice = (await PDFDocument.load(pdf)).getForm().getField('state') as PDFDropdown
    expect(choice.acroField.getValues().map((value) => value.decodeText())).toEqual(['NY'])
    const flat = await filled(foreign, { agree: true, name: 'Ada', state: 'NY' }, true)
    for (const each of [pdf, flat]) {
      const isInked = await inkOn(each)
      expect(isInked(1, square(72, 600))).toBe(true)
      expect(isInked(1, { x: 72, y: 450, width: 200, height: 20 })).toBe(true)
    }
    expect(await extractText('a.pdf', flat, options)).toMatch(/Ada\s*New York/)
  })

  it.each([
    [{ nobody: 'x' }, 'This form has no field “nobody”.'],
    [{ agreed: 'yes' }, 'The field “agreed” takes true or false.'],
    [{ 'patient.name': true }, 'The field “patient.name” takes a text.'],
    [{ member: '123456789' }, 'The field “member” takes at most 8 characters; this text has 9.'],
    [{ kind: 'other' }, 'The field “kind” takes one of: “urgent”, “routine”.'],
    [{ plan: 'POS' }, 'The field “plan” has no option “POS”. It has: “HMO”, “PPO”.'],
    [{ plan: ['HMO', 'PPO'] }, 'The field “plan” takes one of its options.'],
    [{ press: 'x' }, 'The field “press” cannot be filled.'],
  ])('refuses %j with a sentence', async (given, message) => {
    await expect(textsToDraw(Buffer.from(form), given)).rejects.toThrow(message)
  })

  it.each([
    [{ 'patient.name': 'long '.repeat(100) }, 'The text for the field “patient.name” does not fit'],
    [{ 'patient.name': '汉' }, 'No font here can draw “汉”'],
  ])('refuses what cannot be drawn: %j', async (given, message) => {
    const answer = await fillForm(form, { ...options, values: given, flatten: false })
    expect(answer).toMatchObject({ type: 'refused', message: expect.stringContaining(message) })
  })
})
