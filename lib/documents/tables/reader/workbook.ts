import { isDateFormat } from 'hucre'
import type { TableLimits } from '../messages.ts'
import type { Archive } from './archive.ts'
import { refuse } from './refused.ts'
import { attribute, readXml } from './xml.ts'

const noWorkbook = 'This is not an Excel workbook (.xlsx). Save it as .xlsx and send it again.'

const id = attribute('Id')
const target = attribute('Target')
const type = attribute('Type')
const sheetName = attribute('name')
const state = attribute('state')
const date1904 = attribute('date1904')
const numFmtId = attribute('numFmtId')
const formatCode = attribute('formatCode')
const relation = /(?:^|\s)\w+:id\s*=\s*"([^"]*)"/

type Relation = { target: string; type: string }
export type SheetEntry = { name: string; hidden: boolean; path: string }
/** What a number of this style shows: itself, or a date. */
export type NumberKind = 'number' | 'date' | 'date-time' | 'time' | 'elapsed'
export type Workbook = {
  sheets: SheetEntry[]
  is1904: boolean
  texts: string[]
  kinds: NumberKind[]
}

/** A target is relative to the folder of the part, or begins with a slash. */
function resolved(folder: string, path: string): string {
  const segments: string[] = []
  for (const segment of `${path.startsWith('/') ? '' : folder}/${path}`.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = folderOf(part)
  const name = part.slice(folder === '' ? 0 : folder.length + 1)
  const path = [folder, '_rels', `${name}.rels`].filter(Boolean).join('/')
  const relations = new Map<string, Relation>()
  if (!archive.has(path)) return relations
  await readXml(archive.stream(path), {
    open(tag, attributes) {
      if (tag !== 'Relationship') return
      const found = {
        target: resolved(folder, target(attributes) ?? ''),
        type: type(attributes) ?? '',
      }
      relations.set(id(attributes) ?? '', found)
    },
    close: () => undefined,
    text: () => undefined,
  })
  return relations
}

const ofType = (relations: Map<string, Relation>, end: string): string | undefined =>
  [...relations.values()].find((each) => each.type.endsWith(`/${end}`))?.target

/** The texts that cells name by number, one string each. Hints for their pronunciation are no text. */
async function sharedTexts(
  archive: Archive,
  path: string | undefined,
  limits: TableLimits,
): Promise<string[]> {
  const texts: string[] = []
  if (!path || !archive.has(path)) return texts
  let inText = false
  let inHint = false
  let text = ''
  let characters = 0
  await readXml(archive.stream(path), {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 't') inText = true
      else if (tag === 'rPh') inHint = true
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') inHint = false
      if (tag !== 'si') return
      characters += text.length + 16
      if (characters > limits.textCharacters)
        refuse('This workbook has too much text to be read. Split it, or save it as CSV.')
      texts.push(plainText(text))
    },
    text(piece) {
      if (inText && !inHint) text += piece
    },
  })
  return texts
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text

/** What a number format shows, by its code without quoted texts and colours. */
export function kindOfFormat(code: string): NumberKind {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'elapsed'
  if (!isDateFormat(code)) return 'number'
  const plain = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  const hasTime = /[hs]/i.test(plain)
  const hasDate = /[yd]/i.test(plain) || (!hasTime && /m/i.test(plain))
  if (hasDate) return hasTime ? 'date-time' : 'date'
  return 'time'
}

/** The formats of dates that every program knows by their number (ECMA-376, 18.8.30). */
const builtIn = new Map<number, NumberKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
    (each) => [each, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((each) => [each, 'time'] as const),
  [22, 'date-time'],
  [46, 'elapsed'],
])

/** What the numbers of each style show. */
async function numberKinds(archive: Archive, path: string | undefined): Promise<NumberKind[]> {
  const kinds: NumberKind[] = []
  if (!path || !archive.has(path)) return kinds
  const own = new Map<number, NumberKind>()
  let inCells = false
  await readXml(archive.stream(path), {
    open(tag, attributes) {
      if (tag === 'numFmt')
        own.set(Number(numFmtId(attributes)), kindOfFormat(formatCode(attributes) ?? ''))
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) {
        const number = Number(numFmtId(attributes) ?? 0)
        kinds.push(own.get(number) ?? builtIn.get(number) ?? 'number')
      }
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
    text: () => undefined,
  })
  return kinds
}

/** Reads what all sheets share: their names and places, texts and formats. */
export async function readWorkbook(archive: Archive, limits: TableLimits): Promise<Workbook> {
  const path = ofType(await relationsOf(archive, ''), 'officeDocument')
  if (!path || !archive.has(path)) return refuse(noWorkbook)
  const relations = await relationsOf(archive, path)
  const sheets: SheetEntry[] = []
  let is1904 = false
  await readXml(archive.stream(path), {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(date1904(attributes) ?? '')
      if (tag !== 'sheet') return
      const found = relations.get(relation.exec(attributes)?.[1] ?? '')
      // Sheets of charts have no cells.
      if (!found?.type.endsWith('/worksheet')) return
      const hidden = (state(attributes) ?? 'visible') !== 'visible'
      sheets.push({ name: sheetName(attributes) ?? '', hidden, path: found.target })
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (sheets.length === 0) return refuse(noWorkbook)
  return {
    sheets,
    is1904,
    texts: await sharedTexts(archive, ofType(relations, 'sharedStrings'), limits),
    kinds: await numberKinds(archive, ofType(relations, 'styles')),
  }
}
