import {
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  TextAlignment,
  degrees,
} from '@pdfme/pdf-lib'

/** A form with a field of each kind on two pages. */
export async function sampleForm({ xfa = false } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const first = document.addPage([612, 792])
  const second = document.addPage([612, 792])
  const form = document.getForm()
  const name = form.createTextField('patient.name')
  name.addToPage(first, { x: 72, y: 700, width: 300, height: 24 })
  name.enableRequired()
  const notes = form.createTextField('notes')
  notes.enableMultiline()
  notes.setAlignment(TextAlignment.Right)
  notes.addToPage(first, { x: 72, y: 560, width: 300, height: 100 })
  const member = form.createTextField('member')
  member.setMaxLength(8)
  member.enableCombing()
  member.addToPage(first, { x: 72, y: 500, width: 200, height: 24 })
  const agreed = form.createCheckBox('agreed')
  agreed.addToPage(first, { x: 72, y: 450, width: 20, height: 20 })
  const kind = form.createRadioGroup('kind')
  kind.addOptionToPage('urgent', first, { x: 72, y: 400, width: 20, height: 20 })
  kind.addOptionToPage('routine', first, { x: 120, y: 400, width: 20, height: 20 })
  const plan = form.createDropdown('plan')
  plan.addOptions(['HMO', 'PPO'])
  plan.addToPage(second, { x: 72, y: 700, width: 200, height: 24 })
  const turned = form.createTextField('turned')
  turned.addToPage(second, { x: 400, y: 300, width: 200, height: 24, rotate: degrees(90) })
  turned.acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText('Name of the\nGrüne Klinik'))
  const codes = form.createOptionList('codes')
  codes.addOptions(['A1', 'B2', 'C3'])
  codes.enableMultiselect()
  codes.addToPage(second, { x: 72, y: 560, width: 200, height: 80 })
  form.createButton('press').addToPage('Press', second, { x: 72, y: 500, width: 80, height: 24 })
  // Size 0 lets the letters fit their field; adding a field to a page chooses one.
  for (const field of form.getFields()) field.acroField.setDefaultAppearance('/Helv 0 Tf 0 g')
  const saved = await document.save({ updateFieldAppearances: false })
  if (!xfa) return saved
  const again = await PDFDocument.load(saved)
  const acroForm = again.catalog.lookup(PDFName.of('AcroForm'), PDFDict)
  acroForm.set(PDFName.of('XFA'), PDFString.of('<xdp/>'))
  return await again.save({ updateFieldAppearances: false })
}

/** A form as other programs make it: no appearances, own names for what is on, stored values. */
export async function foreignForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([612, 792])
  const { context } = document
  const mark = (text: string) =>
    context.register(
      context.stream(text, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 20, 20] }),
    )
  const check = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Btn',
      T: PDFString.of('agree'),
      F: 4,
      Rect: [72, 600, 92, 620],
      AP: { N: { Ja: mark('0 0 20 20 re f'), Off: mark('') } },
      AS: 'Off',
    }),
  )
  const text = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Tx',
      T: PDFString.of('name'),
      F: 4,
      Rect: [72, 500, 272, 520],
    }),
  )
  const choice = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Ch',
      Ff: 1 << 17,
      T: PDFString.of('state'),
      F: 4,
      Rect: [72, 450, 272, 470],
      Opt: [
        [PDFString.of('CA'), PDFString.of('California')],
        [PDFString.of('NY'), PDFString.of('New York')],
      ],
    }),
  )
  page.node.set(PDFName.of('Annots'), context.obj([check, text, choice]))
  const form = { Fields: [check, text, choice], DA: PDFString.of('/Helv 10 Tf 0 g') }
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ ...form, NeedAppearances: true }))
  return await document.save({ updateFieldAppearances: false })
}
