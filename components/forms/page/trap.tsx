import type { RefObject } from 'react'
import { useFormTexts } from '../texts.ts'

/**
 * A field that no person sees, by sight or by screen reader: robots fill it in. Filled in by a
 * browser's own help it costs the person a moment, and nothing else.
 */
export function Trap({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { text } = useFormTexts()
  return (
    <div aria-hidden className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
      <label>
        {text('trap')}
        <input ref={field} name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
