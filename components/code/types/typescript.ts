import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { forceLinting, linter, type Diagnostic } from '@codemirror/lint'
import { Prec, type Extension, type Text } from '@codemirror/state'
import { ViewPlugin, hoverTooltip, keymap, type EditorView } from '@codemirror/view'
import type { CodeCompletion, CodeInfo } from '#lib/code-types/editor-help'
import type { CompletionItem } from '../code-help.ts'
import { completePaths } from '../complete-paths.ts'
import { syntaxFaults } from '../syntax-faults.ts'
import { callTooltip, showAtCursor } from './cursor-tooltip.ts'
import { infoElement } from './info-element.ts'
import { typeClient, TypesTooLong } from './type-client.ts'
import type { About, Answers } from './protocol.ts'

/** What the types of a field need from around it; read at each question. */
export type TypedField = {
  /** Declares what this code gets. */
  scope(code: string): Promise<string>
  /** Names to complete until the worker answers. */
  items(): CompletionItem[]
}

const tooLong =
  'Its types take too long to check, so they are not checked. Write them simpler, or leave them out.'

async function ask<What extends keyof Answers>(
  field: TypedField,
  doc: Text,
  what: What,
  about: Omit<About, 'code' | 'scope'> = {},
): Promise<Answers[What]> {
  const code = doc.toString()
  return await typeClient.ask(what, { code, scope: await field.scope(code), ...about })
}

/** Errors and warnings of the worker while the field is in use, before that of the parser only. */
async function faultsOf(view: EditorView, field: TypedField): Promise<Diagnostic[]> {
  if (!typeClient.isRunning) return syntaxFaults(view.state)
  const { doc } = view.state
  try {
    const problems = await ask(field, doc, 'problems')
    return problems.map(({ kind, from, to, message }) => ({
      from: Math.min(from, doc.length),
      to: Math.min(Math.max(to, from), doc.length),
      severity: kind === 'syntax' ? 'error' : 'warning',
      message,
    }))
  } catch (error) {
    const faults = syntaxFaults(view.state)
    if (!(error instanceof TypesTooLong)) return faults
    return [...faults, { from: 0, to: doc.line(1).to, severity: 'warning', message: tooLong }]
  }
}

function optionOf(field: TypedField, doc: Text, at: number, given: CodeCompletion): Completion {
  const { label, kind, type, apply, replace } = given
  return {
    label,
    type: kind,
    ...(type ? { detail: type } : {}),
    ...(apply === undefined
      ? {}
      : {
          apply: (view, _completion, from, to) => {
            const place = replace
              ? { from: replace.from, to: Math.max(replace.to, to) }
              : { from, to }
            const changes = { ...place, insert: apply }
            view.dispatch({ changes, selection: { anchor: place.from + apply.length } })
          },
        }),
    info: async () => {
      const more = await ask(field, doc, 'more', { at, name: label }).catch(() => undefined)
      return more ? infoElement(more) : null
    },
  }
}

async function complete(
  context: CompletionContext,
  field: TypedField,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/)
  const from = word?.from ?? context.pos
  const before = context.state.sliceDoc(Math.max(from - 1, 0), from)
  if (from === context.pos && before !== '.' && !context.explicit) return null
  if (!typeClient.isRunning) return completePaths(context, field.items())
  const { doc } = context.state
  try {
    const found = await ask(field, doc, 'completions', { at: context.pos })
    if (found.length === 0) return null
    const options = found.map((each) => optionOf(field, doc, context.pos, each))
    return { from, options, validFor: /^[\w$]*$/ }
  } catch {
    return completePaths(context, field.items())
  }
}

const hover = (field: TypedField) =>
  hoverTooltip(async (view, at) => {
    if (!typeClient.isRunning) return null
    const info = await ask(field, view.state.doc, 'info', { at }).catch(() => undefined)
    if (!info?.text) return null
    const word = view.state.wordAt(at)
    const place = word ? { pos: word.from, end: word.to } : { pos: at }
    return { ...place, above: true, create: () => ({ dom: infoElement(info) }) }
  })

/** Brings the code into shape, as one step of undo. */
export async function formatCode(view: EditorView, field: TypedField): Promise<void> {
  const { doc } = view.state
  const edits = await ask(field, doc, 'format')
  if (!view.state.doc.eq(doc) || edits.length === 0) return
  view.dispatch({ changes: edits, userEvent: 'input.format' })
}

/** The call around the cursor, or the name there. */
async function aboutCursor(view: EditorView, field: TypedField): Promise<CodeInfo | undefined> {
  const { doc, selection } = view.state
  const at = selection.main.head
  const call = await ask(field, doc, 'call', { at }).catch(() => undefined)
  return call ?? (await ask(field, doc, 'info', { at }).catch(() => undefined))
}

/** Loads the worker with the first focus, and lets it end some time after the last. */
function workerInUse(): Extension {
  return ViewPlugin.define((view) => {
    let isInside = false
    const look = () => {
      if (view.hasFocus === isInside) return
      isInside = view.hasFocus
      if (!isInside) return typeClient.leave()
      typeClient.enter()
      forceLinting(view)
    }
    return {
      update: look,
      destroy() {
        if (isInside) typeClient.leave()
      },
    }
  })
}

/** Errors, completion, hints and formatting of TypeScript by its types. */
export function typescriptHelp(field: TypedField): Extension {
  return [
    workerInUse(),
    linter((view) => faultsOf(view, field), { delay: 400 }),
    autocompletion({ override: [(context) => complete(context, field)] }),
    hover(field),
    callTooltip(async (view) => {
      const at = view.state.selection.main.head
      return await ask(field, view.state.doc, 'call', { at }).catch(() => undefined)
    }),
    Prec.high(
      keymap.of([
        {
          key: 'Mod-Shift-Space',
          run: (view) => {
            void aboutCursor(view, field).then((info) => showAtCursor(view, info))
            return true
          },
        },
        {
          key: 'Shift-Alt-f',
          run: (view) => {
            if (!view.state.readOnly) void formatCode(view, field).catch(() => undefined)
            return true
          },
        },
      ]),
    ),
  ]
}
