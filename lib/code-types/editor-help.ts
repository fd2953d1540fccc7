import ts from 'typescript-js'
import type { CodeTypes } from './code-types.ts'

/** One completion. `replace`: it goes in the place of these characters, as `["a b"]` for `.`. */
export type CodeCompletion = {
  label: string
  kind: string
  /** Its type, where that is known at once. */
  type?: string
  apply?: string
  replace?: { from: number; to: number }
}

/** What a name is: its declaration, and what its schema says of it. */
export type CodeInfo = { text: string; about: string }

const mostOptions = 400
/** Of more the types are not asked at once. */
const mostTyped = 60
const mostText = 600

const kinds: Record<string, string> = {
  [ts.ScriptElementKind.memberFunctionElement]: 'method',
  [ts.ScriptElementKind.functionElement]: 'function',
  [ts.ScriptElementKind.localFunctionElement]: 'function',
  [ts.ScriptElementKind.memberVariableElement]: 'property',
  [ts.ScriptElementKind.memberGetAccessorElement]: 'property',
  [ts.ScriptElementKind.classElement]: 'class',
  [ts.ScriptElementKind.interfaceElement]: 'type',
  [ts.ScriptElementKind.typeElement]: 'type',
  [ts.ScriptElementKind.keyword]: 'keyword',
}

const textOf = (parts: ts.SymbolDisplayPart[] | undefined): string =>
  ts.displayPartsToString(parts).slice(0, mostText)

/** `(property) Start.name: string` → `string`. */
const typeIn = (declaration: string): string =>
  declaration
    .replace(/^\([^)]*\) [^:(<]*/, '')
    .replace(/^\??: /, '')
    .split('\n', 1)[0]
    ?.slice(0, 60) ?? ''

/** What can stand at a place of the author's text. */
export function completionsAt(types: CodeTypes, at: number): CodeCompletion[] {
  const place = types.typed.toTyped(at)
  const found = types.service.getCompletionsAtPosition(types.file, place, {
    includeCompletionsWithInsertText: true,
  })
  // Of JavaScript it also lists every word of the file.
  const entries = (found?.entries ?? []).filter(
    (each) => each.kind !== ts.ScriptElementKind.warning,
  )
  const isTyped = found?.isMemberCompletion === true && entries.length <= mostTyped
  return entries.slice(0, mostOptions).map(({ name, kind, insertText, replacementSpan: span }) => {
    const type = isTyped ? typeIn(infoOf(types, at, name)?.text ?? '') : ''
    return {
      label: name,
      kind: kinds[kind] ?? 'variable',
      ...(type ? { type } : {}),
      ...(insertText === undefined ? {} : { apply: insertText }),
      ...(span
        ? {
            replace: {
              from: types.typed.toSource(span.start),
              to: types.typed.toSource(span.start + span.length),
            },
          }
        : {}),
    }
  })
}

/** More of one completion. */
export function infoOf(types: CodeTypes, at: number, name: string): CodeInfo | undefined {
  const place = types.typed.toTyped(at)
  const more = types.service.getCompletionEntryDetails(
    types.file,
    place,
    name,
    undefined,
    undefined,
    undefined,
    undefined,
  )
  return more && { text: textOf(more.displayParts), about: textOf(more.documentation) }
}

/** What the name at a place is. */
export function infoAt(types: CodeTypes, at: number): CodeInfo | undefined {
  const found = types.service.getQuickInfoAtPosition(types.file, types.typed.toTyped(at))
  return found && { text: textOf(found.displayParts), about: textOf(found.documentation) }
}

/** The call around a place, with the argument that is written there. */
export function callAt(types: CodeTypes, at: number): CodeInfo | undefined {
  const place = types.typed.toTyped(at)
  const found = types.service.getSignatureHelpItems(types.file, place, {})
  const item = found?.items[found.selectedItemIndex]
  if (!found || !item) return undefined
  const parameter = item.parameters[found.argumentIndex]
  const parts = [
    ...item.prefixDisplayParts,
    ...item.parameters.flatMap((each, index) => [
      ...(index > 0 ? item.separatorDisplayParts : []),
      ...each.displayParts,
    ]),
    ...item.suffixDisplayParts,
  ]
  return {
    text: textOf(parts),
    about: parameter ? `Now: ${textOf(parameter.displayParts)}` : textOf(item.documentation),
  }
}
