import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvWriteOptions } from '#lib/domain/tables/options'
import { csvTable, csvWriteOptions } from '#test/samples/read-tables'
import { bytesOf } from '#test/samples/workbooks'
import { listToWrite } from './table-to-write.ts'
import { guarded, writeCsv } from './write-csv.ts'

type Rows = Record<string, unknown>[]
const written = async (rows: Rows, options: Partial<CsvWriteOptions> = {}, order: string[] = []) =>
  await bytesOf(writeCsv(listToWrite(rows, order), { ...csvWriteOptions, ...options }))
const text = async (...args: Parameters<typeof written>) => (await written(...args)).toString()

describe('writing', () => {
  it('puts the columns in order, the rest as they come', async () => {
    const rows = [
      { b: 1, a: 'x' },
      { c: true, a: null },
    ]
    expect(await text(rows, {}, ['a', 'new'])).toBe('a,new,b,c\r\nx,,1,\r\n,,,true\r\n')
    expect(await text(rows, { header: false }, ['a'])).toBe('x,1,\r\n,,true\r\n')
  })

  it('quotes what needs it, or everything', async () => {
    const rows = [{ a: 'x,y', b: 'say "hi"', c: 'two\nlines', d: ' space' }]
    expect(await text(rows, { header: false })).toBe('"x,y","say ""hi""","two\nlines"," space"\r\n')
    expect(await text([{ a: 1, b: '' }], { quoteAll: true, lineEnd: 'lf' })).toBe(
      '"a","b"\n"1",""\n',
    )
    expect(
      await text([{ a: "it's|", b: 'x,y' }], { header: false, quote: 'single', delimiter: 'pipe' }),
    ).toBe("'it''s|'|x,y\r\n")
  })

  it('writes lists and objects as JSON, and an only empty cell as quotes', async () => {
    expect(await text([{ a: { b: [1] } }, { a: '' }], { header: false })).toBe(
      '"{""b"":[1]}"\r\n""\r\n',
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['@SUM(1)', "'@SUM(1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['\rx', "'\rx"],
    ['＝1+1', "'＝1+1"],
    ['-12.50', '-12.50'],
    ['+12125550100', '+12125550100'],
    ['a=b', 'a=b'],
  ])('guards %j against being executed', (given, safe) => expect(guarded(given)).toBe(safe))

  it('guards the header too, and nothing when it is told so', async () => {
    expect(await text([{ '=x': '=1', n: -3 }], { lineEnd: 'lf' })).toBe("'=x,n\n'=1,-3\n")
    expect(await text([{ a: '=1' }], { formulaGuard: false, lineEnd: 'lf' })).toBe('a\n=1\n')
  })

  it('writes each encoding with its mark', async () => {
    const rows = [{ ä: '€ “x”' }]
    expect((await written(rows, { encoding: 'utf-8-bom' })).subarray(0, 5)).toEqual(
      Buffer.from('\ufeffä'),
    )
    expect(await written(rows, { encoding: 'utf-16le' })).toEqual(
      Buffer.from('\ufeffä\r\n€ “x”\r\n', 'utf16le'),
    )
    const latin = await written(rows, { encoding: 'windows-1252' })
    expect([...latin]).toEqual([0xe4, 13, 10, 0x80, 32, 0x93, 0x78, 0x94, 13, 10])
  })

  it('names row and column of a character that the encoding does not have', async () => {
    const rows = [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Żaneta' },
    ]
    await expect(written(rows, { encoding: 'windows-1252' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [
          {
            path: 'encoding',
            message: 'Row 3, column B "name": “Ż” cannot be written as Windows-1252. Choose UTF-8.',
          },
        ],
      },
    })
  })

  it('comes in pieces of some 64 KB', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, text: 'x'.repeat(40) }))
    const lengths: number[] = []
    for await (const piece of writeCsv(listToWrite(rows, []), csvWriteOptions))
      lengths.push(piece.length)
    expect(lengths.length).toBeGreaterThan(2)
    expect(Math.max(...lengths)).toBeLessThan(70_000)
  })
})

