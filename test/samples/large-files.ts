import { listToWrite } from '#lib/documents/tables/table-to-write'
import { writeExcel } from '#lib/documents/tables/write-excel'
import { pdfOfPages, pictureOf, scanOf } from './sample-pages.ts'
import { bytesOf } from './workbooks.ts'

/** A scan of full pages at 150 dots per inch; its last page has these lines as well. */
export async function longScan(pages: number, last: readonly string[]): Promise<Buffer> {
  const lines = (page: number) => [
    `Evergreen Health, page ${page}`,
    ...(page === pages ? last : []),
    ...Array.from({ length: 30 }, (_, line) => `Line ${line + 1} says why it was denied.`),
  ]
  const pictures: Buffer[] = []
  for (let page = 1; page <= pages; page += 1)
    pictures.push(await pictureOf(await pdfOfPages([{ lines: lines(page) }]), 150))
  return await scanOf(pictures)
}

/** An Excel file of 20 columns whose last cell has this text. */
export async function largeWorkbook(rows: number, last: string): Promise<Buffer> {
  const list = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_each, at) => [
        `Column ${at + 1}`,
        at % 5 === 1 ? row * 7 + at : `Patient ${row}-${at}`,
      ]),
    ),
  )
  const end = list.at(-1)
  if (end) end['Column 20'] = last
  const sheet = { ...listToWrite(list, []), name: 'Claims', header: true, widths: {}, formats: {} }
  return await bytesOf(writeExcel([sheet]))
}
