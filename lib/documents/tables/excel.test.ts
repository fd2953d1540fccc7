import { writeXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import { excelTable } from '#test/samples/read-tables'
import { bytesOf, workbookOf, zipOf } from '#test/samples/workbooks'
import { kindOfFormat } from './reader/workbook.ts'
import { listToWrite } from './table-to-write.ts'
import { writeExcel, type SheetToWrite } from './write-excel.ts'

const written = async (
  sheets: { name: string; rows: Record<string, unknown>[]; more?: Partial<SheetToWrite> }[],
  order: string[] = [],
) =>
  await bytesOf(
    writeExcel(
      sheets.map(({ name, rows, more }) => ({
        ...listToWrite(rows, order),
        name,
        header: true,
        widths: {},
        formats: {},
        ...more,
      })),
    ),
  )
/** What another program reads of a workbook. */
const byHucre = async (bytes: Buffer) => {
  const { readXlsx } = await import('hucre')
  return await readXlsx(new Uint8Array(bytes), { readStyles: true })
}

describe('writing', () => {
  const row = {
    name: 'Ada <&"> \u0007 _x0041_ 👩',
    n: -1.5,
    ok: true,
    due: '2026-03-07',
    at: '2026-03-07T09:30:00',
    zip: '02139',
    no: null,
    list: [1],
    feb30: '2026-02-30',
    old: '1850-01-01',
  }

  it('keeps types: numbers, booleans, dates as dates, all other texts as they are', async () => {
    const { sheets } = await byHucre(await written([{ name: 'One', rows: [row] }], ['ok']))
    const [names, values] = sheets[0]?.rows ?? []
    expect(names?.slice(0, 3)).toEqual(['ok', 'name', 'n'])
    expect(values).toEqual([
      true,
      row.name,
      -1.5,
      new Date('2026-03-07T00:00:00Z'),
      new Date('2026-03-07T09:30:00Z'),
      '02139',
      null,
      '[1]',
      '2026-02-30',
      '1850-01-01',
    ])
    const own = await excelTable(await written([{ name: 'One', rows: [row] }]))
    expect(own.objects).toEqual([{ ...row, no: null, list: '[1]' }])
    expect(own.columns.map(({ type }) => type).slice(0, 6)).toEqual([
      'text',
      'number',
      'boolean',
      'date',
      'date-time',
      'text',
    ])
  })

  it('writes several sheets with widths, a header in style and number formats', async () => {
    const more = { widths: { n: 30 }, formats: { n: '#,##0.00', due: 'mm/dd/yyyy' } }
    const bytes = await written([
      { name: 'A & B', rows: [row], more },
      { name: 'Empty', rows: [] },
      { name: 'Bare', rows: [{ x: 1 }], more: { header: false } },
    ])
    const { sheets } = await byHucre(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['A & B', 'Empty', 'Bare'])
    expect(sheets[0]?.columns?.[1]?.width).toBe(30)
    expect(sheets[0]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
    expect(sheets[0]?.cells?.get('1,1')?.style?.numFmt).toBe('#,##0.00')
    expect(sheets[0]?.cells?.get('1,3')?.style?.numFmt).toBe('mm/dd/yyyy')
    expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 })
    expect(sheets[2]?.rows).toEqual([[1]])
    const read = await excelTable(bytes, { sheet: 'a & b' })
    expect(read).toMatchObject({ sheet: 'A & B', objects: [{ due: '2026-03-07', n: -1.5 }] })
  })

  it('makes the same bytes of the same rows', async () => {
    const rows = [{ a: 1 }]
    expect(await written([{ name: 'A', rows }])).toEqual(await written([{ name: 'A', rows }]))
  })

  it('names the cell that is too long for Excel', async () => {
    const rows = [{ note: 'x' }, { note: 'x'.repeat(32_768) }]
    await expect(written([{ name: 'A', rows }])).rejects.toMatchObject({
      details: { issues: [{ message: expect.stringContaining('Cell A3 "note" has more than') }] },
    })
  })
})

