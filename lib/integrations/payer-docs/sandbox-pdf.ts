import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from '@pdfme/pdf-lib'
import type { SandboxDocument, SandboxLine } from './sandbox-archive.ts'

/** US letter, in points. */
const paper: [number, number] = [612, 792]
const left = 64
const right = 548

// Created once, because that costs more than drawing a whole letter.
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (amount: number) => `$${cents.format(amount)}`
/** 2026-03-07 as 3/7/2026. */
const usDate = (iso: string) =>
  iso
    .split('-')
    .map(Number)
    .slice(1)
    .concat(Number(iso.slice(0, 4)))
    .join('/')
const total = (lines: SandboxLine[], of: (line: SandboxLine) => number) =>
  money(lines.reduce((sum, line) => sum + of(line), 0))

/** The text of each kind of letter, by paragraph. */
const bodies: Record<string, (document: SandboxDocument) => string[]> = {
  'Explanation of Benefits': ({ lines, patient }) => [
    'This is not a bill. It shows how we processed the services below.',
    `Of ${total(lines, ({ billed }) => billed)} billed we allowed ` +
      `${total(lines, ({ allowed }) => allowed)} and paid ${total(lines, ({ paid }) => paid)}. ` +
      `${patient.name} may owe ${total(lines, ({ allowed, paid }) => allowed - paid)}.`,
  ],
  'Remittance Letter': ({ lines, number }) => [
    `Enclosed is our payment of ${total(lines, ({ paid }) => paid)}, check ${number.value}, ` +
      'for the services below.',
    'Amounts above the allowed charge are contractual adjustments (CO-45) and may not be ' +
      'billed to the patient.',
  ],
  'Authorization Letter': ({ number, lines, serviceDate }) => [
    `We have authorized the services below under number ${number.value}.`,
    `The authorization begins on ${usDate(serviceDate)} and is valid for 90 days. ` +
      `It covers ${lines.length === 1 ? 'one service' : `${lines.length} services`}. ` +
      'It is no guarantee of payment.',
  ],
  'Denial Letter': ({ number, serviceDate }) => [
    `We have denied claim ${number.value} for services on ${usDate(serviceDate)}. ` +
      'Reason: CO-197, precertification or authorization absent.',
    'You may ask for a review within 180 days of this letter. Send the medical records that ' +
      'support the request to the address above.',
  ],
}

type Pen = { page: PDFPage; regular: PDFFont; bold: PDFFont; y: number }

function write(
  pen: Pen,
  text: string,
  { x = left, size = 10.5, bold = false, step = 15 } = {},
): void {
  pen.page.drawText(text, {
    x,
    y: pen.y,
    size,
    font: bold ? pen.bold : pen.regular,
    color: rgb(0.1, 0.1, 0.12),
  })
  pen.y -= step
}

function paragraph(pen: Pen, text: string): void {
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (pen.regular.widthOfTextAtSize(longer, 10.5) > right - left) {
      write(pen, line)
      line = word
    } else line = longer
  }
  write(pen, line, { step: 24 })
}

const columns: { title: string; x: number; of(line: SandboxLine): string }[] = [
  { title: 'Date', x: left, of: ({ date }) => usDate(date) },
  { title: 'Code', x: 126, of: ({ code }) => code },
  { title: 'Service', x: 172, of: ({ text }) => text },
  { title: 'Billed', x: 390, of: ({ billed }) => money(billed) },
  { title: 'Allowed', x: 446, of: ({ allowed }) => money(allowed) },
  { title: 'Paid', x: 502, of: ({ paid }) => money(paid) },
]

function table(pen: Pen, lines: SandboxLine[]): void {
  for (const { title, x } of columns)
    pen.page.drawText(title, { x, y: pen.y, size: 9, font: pen.bold })
  pen.page.drawLine({
    start: { x: left, y: pen.y - 5 },
    end: { x: right, y: pen.y - 5 },
    thickness: 0.5,
  })
  for (const line of lines) {
    pen.y -= 18
    for (const { x, of } of columns)
      pen.page.drawText(of(line), { x, y: pen.y, size: 9, font: pen.regular })
  }
  pen.y -= 34
}

const drawn = new Map<string, Promise<Uint8Array>>()

/**
 * Draws the document as a PDF of one page. The bytes are always the same, so each is drawn once and
 * cached (240 documents of a few KB).
 */
export async function sandboxPdf(document: SandboxDocument): Promise<Uint8Array> {
  const pdf = drawn.get(document.documentId) ?? draw(document)
  drawn.set(document.documentId, pdf)
  return await pdf
}

async function draw(document: SandboxDocument): Promise<Uint8Array> {
  const { payer, patient, number, kind, received, lines, serviceDate } = document
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const date = new Date(`${received}T00:00:00Z`)
  pdf.setTitle(`${kind} ${number.value}`)
  pdf.setAuthor(payer.name)
  pdf.setProducer('Rounds sandbox')
  pdf.setCreator('Rounds sandbox')
  pdf.setCreationDate(date)
  pdf.setModificationDate(date)
  const pen: Pen = {
    page: pdf.addPage(paper),
    regular: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
    y: 728,
  }
  write(pen, payer.name, { bold: true, size: 16, step: 18 })
  write(pen, `${payer.street}, ${payer.city}`, { size: 9, step: 40 })
  write(pen, usDate(received), { step: 30 })
  write(pen, kind, { bold: true, size: 14, step: 26 })
  const facts = [
    ['Patient', `${patient.name} (${patient.id})`],
    ['Date of birth', usDate(patient.birthDate)],
    ['Member ID', patient.memberId],
    [number.name.replace(/([a-z])([A-Z])/g, '$1 $2').replace('Number', 'number'), number.value],
    ['Date of service', usDate(serviceDate)],
  ]
  for (const [name = '', value = ''] of facts) {
    pen.page.drawText(value, { x: left + 130, y: pen.y, size: 10.5, font: pen.regular })
    write(pen, name, { bold: true })
  }
  pen.y -= 14
  for (const text of bodies[kind]?.(document) ?? []) paragraph(pen, text)
  pen.y -= 8
  table(pen, lines)
  write(pen, 'This letter and everybody named in it are invented.', { size: 8 })
  return await pdf.save({ useObjectStreams: false })
}
