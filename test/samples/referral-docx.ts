import { docxOf } from './sample-documents.ts'
import { pngOf } from '#lib/documents/reader/raster'

const cell = (text: string, rtl = false): string =>
  `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr><w:p>${rtl ? '<w:pPr><w:bidi/></w:pPr>' : ''}` +
  `<w:r>${rtl ? '<w:rPr><w:rtl/></w:rPr>' : ''}<w:t>${text}</w:t></w:r></w:p></w:tc>`

const picture =
  '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="457200"/><wp:docPr id="1" name="Logo"/>' +
  '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
  '<pic:nvPicPr><pic:cNvPr id="1" name="logo.png"/><pic:cNvPicPr/></pic:nvPicPr>' +
  '<pic:blipFill><a:blip r:embed="r9"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic>' +
  '</wp:inline></w:drawing></w:r></w:p>'

const namespaces = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ')

/** A referral as a Word document: a logo, and a table whose rows have a label and a value each. */
export function referralDocx(rows: [label: string, value: string][]): Buffer {
  const table = rows
    .map(
      ([label, value]) =>
        `<w:tr>${cell(label)}${cell(value, /[\u0590-\u06ff]/.test(value))}</w:tr>`,
    )
    .join('')
  const document =
    `<w:document ${namespaces}><w:body>${picture}<w:p><w:r><w:t>Referral for imaging</w:t></w:r></w:p>` +
    `<w:tbl>${table}</w:tbl><w:p><w:r><w:t>Please review.</w:t></w:r></w:p></w:body></w:document>`
  const logo = pngOf({ width: 8, height: 4, channels: 1, pixels: Buffer.alloc(32, 0x66) })
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return docxOf([], {
    replaced: {
      '[Content_Types].xml': Buffer.from(
        `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${office}"/></Types>`,
      ),
      'word/document.xml': Buffer.from(document),
      'word/_rels/document.xml.rels': Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
          '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/logo.png"/></Relationships>',
      ),
      'word/media/logo.png': logo,
    },
  })
}