describe('reading', () => {
  it('reads sheets, merged cells, rich text, formulas and dates of another program', async () => {
    const bytes = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'Secret', hidden: true, rows: [['x'], [1]] },
          {
            name: 'Claims',
            rows: [
              ['Region', 'Member', 'Due', 'Paid', 'Share'],
              ['East', 'Ada', new Date('2026-03-07T00:00:00Z'), true, 0.5],
              [null, 'Grace', new Date('2026-03-08T12:00:00Z'), false, 0.25],
            ],
            merges: [{ startRow: 1, endRow: 2, startCol: 0, endCol: 0 }],
            cells: new Map([
              ['2,4', { value: 0.25, formula: 'E2/2', formulaResult: 0.25, type: 'formula' }],
              ['1,4', { value: 0.5, style: { numFmt: '0%' } }],
            ]),
          },
        ],
      }),
    )
    const found = await excelTable(bytes)
    expect(found).toMatchObject({
      sheet: 'Claims',
      sheets: [
        { name: 'Secret', hidden: true },
        { name: 'Claims', hidden: false },
      ],
      merged: ['A2:A3'],
      headerRow: 1,
      problemCount: 0,
    })
    expect(found.objects).toEqual([
      { Region: 'East', Member: 'Ada', Due: '2026-03-07', Paid: true, Share: 0.5 },
      { Region: null, Member: 'Grace', Due: '2026-03-08T12:00:00', Paid: false, Share: 0.25 },
    ])
    const filled = await excelTable(bytes, { fillMerged: true })
    expect(filled.objects[1]).toMatchObject({ Region: 'East', Member: 'Grace' })
    expect((await excelTable(bytes, { sheet: 'secret' })).objects).toEqual([{ x: 1 }])
    await expect(excelTable(bytes, { sheet: 'X' })).rejects.toThrow(
      'There is no sheet "X". The sheets are "Secret", "Claims".',
    )
    const part = await excelTable(bytes, { range: 'B2:C3', header: 'no' })
    expect(part.objects).toEqual([
      { 'Column B': 'Ada', 'Column C': '2026-03-07' },
      { 'Column B': 'Grace', 'Column C': '2026-03-08T12:00:00' },
    ])
    await expect(excelTable(bytes, { range: 'B' + '9'.repeat(9) })).rejects.toThrow('no range')
    await expect(excelTable(bytes, { range: 'K9:L9' })).rejects.toThrow('no cells with values')
  })

  it('reads what other programs may write: prefixes, no references, hints, CDATA, entities', async () => {
    const bytes = await workbookOf({
      sharedStrings:
        '<si><t>plain</t></si><si><r><rPr><b/></rPr><t>ri</t></r><r><t>ch</t></r></si>' +
        '<si><t>漢</t><rPh sb="0" eb="1"><t>かん</t></rPh></si><si/><si><t>a_x000D_b</t></si>',
      sheet:
        '<x:sheetData><x:row><x:c t=\'s\'><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>h&#233;</x:t></x:is>' +
        '</x:c></x:row><!-- <row> --><x:row\n r="4"><x:c t="s"><x:v>1</x:v></x:c>' +
        '<x:c r="C4" t="str"><x:f>A1&amp;">"</x:f><x:v><![CDATA[<>]]>&lt;</x:v></x:c></x:row>' +
        '<x:row><x:c t="s"><x:v>2</x:v></x:c><x:c t="s"><x:v>3</x:v></x:c><x:c t="s"><x:v>4</x:v></x:c>' +
        '</x:row></x:sheetData>',
    })
    const { rows, runs, columns } = await excelTable(bytes, { header: 'yes' })
    expect(columns.map(({ name }) => name)).toEqual(['plain', 'hé', 'Column C'])
    expect(rows).toEqual([
      ['rich', null, '<><'],
      ['漢', '', 'a\rb'],
    ])
    expect(runs).toEqual([{ first: 4, count: 2 }])
  })

  it('shows numbers as the dates, times and durations that their format says', async () => {
    const formats = ['m/d/yyyy', 'h:mm', '[h]:mm', '0.00', '"day" 0', 'yyyy\\-mm hh:mm']
    const bytes = await workbookOf({
      styles:
        `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>' +
        `<xf numFmtId="22"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`,
      sheet:
        '<sheetData><row r="1"><c s="0"><v>46088</v></c><c s="1"><v>46088</v></c>' +
        '<c s="2"><v>46088.375</v></c><c s="3"><v>46088</v></c><c s="4"><v>0.375</v></c>' +
        '<c s="5"><v>1.1041666666666667</v></c><c s="6"><v>2.5</v></c><c s="7"><v>3</v></c>' +
        '<c s="8"><v>46088.99999999</v></c><c s="1"><v>61</v></c><c s="1"><v>1</v></c>' +
        '<c t="d"><v>2026-03-07T00:00:00Z</v></c></row></sheetData>',
    })
    expect((await excelTable(bytes, { header: 'no' })).rows[0]).toEqual([
      46088,
      '2026-03-07',
      '2026-03-07T09:00:00',
      '2026-03-07',
      '09:00:00',
      '26:30:00',
      2.5,
      3,
      '2026-03-08T00:00:00',
      '1900-03-01',
      '1900-01-01',
      '2026-03-07',
    ])
    expect(kindOfFormat('[$-409]mmmm')).toBe('date')
    expect(kindOfFormat('[Red]0.00')).toBe('number')
    const mac = await workbookOf({
      workbook: 'date1904="1"',
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      sheet: '<sheetData><row><c s="0"><v>44626</v></c></row></sheetData>',
    })
    expect((await excelTable(mac, { header: 'no' })).rows).toEqual([['2026-03-07']])
  })

  it('reports errors and formulas without a value, by their cell', async () => {
    const bytes = await workbookOf({
      sheet:
        '<sheetData><row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2"><f>1+1</f></c>' +
        '<c r="C2" t="b"><v>1</v></c></row></sheetData>',
    })
    expect(await excelTable(bytes)).toMatchObject({
      rows: [['#N/A', null, true]],
      problems: [
        { row: 2, column: 'A', message: 'A2 has the error #N/A.' },
        { row: 2, column: 'B', message: expect.stringContaining('B2 is a formula whose value') },
      ],
    })
    expect(await excelTable(bytes, { range: 'C:C' })).toMatchObject({ problemCount: 0 })
  })

  it('leaves out hidden rows when it is told so', async () => {
    const cell = (value: number) => `<c><v>${value}</v></c>`
    const bytes = await workbookOf({
      sheet: `<sheetData><row>${cell(1)}</row><row hidden="1">${cell(2)}</row><row>${cell(3)}</row></sheetData>`,
    })
    expect((await excelTable(bytes)).rows).toEqual([[1], [2], [3]])
    expect(await excelTable(bytes, { skipHiddenRows: true })).toMatchObject({
      rows: [[1], [3]],
      runs: [
        { first: 1, count: 1 },
        { first: 3, count: 1 },
      ],
    })
  })
})

const row = '<sheetData><row><c><v>1</v></c></row></sheetData>'
const good = await workbookOf({ sheet: row })
const damaged = 'This Excel file is damaged'

describe('a bad file', () => {
  /** The place of a field of the directory entry of the sheet. */
  const entryOf = (bytes: Buffer, name: string) =>
    bytes.lastIndexOf(name, bytes.length, 'latin1') - 46
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const copy = Buffer.from(good)
    change(copy)
    return copy
  }
  const sheetName = 'xl/worksheets/any.xml'

  it.each<[string, Buffer, string]>([
    ['cut off', good.subarray(0, good.length - 40), damaged],
    ['empty', Buffer.alloc(0), 'This is not an Excel file'],
    ['text', Buffer.from('a,b\n1,2'), 'This is not an Excel file (.xlsx)'],
    ['HTML', Buffer.from('<html><table>'), 'This is HTML or XML'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'This is a PDF'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel file (.xls)'],
    [
      'an encrypted workbook',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'has a password',
    ],
    [
      'another file behind it',
      Buffer.concat([good, Buffer.from('%PDF-1.7')]),
      'Another file is hidden',
    ],
    ['another workbook in front', Buffer.concat([good, good]), 'Another file is hidden'],
    [
      'a smaller size than it has',
      changed((bytes) => bytes.writeUInt32LE(5, entryOf(bytes, sheetName) + 24)),
      'unpacks to far more',
    ],
    [
      'a larger size than it has',
      changed((bytes) => bytes.writeUInt32LE(9_999, entryOf(bytes, sheetName) + 24)),
      damaged,
    ],
    [
      'a wrong checksum',
      changed((bytes) => bytes.writeUInt32LE(1, entryOf(bytes, sheetName) + 16)),
      damaged,
    ],
    [
      'an encrypted part',
      changed((bytes) => bytes.writeUInt16LE(0x0809, entryOf(bytes, sheetName) + 8)),
      'has a password',
    ],
    [
      'parts that share bytes',
      changed((bytes) => bytes.writeUInt32LE(0, entryOf(bytes, sheetName) + 42)),
      damaged,
    ],
    [
      'a size of gigabytes',
      changed((bytes) => bytes.writeUInt32LE(0xff_ff_ff_f0, entryOf(bytes, sheetName) + 24)),
      'unpacks to far more',
    ],
  ])('%s ends with a sentence', async (_what, bytes, sentence) => {
    await expect(excelTable(bytes)).rejects.toThrow(sentence)
  })

  it('that is another archive, without a sheet or with a DTD, ends with a sentence', async () => {
    await expect(excelTable(await zipOf({ 'a.txt': 'x' }))).rejects.toThrow('not an Excel workbook')
    const dtd = '<!DOCTYPE x [<!ENTITY a "aaaa">]><sheetData/>'
    await expect(excelTable(await workbookOf({ sheet: dtd }))).rejects.toThrow('is not XML')
    const open = await workbookOf({ sheet: '<sheetData><row' })
    await expect(excelTable(open)).rejects.toThrow('is not XML')
    const wild = '<sheetData><row r="9"/><row r="2"><c><v>1</v></c></row></sheetData>'
    await expect(excelTable(await workbookOf({ sheet: wild }))).rejects.toThrow(
      'outside of the sheet',
    )
    const wide = '<sheetData><row><c r="XFE1"><v>1</v></c></row></sheetData>'
    await expect(excelTable(await workbookOf({ sheet: wide }))).rejects.toThrow(
      'outside of the sheet',
    )
  })

  it('that is a bomb ends at its limits', async () => {
    const bomb = await workbookOf({ sheet: row, more: { 'xl/x.xml': Buffer.alloc(100_000) } })
    await expect(excelTable(bomb, {}, { unpackedBytes: 50_000 })).rejects.toThrow('far more')
    const sheet = `${row}${' '.repeat(100_000)}`
    const limits = { ratio: 10, ratioFromBytes: 50_000 }
    await expect(excelTable(await workbookOf({ sheet }), {}, limits)).rejects.toThrow('far more')
    await expect(excelTable(bomb, {}, { entries: 3 })).rejects.toThrow('far more')
    const texts = { sheet: row, sharedStrings: '<si><t>text</t></si>'.repeat(10) }
    await expect(excelTable(await workbookOf(texts), {}, { textCharacters: 100 })).rejects.toThrow(
      'too much text',
    )
  })
})
