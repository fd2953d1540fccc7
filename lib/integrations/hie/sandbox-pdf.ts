/**
 * Writes a PDF of one letter page (ISO 32000-1) with a heading and lines of text, in one of the
 * fonts that every reader has.
 */
export function pdfPage(heading: string, lines: string[]): Uint8Array {
  const shown = (text: string) =>
    `(${text.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\x7e]/g, '?')}) Tj`
  const stream = [
    'BT',
    '/F1 18 Tf',
    '72 720 Td',
    shown(heading),
    '/F1 11 Tf',
    '0 -30 Td',
    ...lines.flatMap((line) => [shown(line), '0 -16 Td']),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const table = objects.map((body, index) => {
    const offset = String(pdf.length).padStart(10, '0')
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const start = pdf.length
  return Buffer.from(
    `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< ` +
      `/Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}