describe('reading', () => {
  it('finds delimiter, types, header and lines; blank lines are no rows', async () => {
    const found = await csvTable('id;name;n;ok\r\n1;Ada;2.5;true\r\n\r\n2;"Grace; H";-1;FALSE\r\n')
    expect(found).toMatchObject({
      headerRow: 1,
      rowCount: 2,
      runs: [
        { first: 2, count: 1 },
        { first: 4, count: 1 },
      ],
      detected: { encoding: 'utf-8', delimiter: ';', quote: '"', lineEnd: '\r\n' },
    })
    expect(found.columns.map(({ type }) => type)).toEqual(['number', 'text', 'number', 'boolean'])
    expect(found.objects[1]).toEqual({ id: 2, name: 'Grace; H', n: -1, ok: false })
  })

  it.each([',', ';', '\t', '|'])('finds the delimiter %j in two columns', async (delimiter) => {
    const lines = ['name', 'Ada, Countess; née | Byron', 'Grace'].map(
      (each, at) => `"${each}"${delimiter}"${at}"`,
    )
    const found = await csvTable(`${lines.join('\n')}\n`, { header: 'no' })
    expect(found).toMatchObject({ detected: { delimiter }, rowCount: 3 })
    expect(found.columns).toHaveLength(2)
  })

  it('keeps leading zeros, long numbers and exponents as text', async () => {
    const { objects, columns } = await csvTable(
      'zip,mrn,code,day,n\n02139,12345678901234567890,1E5,2026-03-07,15\n10001,1,2E3,2026-12-31,\n',
    )
    expect(objects[0]).toEqual({
      zip: '02139',
      mrn: '12345678901234567890',
      code: '1E5',
      day: '2026-03-07',
      n: 15,
    })
    expect(columns.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'date', 'number'])
    expect(objects[1]).toMatchObject({ zip: '10001', n: null })
  })

  it.each<[string, Buffer, string]>([
    ['utf-8', Buffer.from('name,x\nJosé,1\n'), 'José'],
    ['utf-8', Buffer.from('\ufeffname,x\nJosé,1\n'), 'José'],
    ['utf-16le', Buffer.from('\ufeffname,x\nJosé,1\n', 'utf16le'), 'José'],
    ['utf-16le', Buffer.from('name,x\nJosé,1\n', 'utf16le'), 'José'],
    ['utf-16be', Buffer.from('\ufeffname,x\nJosé,1\n', 'utf16le').swap16(), 'José'],
    ['windows-1252', Buffer.from('name,x\nJos\xe9 \x96,1\n', 'latin1'), 'José –'],
  ])('finds the encoding %s', async (encoding, bytes, name) => {
    const { detected, objects } = await csvTable(bytes)
    expect(detected).toMatchObject({ encoding })
    expect(objects).toEqual([{ name, x: 1 }])
  })

  it('finds single quotes, mixed ends of lines and lines within a field', async () => {
    expect((await csvTable("'a b','c'\n'x,y','d'\n")).objects).toEqual([{ 'a b': 'x,y', c: 'd' }])
    const mixed = await csvTable('a,b\r\n1,2\n"3\n4",5\r\n6,7')
    expect(mixed.objects.map(({ a }) => a)).toEqual(['1', '3\n4', '6'])
    expect(mixed.runs).toEqual([
      { first: 2, count: 2 },
      { first: 5, count: 1 },
    ])
  })

  it('takes each choice over what it found', async () => {
    const { objects, detected } = await csvTable("title\n1;2|'x\n", {
      skipLines: 1,
      header: 'no',
      delimiter: 'pipe',
      encoding: 'windows-1252',
      quote: 'double',
      lineEnd: 'lf',
      types: 'text',
    })
    expect(objects).toEqual([{ 'Column A': '1;2', 'Column B': "'x" }])
    expect(detected).toMatchObject({ delimiter: '|', encoding: 'windows-1252' })
    const typed = await csvTable('id,due,n\n1,3/7/2026,+5\n2,12/31/2026,x\n', {
      columnTypes: { id: 'text', due: 'date-month-first', n: 'number' },
      problems: 'report',
    })
    expect(typed.objects[0]).toEqual({ id: '1', due: '2026-03-07', n: 5 })
    expect(typed.problems).toEqual([
      { row: 3, column: 'n', message: 'Line 3, column C "n": a value is no number.' },
    ])
    await expect(csvTable('a\n1\n', { columnTypes: { b: 'text' } })).rejects.toThrow(
      'There is no column "b"',
    )
  })

  it('takes a first row of values for no header', async () => {
    for (const first of ['1,Ada', '2026-01-01,Ada', 'Ada,Ada', '007,Ada'])
      expect(await csvTable(`${first}\n2,Grace\n`)).toMatchObject({ headerRow: null, rowCount: 2 })
  })

  it('fails with the lines that are broken, or reports them', async () => {
    const broken = 'a,b\n1,2\n3\n4,5,6\n7,8\n'
    await expect(csvTable(broken)).rejects.toThrow(
      'This file has 2 broken lines. Line 3: 1 field, where the header has 2. Line 4: 3 fields, ' +
        'where the header has 2. Mend them, or choose to report broken lines.',
    )
    const { objects, problemCount } = await csvTable(broken, { problems: 'report' })
    expect(problemCount).toBe(2)
    expect(objects).toEqual([
      { a: 1, b: 2, 'Column C': null },
      { a: 3, b: null, 'Column C': null },
      { a: 4, b: 5, 'Column C': 6 },
      { a: 7, b: 8, 'Column C': null },
    ])
  })

  it('names the line where a quote is opened and never closed', async () => {
    await expect(csvTable('a,b\n1,2\n3,"4\n5,6\n')).rejects.toThrow('Line 3: a quote is opened')
    await expect(csvTable('a,b\n"x"y,2\n')).rejects.toThrow('Line 2: text stands behind')
  })

  it.each([
    ['', 'it is empty'],
    ['PK\x03\x04…', 'Read it with “Read Excel”'],
    ['%PDF-1.7', 'This is a PDF'],
    ['\xd0\xcf\x11\xe0', 'old Excel file'],
    ['\x1f\x8b\x08', 'compressed'],
  ])('refuses %j with a sentence', async (content, sentence) => {
    await expect(csvTable(Buffer.from(content, 'latin1'))).rejects.toThrow(sentence)
  })

  it('names its limits', async () => {
    const rows = 'a,b\n1,2\n3,4\n'
    await expect(csvTable(rows, {}, { listRows: 1 })).rejects.toThrow('more than 1 rows, too many')
    await expect(csvTable(rows, {}, { listCharacters: 20 })).rejects.toThrow('too much text')
    await expect(csvTable(rows, {}, { rows: 1 })).rejects.toThrow('Split the file')
    await expect(csvTable(rows, {}, { cells: 3 })).rejects.toThrow('more than 3 cells')
  })
})

