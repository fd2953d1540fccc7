import { Output, Tag, TypeGuards, Value, type Template, type Token } from 'liquidjs'
import type { TemplateField } from '#lib/domain/template/template'
import type { LiquidPart } from '../messages.ts'
import { Fields, type Use } from './collect-fields.ts'
import { parseParts, placeOf } from './liquid.ts'

/** What a local name of a template means: rows of a list, another name, or something made here. */
type Meaning =
  | { kind: 'row'; of: Fields }
  | { kind: 'alias'; name: string; in: Fields }
  | { kind: 'made' }
type Scope = Map<string, Meaning>
type Place = { fields: Fields; scope: Scope; part: string }

/** The parts of a name that are written, up to the first that is computed. */
function writtenName(token: Token): string[] {
  if (!TypeGuards.isPropertyAccessToken(token)) return []
  const parts: string[] = []
  for (const prop of token.props) {
    if (TypeGuards.isWordToken(prop)) parts.push(prop.content)
    else if (TypeGuards.isQuotedToken(prop)) parts.push(prop.content)
    else break
  }
  return parts
}

function noteName(token: Token, use: Use, place: Place, defaulted: boolean): void {
  if (!TypeGuards.isPropertyAccessToken(token)) return
  const [first, ...rest] = writtenName(token)
  if (first === undefined) return
  const at = placeOf(place.part, token.getPosition()[0] ?? 1)
  // What is counted is a list.
  const counted = rest.at(-1) === 'size'
  const path = counted ? rest.slice(0, -1) : rest
  const found: Use = counted ? 'rows' : use
  const meaning = place.scope.get(first)
  if (meaning?.kind === 'made') return
  if (meaning?.kind === 'row') {
    meaning.of.add(path.join('.') || '.', found, at, defaulted)
    return
  }
  const begin = meaning?.kind === 'alias' ? meaning.name : first
  const fields = meaning?.kind === 'alias' ? meaning.in : place.fields
  fields.add([begin, ...path].join('.'), found, at, defaulted)
  for (const prop of token.props) noteName(prop, 'text', place, false)
}

/** The value tokens of an argument, those of its filters apart. */
function tokensOf(argument: unknown): { main: Token[]; beside: Token[]; filters: string[] } {
  const isFiltered = argument instanceof Value || TypeGuards.isFilteredValueToken(argument)
  if (!isFiltered) {
    if (!TypeGuards.isValueToken(argument)) return { main: [], beside: [], filters: [] }
    const token: Token = argument
    return { main: [token], beside: [], filters: [] }
  }
  const { initial, filters } = argument as Value
  const beside = filters.flatMap(({ args }) =>
    (args as unknown[]).flatMap((arg) => (Array.isArray(arg) ? (arg[1] as Token) : (arg as Token))),
  )
  return { main: [...initial.postfix], beside, filters: filters.map(({ name }) => name) }
}

function noteArgument(argument: unknown, use: Use, place: Place): void {
  const { main, beside, filters } = tokensOf(argument)
  const isPicture = filters.includes('picture')
  const names = main.filter((token) => TypeGuards.isPropertyAccessToken(token))
  // A comparison takes a text; only a name alone is asked whether it is there.
  const alone = main.length === 1
  const found = (): Use => {
    if (isPicture) return 'picture'
    if (use === 'asked' && !alone) return 'text'
    return use === 'text' && filters.some((name) => takesList.has(name)) ? 'any' : use
  }
  for (const token of main)
    if (TypeGuards.isRangeToken(token)) {
      noteName(token.lhs, 'text', place, false)
      noteName(token.rhs, 'text', place, false)
    }
  for (const token of names) noteName(token, found(), place, filters.includes('default'))
  for (const token of beside) noteName(token, 'text', place, false)
}

/** Filters whose input is a list: what they print says nothing about the type of a row. */
const takesList = new Set(
  'join first last size map where reject sum sort sort_natural uniq compact concat reverse slice json'.split(
    ' ',
  ),
)

type Branching = { branches: { value?: unknown; values?: unknown[] }[] }
type Looping = { variable: string; collection: unknown }

function childrenOf(template: Template): Template[] {
  const children = template.children?.(false, true)
  if (!children) return []
  const { value } = children.next()
  return Array.isArray(value) ? (value as Template[]) : []
}

/** The rows that a loop walks through become a field with columns. */
function scopeOfLoop({ variable, collection }: Looping, place: Place): Scope {
  const scope: Scope = new Map(place.scope)
  for (const name of ['forloop', 'tablerowloop']) scope.set(name, { kind: 'made' })
  const [token] = tokensOf(collection).main
  const [first, ...rest] = token ? writtenName(token) : []
  const meaning = first === undefined ? undefined : place.scope.get(first)
  if (first === undefined || meaning?.kind === 'made') {
    scope.set(variable, { kind: 'made' })
    return scope
  }
  const at = placeOf(place.part, token?.getPosition()[0] ?? 1)
  const own = meaning?.kind === 'row' ? meaning.of : (meaning?.in ?? place.fields)
  const start = meaning?.kind === 'alias' ? meaning.name : first
  const name = meaning?.kind === 'row' ? rest.join('.') || '.' : [start, ...rest].join('.')
  const { columns } = own.add(name, 'rows', at)
  scope.set(variable, { kind: 'row', of: columns })
  return scope
}

function noteLocals(template: Template, place: Place): void {
  const { name, value } = template as unknown as { name?: string; value?: unknown }
  for (const { content } of template.localScope?.() ?? []) {
    const { main, filters } = tokensOf(value)
    const [token] = main
    const [first, ...rest] = token && main.length === 1 ? writtenName(token) : []
    const isAlias = name === 'assign' && first !== undefined && !place.scope.has(first)
    // A filter that keeps the rows leaves the name what it is; others make something new.
    const keeps = filters.every((filter) => ['sort', 'where', 'reverse', 'slice'].includes(filter))
    place.scope.set(
      content,
      isAlias && keeps
        ? { kind: 'alias', name: [first, ...rest].join('.'), in: place.fields }
        : { kind: 'made' },
    )
  }
}

function noteTag(template: Template, name: string, place: Place): Scope {
  if (name === 'if' || name === 'unless')
    for (const { value } of (template as unknown as Branching).branches)
      noteArgument(value, 'asked', place)
  else if (name === 'for' || name === 'tablerow') {
    for (const argument of template.arguments?.() ?? [])
      if (argument !== (template as unknown as Looping).collection)
        noteArgument(argument, 'text', place)
    return scopeOfLoop(template as unknown as Looping, place)
  } else
    for (const argument of template.arguments?.() ?? [])
      noteArgument(argument, name === 'assign' ? 'any' : 'text', place)
  noteLocals(template, place)
  return place.scope
}

function walk(templates: Template[], place: Place): void {
  for (const template of templates) {
    if (template instanceof Output) {
      noteArgument(template.value, 'text', place)
      continue
    }
    if (!(template instanceof Tag)) continue
    const scope = noteTag(template, template.name, place)
    walk(childrenOf(template), { ...place, scope })
  }
}

/** Finds the placeholders of a template in Liquid. Throws Refused when it cannot be parsed. */
export function liquidFields(parts: LiquidPart[]): TemplateField[] {
  const fields = new Fields()
  for (const { part, templates } of parseParts(parts))
    walk(templates, { fields, scope: new Map(), part: part.name })
  return fields.list()
}
