const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML; what XML cannot hold is written as Excel does (`_x0007_`). */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are what is written otherwise
  const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]|_x[\da-fA-F]{4}_/
  if (!special.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character)
    .replace(
      // oxlint-disable-next-line no-control-regex -- XML cannot hold these characters
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
}

/** The places of styles among `cellXfs`. */
export const styleOf = { header: 1, date: 2, dateTime: 3, firstOwn: 4 }
const firstOwnFormat = 166

/** A bold header on grey with a line below, dates, and the formats that columns ask for. */
export function stylesXml(codes: readonly string[]): string {
  const formats = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', ...codes]
  const numFmts = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`,
  )
  const plain = 'fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"'
  const own = codes.map((_, at) => `<xf numFmtId="${firstOwnFormat + at}" ${plain}/>`)
  return (
    `${declaration}<styleSheet xmlns="${main}">` +
    `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid">' +
    '<fgColor rgb="FFE7EBF0"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
    '<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA5B1"/></bottom>' +
    '<diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${4 + own.length}">` +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" ' +
    'applyBorder="1"/>' +
    `<xf numFmtId="164" ${plain}/><xf numFmtId="165" ${plain}/>${own.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>'
  )
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

export const contentTypesXml = (sheets: number): string =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ' +
  'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/>` +
  numbers(sheets)
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ` +
        `ContentType="${sheetMl}.worksheet+xml"/>`,
    )
    .join('') +
  '</Types>'

export const rootRelationsXml =
  `${declaration}<Relationships xmlns="${relations}">` +
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>` +
  '</Relationships>'

export const workbookXml = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
  names
    .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('') +
  '</sheets></workbook>'

export const relationsXml = (sheets: number): string =>
  `${declaration}<Relationships xmlns="${relations}">` +
  numbers(sheets)
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${office}/worksheet" ` +
        `Target="worksheets/sheet${number}.xml"/>`,
    )
    .join('') +
  `<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/>` +
  '</Relationships>'
