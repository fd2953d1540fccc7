type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxLength = 200
const maxLooked = 200
const maxDepth = 3

/** What people call the number of a patient, in lower case and without separators. */
const idNames = ['emrpatientid', 'patientemrid', 'patientid']
const recordNames = ['mrn', 'patientmrn', 'medicalrecordnumber', 'patientmedicalrecordnumber']
/** The numbers of medical records are others than those of the EMR: the same digits mean somebody else. */
const recordWord = 'MRN '

/**
 * A text as the number of a patient. A merge of two patients is worse than a case that is not
 * found, so it is nothing without a digit (“unknown”, “n/a”, “000”) or when it is very long.
 */
export function patientKeyFrom(text: string): string | null {
  if (text.length > maxLength * 2) return null
  const key = text.replace(/\s+/g, ' ').replaceAll('\0', '').toWellFormed().trim()
  return /[1-9]/.test(key) && key.length <= maxLength ? key : null
}

function valueAt(data: unknown, path: string): string | null {
  let value = data
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return patientKeyFrom(String(value))
}

/** A template is filled only when each of its fields has a number: half a key is another patient. */
function filled(template: string, startData: unknown): string | null {
  let found = false
  let isWhole = true
  const text = template.replace(/\{([^{}]+)\}/g, (_match, path: string) => {
    const value = valueAt(startData, path.trim())
    found = true
    isWhole &&= value !== null
    return value ?? ''
  })
  return found && isWhole ? patientKeyFrom(text) : null
}

/** The place of a name among those that mean the number of a patient; undefined: none of them. */
function rankOf(name: string, path: string): number | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const known = [...idNames, ...recordNames]
  const ranks = [plain(name), plain(path)]
    .map((one) => known.indexOf(one))
    .filter((rank) => rank >= 0)
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

type Usual = { path: string; rank: number }

function usualField(form: Schema): Usual | null {
  let best: Usual | null = null
  let looked = 0
  const visit = (part: Schema, path: string, depth: number): void => {
    const properties = part['properties']
    if (!isSchema(properties)) return
    for (const [name, field] of Object.entries(properties)) {
      if (++looked > maxLooked) return
      if (!isSchema(field) || /[.{}]/.test(name)) continue
      if (field['type'] === 'object' && depth < maxDepth) visit(field, `${path}${name}.`, depth + 1)
      // What is the same in every case tells no patient.
      if (field['type'] === 'object' || 'const' in field) continue
      const rank = rankOf(name, path + name)
      if (rank !== undefined && (best === null || rank < best.rank))
        best = { path: path + name, rank }
    }
  }
  visit(form, '', 1)
  return best
}

/** The usual field by the form, which each start asks for. */
const usualFields = new WeakMap<object, Usual | null>()

/** The template that stands for the setting while a workflow has none; undefined: no field fits. */
export function usualPatient(form: Schema): string | undefined {
  let usual = usualFields.get(form)
  if (usual === undefined) {
    usual = usualField(form)
    usualFields.set(form, usual)
  }
  if (!usual) return undefined
  return `${usual.rank < idNames.length ? '' : recordWord}{${usual.path}}`
}

/**
 * The number of the patient of a case: by the template of the workflow's settings, as
 * `{patient.mrn}`; without one, by the field of the form that has a usual name. Null: no patient is
 * known. A template without a field means none.
 */
export function patientKeyOf(
  template: string | undefined,
  form: Schema,
  startData: unknown,
): string | null {
  const used = template ?? usualPatient(form)
  return used === undefined ? null : filled(used, startData)
}

/** The numbers that a person means who looks for one: with and without the word before it. */
export const patientKeysFor = (text: string): string[] => {
  const key = patientKeyFrom(text)
  if (key === null) return []
  const plain = key.replace(/^mrn[ :#]*/i, '')
  return [...new Set([key, plain, recordWord + plain])]
}
