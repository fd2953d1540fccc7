import { constants, deflateRawSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { letterPdf } from '#test/samples/letter-pdf'
import { pdfOf } from '#test/samples/sample-documents'
import { checkLetterPdf } from './check-letter-pdf.ts'

const organizationId = 'one'
const check = (bytes: Uint8Array, doubleSided = true) =>
  checkLetterPdf(bytes, { doubleSided, organizationId })
const without = (bytes: Uint8Array, end: number) => bytes.subarray(0, bytes.byteLength - end)

/** A PDF of these objects, with their cross-reference table. */
function pdfOfObjects(objects: string[]): Buffer {
  let pdf = '%PDF-1.4\n'
  const table = objects.map((body, index) => {
    const offset = String(pdf.length).padStart(10, '0')
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  return Buffer.from(
    `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< ` +
      `/Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  )
}

/**
 * A megabyte of blanks, compressed once and then repeated, because compressing all takes seconds.
 * With the frame and the checksum (Adler-32) of RFC 1950.
 */
function packedBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  })
  const size = BigInt(megabytes) * 1024n * 1024n
  const sum = (((size + 16n * size * (size + 1n)) % 65521n) << 16n) | ((1n + 32n * size) % 65521n)
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  end.writeUInt32BE(Number(sum), 2)
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: megabytes }, () => block),
    end,
  ])
}

/** An object stream of less than a megabyte that unpacks to this many megabytes. */
function bomb(megabytes: number): Buffer {
  const packed = packedBlanks(megabytes).toString('latin1')
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [] /Count 0 >>',
    `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
  ])
}

it('(the bomb unpacks to its size)', () =>
  expect(inflateSync(packedBlanks(3)).equals(Buffer.alloc(3 * 1024 * 1024, ' '))).toBe(true))

describe('the PDF of a letter', () => {
  it.each([
    ['one page', () => letterPdf(1), true, 1],
    ['120 pages on both sides', () => letterPdf(120), true, 120],
    ['60 pages on one side', () => letterPdf(60), false, 60],
    ['a sixteenth of an inch too tall', () => letterPdf(1, { size: [612, 796] }), true, 1],
    [
      'lying pages that are turned upright',
      () => letterPdf(1, { size: [792, 612], rotated: 90 }),
      true,
      1,
    ],
    ['written by hand', async () => pdfOf('Dear Avery'), true, 1],
    [
      'some bytes before and after',
      async () => Buffer.concat([Buffer.from('\n\n'), pdfOf('Dear Avery'), Buffer.from('\n\n')]),
      true,
      1,
    ],
  ] as [string, () => Promise<Uint8Array>, boolean, number][])(
    '%s: is taken',
    async (_what, make, doubleSided, pages) =>
      expect(await check(await make(), doubleSided)).toBe(pages),
  )

  it.each([
    ['no PDF', async () => Buffer.from('Dear Avery, this is a letter.'), 'not a PDF'],
    ['a picture', async () => Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'not a PDF'],
    ['encrypted', async () => pdfOf('Dear Avery', { encrypted: true }), 'has a password'],
    [
      'no page',
      async () =>
        pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
      'empty',
    ],
    ['blank pages only', () => letterPdf(2, { blank: true }), 'empty'],
    ['A4', () => letterPdf(1, { size: [595, 842] }), 'page 1 is 8.26 × 11.69 inches'],
    ['legal', () => letterPdf(1, { size: [612, 1008] }), '8.5 × 14'],
    ['lying', () => letterPdf(1, { size: [792, 612] }), '11 × 8.5'],
    ['upright pages that are turned', () => letterPdf(1, { rotated: 270 }), '11 × 8.5'],
    [
      '121 pages',
      () => letterPdf(121),
      'at most 60 sheets, which are 120 pages double-sided; this PDF has 121',
    ],
    ['cut off in the middle', async () => without(await letterPdf(3), 500), 'cannot be read'],
    ['cut off at the end', async () => without(pdfOf('Dear Avery'), 10), 'cannot be read'],
    ['a header only', async () => Buffer.from('%PDF-1.7\n%%EOF'), 'cannot be read'],
    [
      'a header and noise',
      async () => Buffer.from(`%PDF-1.7\n${'obj <<'.repeat(2000)}\n%%EOF`),
      'cannot be read',
    ],
    [
      'pages in a circle',
      async () =>
        pdfOfObjects([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
        ]),
      'cannot be read',
    ],
    [
      'more than 20 MB',
      async () => Buffer.concat([await letterPdf(1), Buffer.alloc(20 * 1024 * 1024)]),
      'at most 20 MB',
    ],
  ] as [string, () => Promise<Uint8Array>, string][])(
    '%s: is refused, saying so',
    async (_what, make, message) => {
      await expect(check(await make())).rejects.toMatchObject({
        code: 'invalid_request',
        statusCode: 400,
        details: { issues: [{ path: 'file', message: expect.stringContaining(message) }] },
      })
    },
  )

  it('61 pages on one side are 61 sheets', async () =>
    await expect(check(await letterPdf(61), false)).rejects.toMatchObject({
      message: expect.stringContaining('60 pages single-sided; this PDF has 61'),
    }))

  it('that unpacks to a thousand times its size ends only its reader', async () => {
    await expect(check(bomb(800))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('too costly'),
    })
  })

  it('many at once are all judged', async () => {
    const good = await letterPdf(2)
    const bad = await letterPdf(2, { size: [595, 842] })
    // Bytes of their own: the same ones are read once.
    const each = (index: number) =>
      Buffer.concat([index % 2 ? bad : good, Buffer.from(`%${index}\n`)])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_each, index) => check(each(index))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, (_each, index) => (index % 2 ? 'rejected' : 'fulfilled')),
    )
  })
})
