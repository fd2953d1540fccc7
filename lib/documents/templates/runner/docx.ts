import Docxtemplater from 'docxtemplater'
import InspectModule from 'docxtemplater/js/inspect-module.js'
import type PizZip from 'pizzip'
import type { TemplateField } from '#lib/domain/template/template'
import { valueAt } from '#lib/domain/template/fill-data'
import type { TemplateProblem } from '../messages.ts'
import { Fields, type Use } from './collect-fields.ts'
import { packDocx, unpackDocx } from './docx-archive.ts'
import { Pictures } from './docx-pictures.ts'
import { Refused, refuse } from './refused.ts'

type Part = Docxtemplater.DXT.Part

/** `{#if approved}` asks; `{#items}` walks through rows, or asks, as its data says. */
const askedName = (tag: string): string | undefined => /^if\s+(.+)$/.exec(tag)?.[1]?.trim()

const rowItself = '.'

/** Reads own properties only: a template never reaches what data inherits. */
function parser(tag: string) {
  const asked = askedName(tag)
  return {
    get(scope: unknown): unknown {
      if (tag === rowItself) return scope
      const value = valueAt(scope, asked ?? tag)
      if (asked === undefined || value === undefined) return value
      // True keeps the scope: what stands inside belongs to the outside.
      return Array.isArray(value) ? value.length > 0 : Boolean(value)
    },
  }
}

type Explained = {
  id?: string
  xtag?: string
  file?: string
  explanation?: string
  openingtag?: string
  closingtag?: string
}

const areas: [RegExp, string][] = [
  [/header/, 'in the header'],
  [/footer/, 'in the footer'],
  [/footnotes/, 'in a footnote'],
]
const areaOf = (file: string | undefined): string =>
  areas.find(([name]) => name.test(file ?? ''))?.[1] ?? 'in the text'

const words: Record<string, (tag: string, more: Explained) => string> = {
  unopened_tag: (tag) => `“${tag}}” has no opening bracket “{”.`,
  unclosed_tag: (tag) => `“{${tag}” has no closing bracket “}”.`,
  duplicate_open_tag: (tag) => `“{${tag}” has one opening bracket too many.`,
  duplicate_close_tag: (tag) => `“${tag}}” has one closing bracket too many.`,
  unopened_loop: (tag) => `“{/${tag}}” ends a section that does not begin with “{#${tag}}”.`,
  unclosed_loop: (tag) => `“{#${tag}}” begins a section that does not end. Write “{/${tag}}”.`,
  closing_tag_does_not_match_opening_tag: (_tag, { openingtag, closingtag }) =>
    `“{#${openingtag}}” is ended by “{/${closingtag}}”. The names must be the same.`,
  unbalanced_loop_tags: (tag) =>
    `The section “${tag}” begins and ends in different parts of the document, such as two cells.`,
  no_xml_tag_found_at_left: (tag) => `“${tag}” does not stand where it can be used.`,
  no_xml_tag_found_at_right: (tag) => `“${tag}” does not stand where it can be used.`,
}

function problemOf(error: unknown): TemplateProblem {
  const { message, properties = {} } = error as { message?: string; properties?: Explained }
  const { id = '', xtag = '', file, explanation } = properties
  const say = words[id]
  const sentence = say?.(xtag, properties) ?? explanation ?? message ?? 'It cannot be read.'
  return { where: areaOf(file), message: sentence.slice(0, 1000) }
}

/** All errors of the library at once, in words for the author. */
function refuseErrors(error: unknown): never {
  if (error instanceof Refused) throw error
  const { properties } = error as { properties?: { errors?: unknown[]; id?: string } }
  const errors = properties?.errors ?? (properties?.id ? [error] : [])
  if (errors.length > 0) throw new Refused(errors.map(problemOf))
  if (error instanceof RangeError)
    return refuse('', 'This document is nested too deeply to be read.')
  return refuse('', 'This Word document cannot be read. Save it again in Word and upload it.')
}

function open(zip: PizZip, modules: Docxtemplater.DXT.Module[]): Docxtemplater<PizZip> {
  try {
    return new Docxtemplater(zip, {
      paragraphLoop: true,
      linebreaks: true,
      stripInvalidXMLChars: true,
      errorLogging: false,
      syntax: { changeDelimiterPrefix: null },
      parser,
      nullGetter: () => '',
      modules,
    })
  } catch (error) {
    return refuseErrors(error)
  }
}

function kindOfUse({ module, value }: Part): Use {
  if (module === 'rounds/picture') return 'picture'
  // Its value would become part of the document's structure.
  if (module === 'rawxml')
    return refuse('', `“{@${value}}” would insert XML, which is not possible. Use “{${value}}”.`)
  if (module === 'loop' || module === 'dashloop') return 'rows'
  return 'text'
}

/** Notes the placeholders of a part; a section of rows has columns. */
function note(parts: Part[], fields: Fields, where: string): void {
  for (const part of parts) {
    const use = kindOfUse(part)
    const asked = askedName(part.value)
    if (use !== 'rows') {
      fields.add(part.value, use, where)
      continue
    }
    const inner = part.subparsed ?? []
    if (asked !== undefined || part.inverted === true || inner.length === 0) {
      fields.add(asked ?? part.value, 'asked', where)
      note(inner, fields, where)
      continue
    }
    note(inner, fields.add(part.value, 'rows', where).columns, where)
  }
}

/** Finds the placeholders of a Word document. Throws Refused with all that is wrong with it. */
export function docxFields(bytes: Buffer, maxBytes: number): TemplateField[] {
  const inspect = new InspectModule()
  open(unpackDocx(bytes, maxBytes), [inspect, new Pictures()])
  const fields = new Fields()
  for (const file of inspect.getTemplatedFiles().filter((name) => name.startsWith('word/')))
    note(inspect.getStructuredTags(file), fields, areaOf(file))
  fields.settleSections()
  return fields.list()
}

/** Fills a Word document with data that fits its fields. The same input gives the same bytes. */
export function fillDocx(bytes: Buffer, maxBytes: number, data: Record<string, unknown>): Buffer {
  const pictures = new Pictures()
  const document = open(unpackDocx(bytes, maxBytes), [pictures])
  try {
    document.render(data)
  } catch (error) {
    refuseErrors(error)
  }
  const zip = document.getZip()
  pictures.addTo(zip)
  return packDocx(zip)
}
