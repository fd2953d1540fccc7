import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'

/** CodeMirror's colours that are too pale on our ground, types and patterns, and darker ones. */
const darker = new Map([
  ['#085', '#075'],
  ['#e40', '#b33000'],
])
const lightColours = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const color = darker.get(String(spec['color']))
    return color ? { ...spec, color } : spec
  }),
  { themeType: 'light' },
)

/** The colours of code in the light; those of the dark are CodeMirror's. */
export const codeColours = syntaxHighlighting(lightColours)

/** The editor in the colours of the page. */
export const editorTheme = EditorView.theme({
  // Above CodeMirror's own theme, which would put its grey under every field in the dark.
  '&': { backgroundColor: 'transparent !important', color: 'var(--foreground)' },
  // Over the whole window.
  '.code-large &': { height: '100% !important', maxHeight: 'none !important' },
  '.code-large & .cm-scroller': { maxHeight: 'none !important' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    fontFamily: 'var(--font-mono, ui-monospace, SFMono-Regular, Menlo, monospace)',
    lineHeight: '20px',
    padding: '6px 0',
    caretColor: 'var(--foreground)',
  },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    backgroundColor: 'var(--muted) !important',
    color: 'var(--muted-foreground)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklab, var(--muted) 60%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--popover)',
    color: 'var(--popover-foreground)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
    zIndex: '45',
  },
  '.cm-type-info': { maxWidth: 'min(36rem, 90vw)', padding: '4px 8px', fontSize: '13px' },
  '.cm-type-info code': {
    fontFamily: 'var(--font-mono, ui-monospace, SFMono-Regular, Menlo, monospace)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-type-info p': { color: 'var(--muted-foreground)', marginTop: '2px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-foreground)',
  },
})
