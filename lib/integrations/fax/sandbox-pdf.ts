/** A received page with a text; characters beyond Latin-1 become question marks. */
export async function sandboxFaxPdf(from: string, text: string): Promise<Uint8Array> {
  // Loaded at the first use: only an organization with the sandbox fax machine draws a page.
  const { PDFDocument, StandardFonts } = await import('@pdfme/pdf-lib')
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Courier)
  const page = document.addPage([612, 792])
  const plain = (line: string) => line.replaceAll(/[^\x20-\x7e\xa1-\xff]/g, '?')
  const lines = [`FROM ${from}`, '', ...text.split(/\r?\n/)].slice(0, 60)
  for (const [index, line] of lines.entries())
    page.drawText(plain(line).slice(0, 90), { x: 50, y: 740 - index * 12, size: 9, font })
  return await document.save()
}
