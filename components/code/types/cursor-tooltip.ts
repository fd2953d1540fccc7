import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view'
import type { CodeInfo } from '#lib/code-types/editor-help'
import { infoElement } from './info-element.ts'

type Shown = { info: CodeInfo; at: number } | null

const show = StateEffect.define<Shown>()

const tooltipOf = (shown: Shown): Tooltip | null =>
  shown && {
    pos: shown.at,
    above: true,
    create: () => {
      const dom = infoElement(shown.info)
      dom.setAttribute('role', 'status')
      return { dom }
    },
  }

const shownField = StateField.define<Shown>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value
    return value && { ...value, at: transaction.changes.mapPos(value.at) }
  },
  provide: (field) => showTooltip.compute([field], (state) => tooltipOf(state.field(field))),
})

/** Shows what is at the cursor until that moves elsewhere, or Escape. */
export function showAtCursor(view: EditorView, info: CodeInfo | undefined): void {
  const shown = info?.text ? { info, at: view.state.selection.main.head } : null
  if (shown || view.state.field(shownField, false)) view.dispatch({ effects: show.of(shown) })
}

/** Whether Escape closes something of the editor, and nothing around it. */
export const isShownAtCursor = (view: EditorView): boolean =>
  (view.state.field(shownField, false) ?? null) !== null

/** While a call is written: its arguments. `ask` answers nothing outside of calls. */
export function callTooltip(ask: (view: EditorView) => Promise<CodeInfo | undefined>): Extension {
  let last = 0
  const refresh = async (view: EditorView) => {
    const mine = ++last
    const info = await ask(view)
    if (mine === last) showAtCursor(view, info)
  }
  return [
    shownField,
    EditorView.updateListener.of((update) => {
      if (!update.docChanged && !update.selectionSet) return
      const { head } = update.state.selection.main
      const typed = update.state.sliceDoc(Math.max(head - 1, 0), head)
      const begins = update.docChanged && (typed === '(' || typed === ',')
      if (begins || isShownAtCursor(update.view)) void refresh(update.view)
    }),
    EditorView.domEventHandlers({ blur: (_event, view) => showAtCursor(view, undefined) }),
    keymap.of([
      {
        key: 'Escape',
        run: (view) => {
          const was = isShownAtCursor(view)
          showAtCursor(view, undefined)
          return was
        },
      },
    ]),
  ]
}
