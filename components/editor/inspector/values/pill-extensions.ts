import {
  autocompletion,
  CompletionContext,
  completionStatus,
  type Completion,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { EditorState, Prec, RangeSet, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, WidgetType, type DecorationSet } from '@codemirror/view'
import type { InsertedValue } from '#lib/domain/expressions/written/template'
import { fromClipboard, pillsIn, pillText, toClipboard } from './pill-document.ts'
import { pillClass } from './pill-class.ts'
import { valueMimeType } from '../../data/insert-target.ts'

/** A value that can be inserted. */
export type PillChoice = { path: string; title: string; from: string; seen: string }

/** What the editor asks while it is used. */
export type PillSource = {
  choices(): PillChoice[]
  /** A value as it is inserted at first. */
  inserted(path: string): InsertedValue
  labelOf(value: InsertedValue): string
}

class PillWidget extends WidgetType {
  readonly #label: string
  readonly #value: string
  constructor(label: string, value: InsertedValue) {
    super()
    this.#label = label
    this.#value = JSON.stringify(value)
  }

  override eq(other: PillWidget): boolean {
    return other.#label === this.#label && other.#value === this.#value
  }

  override toDOM(): HTMLElement {
    const pill = document.createElement('span')
    pill.className = pillClass
    pill.setAttribute('role', 'img')
    pill.setAttribute('aria-label', `value: ${this.#label}`)
    pill.title = (JSON.parse(this.#value) as InsertedValue).path
    pill.textContent = this.#label
    return pill
  }

  override ignoreEvent(): boolean {
    return false
  }
}

function drawn(state: EditorState, source: PillSource): DecorationSet {
  const marks = pillsIn(state.doc.toString()).map(({ from, to, value }) =>
    Decoration.replace({ widget: new PillWidget(source.labelOf(value), value) }).range(from, to),
  )
  return RangeSet.of(marks)
}

/** Values as one thing each: drawn by their names, stepped over and deleted as a whole. */
function pills(source: PillSource): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => drawn(state, source),
    update: (known, change) => (change.docChanged ? drawn(change.state, source) : known),
    provide: (field) => [
      EditorView.decorations.from(field),
      EditorView.atomicRanges.of((view) => view.state.field(field)),
    ],
  })
}

/** Puts a value in place of a part of the text, with the cursor behind it. */
export function insertValue(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  value: InsertedValue,
  range: { from: number; to: number } = view.state.selection.main,
): void {
  const insert = pillText(value)
  view.dispatch({
    changes: { from: range.from, to: range.to, insert },
    selection: { anchor: range.from + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
}

/** Puts in a value that is completed; the `/` before the typed text goes. */
const putIn = (
  view: Pick<EditorView, 'state' | 'dispatch'>,
  value: InsertedValue,
  start: number,
  end: number,
): void => insertValue(view, value, { from: start - 1, to: end })

function completionOf({ path, title, from, seen }: PillChoice, source: PillSource): Completion {
  return {
    label: title,
    detail: [from, seen].filter(Boolean).join(' · '),
    apply: (view, _, start, end) => putIn(view, source.inserted(path), start, end),
  }
}

/** The values with all words of a text in their names, those that begin with it first. */
function fitting(choices: PillChoice[], text: string): PillChoice[] {
  const typed = text.toLowerCase().trim()
  const words = typed.split(/\s+/)
  const found = choices.filter(({ title, from, path }) => {
    const searched = `${title} ${from} ${path}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const begins = ({ title }: PillChoice): boolean => title.toLowerCase().startsWith(typed)
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))]
}

/** What is typed behind a `/` at the cursor, and the values that fit. */
function asked(context: CompletionContext, source: PillSource) {
  const typed = context.matchBefore(/\/(?:[^\s/][^/\n\uE000\uE001]{0,40})?$/)
  if (!typed) return undefined
  const before = context.state.sliceDoc(Math.max(0, typed.from - 1), typed.from)
  // "and/or" is only a text.
  if (/[\w/.:<]/.test(before)) return undefined
  return { from: typed.from + 1, fitting: fitting(source.choices(), typed.text.slice(1)) }
}

/** Lists the values behind a `/` that begins a word. */
function completeValues(context: CompletionContext, source: PillSource): CompletionResult | null {
  const typed = asked(context, source)
  if (!typed || typed.fitting.length === 0) return null
  const options = typed.fitting.map((choice) => completionOf(choice, source))
  return { from: typed.from, options, filter: false }
}

/** What takes the first value that fits what is typed, as long as the list is open or on its way. */
export function takeFirst(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  source: PillSource,
): boolean {
  if (completionStatus(view.state) === null) return false
  const { head } = view.state.selection.main
  const typed = asked(new CompletionContext(view.state, head, false), source)
  const [first] = typed?.fitting ?? []
  if (!typed || !first) return false
  putIn(view, source.inserted(first.path), typed.from, head)
  return true
}

/** Enter takes the first value also before the list has caught up with a fast typist. */
const enterTakesFirst = (source: PillSource): Extension =>
  Prec.highest(keymap.of([{ key: 'Enter', run: (view) => takeFirst(view, source) }]))

/** Values that are dragged in from a list of the data. */
const drops = (source: PillSource): Extension =>
  EditorView.domEventHandlers({
    drop(event, view) {
      const path = event.dataTransfer?.getData(valueMimeType)
      if (!path || view.state.readOnly) return false
      event.preventDefault()
      const place = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const at = place ?? view.state.doc.length
      insertValue(view, source.inserted(path), { from: at, to: at })
      view.focus()
      return true
    },
  })

/** A field of one line: Enter does nothing, and what is pasted with line breaks gets spaces. */
const oneLine: Extension[] = [
  Prec.high(keymap.of([{ key: 'Enter', run: () => true }])),
  EditorState.transactionFilter.of((change) => {
    if (!change.docChanged || change.newDoc.lines === 1) return change
    const insert = change.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ')
    return {
      changes: { from: 0, to: change.startState.doc.length, insert },
      selection: { anchor: Math.min(insert.length, change.newSelection.main.head) },
      userEvent: 'input.paste',
    }
  }),
]

/** All that makes a text editor one of texts with values. */
export function pillExtensions(source: PillSource, isOneLine: boolean): Extension[] {
  return [
    pills(source),
    autocompletion({
      override: [(context) => completeValues(context, source)],
      icons: false,
      activateOnTypingDelay: 0,
      interactionDelay: 0,
    }),
    enterTakesFirst(source),
    EditorView.clipboardOutputFilter.of(toClipboard),
    EditorView.clipboardInputFilter.of(fromClipboard),
    drops(source),
    ...(isOneLine ? oneLine : [EditorView.lineWrapping]),
  ]
}
