import { z } from 'zod'
import type { Definition, WorkflowSettings } from '../workflow/definition.ts'
import { cutText } from '../text.ts'
import { patientKeyOf } from './patient-key.ts'

const maxLength = 200
/** A public caller's text may have a megabyte, and a title may name it 166 times. */
const maxCharactersOfOne = 1_000

/** A value of a case that lists show as a column of their own. */
export const caseColumnSchema = z.object({ label: z.string(), value: z.string() })
export type CaseColumn = z.infer<typeof caseColumnSchema>

/** By what people tell the cases of a workflow apart. */
export const caseNameSchema = z.object({
  title: z.string().nullable(),
  /** A second line below the title. */
  subtitle: z.string().nullable(),
  /** In the order of the workflow's author; null: none. */
  caseColumns: z.array(caseColumnSchema).nullable(),
  /** The number of the patient: cases with the same one are of the same patient. */
  patientKey: z.string().nullable(),
})
export type CaseName = z.infer<typeof caseNameSchema>

export const unnamed: CaseName = {
  title: null,
  subtitle: null,
  caseColumns: null,
  patientKey: null,
}

function at(data: unknown, path: string): string {
  let value = data
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? cutText(String(value), maxCharactersOfOne)
    : ''
}

/** Text as it stands in a list: in one line, cut at 200 characters; null when nothing is left. */
export function lineOf(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').replaceAll('\0', '').toWellFormed().trim()
  return line === '' ? null : cutText(line, maxLength)
}

/**
 * A template with each `{path}` replaced by that field of the start data, as in
 * `{patient.lastName}, {patient.firstName}`. Null when there is no template, or none of its fields
 * has a value.
 */
export function filledLine(template: string | undefined, startData: unknown): string | null {
  if (!template) return null
  let found = false
  const text = template.replace(/\{([^{}]+)\}/g, (_match, path: string) => {
    const value = at(startData, path.trim())
    found ||= value !== ''
    return value
  })
  if (!found && template.includes('{')) return null
  return lineOf(text)
}

type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How many fields of a form are looked at for a title, and how many of them make one. */
const maxLooked = 200
const maxNamed = 2
const maxDepth = 3

/** A short text that a person typed: not a choice, a date, a file or a paragraph. */
function isShortText(field: Schema): boolean {
  if (field['type'] !== 'string' || field['x-formFieldHidden'] === true) return false
  if (field['enum'] || field['const'] || field['oneOf'] || field['contentMediaType']) return false
  const { format, maxLength: longest } = field
  return format === undefined && !(typeof longest === 'number' && longest > maxLength)
}

/** The paths of the first short text fields of a form, in the order of its author. */
function firstTextFields(schema: Schema): string[] {
  const found: string[] = []
  let looked = 0
  const visit = (part: Schema, path: string, depth: number): void => {
    const properties = part['properties']
    if (!isSchema(properties)) return
    for (const [name, field] of Object.entries(properties)) {
      if (found.length >= maxNamed || ++looked > maxLooked) return
      if (!isSchema(field) || /[.{}]/.test(name)) continue
      if (isShortText(field)) found.push(path + name)
      else if (field['type'] === 'object' && depth < maxDepth)
        visit(field, `${path}${name}.`, depth + 1)
    }
  }
  visit(schema, '', 1)
  return found
}

type Named = Pick<Definition, 'startData'> & {
  settings: Pick<WorkflowSettings, 'runTitle' | 'runSubtitle' | 'runColumns' | 'runPatient'>
}

/** The fields of the usual title by the form, which each start asks for. */
const usualFields = new WeakMap<object, string[]>()

/** The title where the workflow sets none: the first short texts of its form. */
function usualTitle(form: Schema, startData: unknown): string | null {
  const fields = usualFields.get(form) ?? firstTextFields(form)
  usualFields.set(form, fields)
  const values = fields.map((path) => at(startData, path)).filter((value) => value !== '')
  return lineOf(values.join(' · '))
}

/** The name of a run, as the settings of its workflow make it from the start data. */
export function caseNameOf({ settings, startData: form }: Named, startData: unknown): CaseName {
  const { runTitle, runSubtitle, runColumns = [], runPatient } = settings
  const columns = runColumns.flatMap(({ label, value }) => {
    const text = filledLine(value, startData)
    return text === null ? [] : [{ label, value: text }]
  })
  return {
    title: runTitle ? filledLine(runTitle, startData) : usualTitle(form, startData),
    subtitle: filledLine(runSubtitle, startData),
    caseColumns: columns.length > 0 ? columns : null,
    patientKey: patientKeyOf(runPatient, form, startData),
  }
}
