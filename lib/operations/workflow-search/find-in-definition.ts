import type { SearchHit } from '#lib/contracts/workflows/workflow-search'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { stepTypes } from '#lib/steps/registry'
import { names, type Setting } from '../workflows/used-by.ts'
import { placesOf, type Place } from './places-of.ts'

/** What is searched for; all of it must hold for the same step. */
export type Sought = {
  text?: string | undefined
  field?: string | undefined
  stepType?: string | undefined
  group?: string | undefined
  /** Each: the step names one of these things (a thing may have several names). */
  things: Setting[][]
}

export type Found = Pick<SearchHit, 'step' | 'where' | 'field' | 'excerpt'>

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Finds a text in upper or lower case. */
const textPattern = (text: string): RegExp => new RegExp(escaped(text), 'iu')

/** Finds where an expression or code reads a field: `start.name`, `steps.a.output.name`. */
function readPattern(fields: string[]): RegExp {
  const either = fields.map((field) =>
    field.includes('.')
      ? `(?<![\\w.])${escaped(field)}(?!\\w)`
      : `(?<=[\\w)\\]\`]\\.\`?)${escaped(field)}(?!\\w)`,
  )
  return new RegExp(either.join('|'), 'iu')
}

/** The field as it was asked for, and the names of the fields that have it as their title. */
function namesOfField(places: Place[], field: string): string[] {
  const asked = field.toLowerCase()
  const titled = places.flatMap(({ text, declares }) =>
    declares !== undefined && text.toLowerCase() === asked ? [declares] : [],
  )
  return [...new Set([field, ...titled])]
}

const around = 48

/** The match with a few words around, on one line. */
function excerptOf(text: string, pattern: RegExp): Found['excerpt'] {
  const match = pattern.exec(text)
  if (!match) return null
  const [word] = match
  const flat = (part: string) => part.replace(/\s+/gu, ' ')
  const before = text.slice(Math.max(0, match.index - around), match.index)
  const after = text.slice(match.index + word.length)
  return {
    before: flat((match.index > around ? '…' : '') + before),
    match: flat(word),
    after: flat(after.slice(0, around) + (after.length > around ? '…' : '')),
  }
}

/** Whether a screen is for a group, or a reminder or an escalation names it. */
const isForGroup = ({ type, config }: Step, group: string): boolean =>
  type === 'screen' && Array.isArray(config['groups']) && config['groups'].includes(group)

function fitsStep(step: Step, { stepType, group, things }: Sought): boolean {
  if (stepType !== undefined && step.type !== stepType) return false
  if (group !== undefined && !isForGroup(step, group)) return false
  return things.every((byName) => byName.some((setting) => names(setting, step)))
}

/** Whether only the text or a field is asked for, which the workflow itself may say, too. */
const isAboutSteps = ({ stepType, group, things }: Sought): boolean =>
  stepType !== undefined || group !== undefined || things.length > 0

const viewOf = (step: Step | null): Found['step'] =>
  step && {
    id: step.id,
    title: step.title,
    typeTitle: stepTypes.get(step.type)?.info.title ?? step.type,
  }

type Words = { words: string | undefined; fields: string[] | undefined }

/** The pattern by which a place fits; undefined when it does not. */
function patternOf({ text, declares }: Place, { words, fields }: Words): RegExp | undefined {
  if (fields) {
    const read = readPattern(fields)
    const isDeclared = fields.some((field) => declares?.toLowerCase() === field.toLowerCase())
    if (!isDeclared && !read.test(text)) return undefined
    if (words === undefined) return isDeclared ? textPattern(text) : read
  }
  if (words === undefined) return undefined
  const pattern = textPattern(words)
  return pattern.test(text) ? pattern : undefined
}

/** Where a definition says what is sought, in the order of its steps. */
export function findInDefinition(definition: Definition, sought: Sought): Found[] {
  const aboutSteps = isAboutSteps(sought)
  if (sought.text === undefined && sought.field === undefined)
    return definition.steps
      .filter((step) => fitsStep(step, sought))
      .map((step) => {
        const [first] = sought.things[0] ?? []
        const field = first ? `config.${first.field}` : 'title'
        return { step: viewOf(step), where: '', field, excerpt: null }
      })
  const fitting = new Set(definition.steps.filter((step) => fitsStep(step, sought)))
  const found = new Map<string, Found>()
  const places = placesOf(definition)
  const fields = sought.field === undefined ? undefined : namesOfField(places, sought.field)
  for (const place of places) {
    if (place.step ? !fitting.has(place.step) : aboutSteps) continue
    const pattern = patternOf(place, { words: sought.text, fields })
    // One hit for each place, also when it says the text several times.
    const key = JSON.stringify([place.step?.id, place.where, place.path])
    if (!pattern || found.has(key)) continue
    const { step, where, path, text } = place
    found.set(key, { step: viewOf(step), where, field: path, excerpt: excerptOf(text, pattern) })
  }
  return [...found.values()]
}
