import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A PDF of one page with this text; `encrypted` asks for a password that nobody knows (ISO 32000-1
 * §7.6.3).
 */
export function pdfOf(text: string, { encrypted = false } = {}): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'1f'.repeat(32)}> /U <${'2e'.repeat(32)}> >>`,
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = encrypted ? ` /Encrypt 6 0 R /ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>]` : ''
  return Buffer.from(
    `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ` +
      `${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A ZIP archive (APPNOTE 6.3.9). `declared`: sizes that it states in place of the true ones. */
export function zipOf(
  files: Record<string, string | Buffer>,
  declared: Record<string, number> = {},
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared[name] ?? raw.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      common,
      Buffer.from(name),
      packed,
    ])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}

type Oddities = { padding?: number; replaced?: Record<string, Buffer>; declared?: number }

/**
 * A Word document of these paragraphs; `padding` bytes more when unpacked. Files may be `replaced`;
 * the archive's directory then states `declared` as their size.
 */
export function docxOf(paragraphs: string[], oddities: Oddities = {}): Buffer {
  const { padding = 0, replaced = {}, declared } = oddities
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office =
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
    ...(padding > 0 ? { 'word/padding.bin': Buffer.alloc(padding) } : {}),
    ...replaced,
  }
  const stated = Object.keys(replaced).map((name) => [name, declared ?? 0])
  return zipOf(parts, declared === undefined ? {} : Object.fromEntries(stated))
}