it('reads back what it wrote, whatever the cells and the format', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...Array.from('",;|\t\n\r\'= a1é€')), maxLength: 6 }),
  )
  const options = fc.record({
    delimiter: fc.constantFrom('comma', 'semicolon', 'tab', 'pipe'),
    encoding: fc.constantFrom('utf-8', 'utf-8-bom', 'utf-16le'),
    quote: fc.constantFrom('double', 'single'),
    quoteAll: fc.boolean(),
    lineEnd: fc.constantFrom('crlf', 'lf'),
  } as const)
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  await fc.assert(
    fc.asyncProperty(table, options, async (cells, format) => {
      // A row of blanks is no row, and ill-formed text is not written to a file.
      const rows = cells
        .map((row) => row.map((each) => each.toWellFormed().replace(/^\ufeff/, '')))
        .filter((row) => row.some((each) => each.trim() !== ''))
      fc.pre(rows.length > 0)
      const names = (rows[0] ?? []).map((_, at) => `name ${at}`)
      const list = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
      const bytes = await written(list, { ...format, formulaGuard: false })
      const { encoding, delimiter, quote } = format
      const read = await csvTable(bytes, {
        header: 'yes',
        types: 'text',
        delimiter,
        quote,
        encoding: encoding === 'utf-8-bom' ? 'utf-8' : encoding,
      })
      expect(read.rows).toEqual(
        rows.map((row) => names.map((_, at) => (row[at] === '' ? null : row[at]))),
      )
    }),
    { seed: 20261123, numRuns: 150 },
  )
})
