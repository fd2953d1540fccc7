import { writeZip } from '#lib/documents/tables/zip-writer'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** An archive of these files. */
export const zipOf = async (files: Record<string, string | Buffer>): Promise<Buffer> =>
  await bytesOf(
    writeZip(
      (async function* () {
        for (const [name, content] of Object.entries(files))
          yield { name, content: [Buffer.from(content)] }
      })(),
    ),
  )

type Parts = {
  /** The inside of `<worksheet>`, of one sheet or by its name. */
  sheet: string
  sharedStrings?: string
  /** The inside of `<styleSheet>`. */
  styles?: string
  /** Attributes of `<workbookPr>`. */
  workbook?: string
  more?: Record<string, string | Buffer>
}

/** A workbook of one sheet "Data" whose XML a test writes by hand, as other programs write it. */
export async function workbookOf(parts: Parts): Promise<Buffer> {
  const { sheet, sharedStrings = '', styles = '', workbook = '', more = {} } = parts
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  return await zipOf({
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${workbook}/>` +
      '<sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/any.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    'xl/worksheets/any.xml': `<worksheet xmlns="${main}">${sheet}</worksheet>`,
    ...more,
  })
}
