import { crc32, deflateSync } from 'node:zlib'
import { docxOf } from './sample-documents.ts'

type PdfObject = string | { dictionary: string; stream: Buffer }

/** A PDF of these objects, numbered from 1; the first is the catalog. */
function pdfOfObjects(objects: PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = 9
  for (const [index, object] of objects.entries()) {
    const body =
      typeof object === 'string'
        ? Buffer.from(object, 'latin1')
        : Buffer.concat([
            Buffer.from(`<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`),
            object.stream,
            Buffer.from('\nendstream'),
          ])
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end =
    `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n` +
    `<< /Size ${size} /Root 1 0 R >>\n` +
    `startxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const words = (text: string) => ({
  dictionary: '',
  stream: Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
})
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = (more: string, box = '0 0 612 792') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${more} >>`
const withFont = '/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'

export const badPdfs = {
  /** The tree of its pages leads back to its root. */
  pageLoop: () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 2 0 R] /Count 1000000 >>',
    ]),
  hugePage: () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      pages,
      page(withFont, '0 0 2000000000 2000000000'),
      words('Huge'),
      font,
    ]),
  script: () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while\\(true\\);) >> ' +
        '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (while\\(true\\);) >>] >> >> >>',
      pages,
      page(`${withFont} /AA << /O << /S /JavaScript /JS (while\\(true\\);) >> >>`),
      words('With a script'),
      font,
    ]),
  nested: () =>
    pdfOfObjects([
      `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(200_000)}${']'.repeat(200_000)} >>`,
      pages,
      page(withFont),
      words('Nested'),
      font,
    ]),
  drawsItself: () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      pages,
      page('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>'),
      { dictionary: '', stream: Buffer.from('/X Do /X Do') },
      {
        dictionary:
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] ' +
          '/Resources << /XObject << /X 5 0 R >> >>',
        stream: Buffer.from('/X Do /X Do'),
      },
    ]),
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(8 + body.length)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), 4 + body.length)
  return whole
}

/** A PNG of this size whose pixels are packed zeros; `bytes` of them, whatever its size says. */
export function pngOfZeros(
  {
    width,
    height,
    depth = 8,
    colour = 0,
  }: {
    width: number
    height: number
    depth?: number
    colour?: number
  },
  bytes: number,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, body: number[]) =>
  Buffer.from([0xff, marker, 0, body.length + 2, ...body])

/** A JPEG that says that it is so large, with next to no picture in it. */
export const jpegOf = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
  ])

/** A TIFF of one strip with these tags beside those of its size. */
export function tiffWith(tags: [number, number][], strip: Buffer): Buffer {
  const at = 8 + 2 + (tags.length + 2) * 12 + 4
  const entries: [number, number][] = [...tags, [273, at], [279, strip.length]]
  entries.sort(([one], [other]) => one - other)
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [nth, [tag, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + nth * 12)
    directory.writeUInt16LE(4, 4 + nth * 12)
    directory.writeUInt32LE(1, 6 + nth * 12)
    directory.writeUInt32LE(value, 10 + nth * 12)
  }
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory, strip])
}

/** Entities that make a text of gigabytes from a kilobyte. */
export const laughs = (root: string): string => {
  const levels = Array.from({ length: 12 }, (_, level) => level)
  const entities = levels.map((level) =>
    level === 0
      ? '<!ENTITY l0 "laughter ">'
      : `<!ENTITY l${level} "${`&l${level - 1};`.repeat(12)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE ${root} [${entities.join('')}]>`
}
/** An entity that is a file of the server. */
export const foreignEntity = (root: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY l11 SYSTEM "file:///etc/passwd">]>`

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
export const docxWithXml = (prolog: string): Buffer =>
  docxOf([], {
    replaced: {
      'word/document.xml': Buffer.from(
        `${prolog}<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>&l11;</w:t></w:r></w:p>` +
          '</w:body></w:document>',
      ),
    },
  })

/** What Office makes of a document with a password (MS-CFB): the document is inside, encrypted. */
export const withPassword = (): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from('EncryptionInfo', 'utf16le'),
    Buffer.alloc(64),
    Buffer.from('EncryptedPackage', 'utf16le'),
    Buffer.alloc(512),
  ])

/** A GIF whose first bytes are also a script. */
export const gifAndScript = (): Buffer =>
  Buffer.from('GIF89a/*\u0001\u0001*/=1;alert(1)//', 'latin1')
