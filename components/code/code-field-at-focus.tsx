'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { cn } from '#components/ui/cn'
import { useTypedBefore } from '#components/ui/input/use-typed-before'
import type { CodeFieldProps } from './code-field-props.ts'

const CodeMirrorField = lazy(() => loadCode(() => import('./code-mirror.tsx')))

const plainClass = cn(
  'block w-full resize-none rounded-md border bg-background px-2 py-1.5 font-mono text-[13px]/5',
  'shadow-xs outline-none [field-sizing:content] focus-visible:border-ring',
  'focus-visible:ring-[3px] focus-visible:ring-ring/50',
)

type PlainProps = CodeFieldProps & {
  field: RefObject<HTMLTextAreaElement | null>
  onWant(): void
}

/** The same text at the same place, in a field of the browser's own. */
function PlainField({ field, onWant, ...props }: PlainProps) {
  const { label, value, onChange, minLines = 1, maxLines = 30, invalid, describedBy } = props
  const ref = useTypedBefore<'textarea'>({
    value,
    onChange: ({ target }) => onChange(target.value),
    ref: field,
  })
  return (
    <textarea
      ref={ref}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      className={cn(plainClass, invalid ? 'border-destructive' : 'border-input')}
      style={{ minHeight: minLines * 20 + 12, maxHeight: maxLines * 20 + 2 }}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onFocus={onWant}
    />
  )
}

/** Puts a text at the cursor, as if it were typed. */
function insertText(field: HTMLTextAreaElement, text: string, onChange: (text: string) => void) {
  field.focus()
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  onChange(field.value)
}

/**
 * A code editor of a page that can be read without one: a plain field until somebody goes to it.
 * What is typed, the cursor and the focus stay when the editor takes its place.
 */
export function CodeFieldAtFocus(props: CodeFieldProps) {
  const { onReady, onChange } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isThere, setThere] = useState(false)
  const insert = useEffectEvent((text: string) => {
    if (field.current) insertText(field.current, text, onChange)
  })
  const offer = useEffectEvent(() => onReady?.((text) => insert(text)))
  useEffect(() => offer(), [])
  const takeOver = () => {
    const plain = field.current
    setThere(true)
    if (!plain) return undefined
    const { value: text, selectionStart: from, selectionEnd: to } = plain
    return { text, from, to, isFocused: document.activeElement === plain }
  }
  const want = () => setWanted(true)
  return (
    <div className="relative" onPointerEnter={want}>
      {isThere ? null : <PlainField {...props} field={field} onWant={want} />}
      {isWanted ? (
        <div
          aria-hidden={isThere ? undefined : true}
          className={isThere ? undefined : 'pointer-events-none absolute inset-0 opacity-0'}
        >
          <Suspense fallback={null}>
            <CodeMirrorField {...props} takeOver={takeOver} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
