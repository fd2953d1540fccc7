'use client'

import { useState } from 'react'
import { cn } from '#components/ui/cn'

type Props = { name: string; canEdit: boolean; onRename(name: string): Promise<void> }

const inputClass = cn(
  'h-8 w-full max-w-full min-w-0 truncate rounded-md border border-transparent bg-transparent px-2',
  'text-sm font-semibold outline-none hover:border-input focus:border-input',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** The workflow's name, edited in place; Enter or leaving saves it, Escape restores it. */
export function NameInput({ name, canEdit, onRename }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const commit = async () => {
    const next = typed?.trim() ?? ''
    if (typed === null || next === name) return setTyped(null)
    if (next === '') {
      setTyped(null)
      return setError('A workflow needs a name, so it was not changed.')
    }
    try {
      await onRename(next)
      setTyped(null)
      setError(null)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  return (
    <span className="min-w-0 shrink">
      <h1 className="sr-only">{name}</h1>
      <input
        aria-label="Name of the workflow"
        value={typed ?? name}
        maxLength={200}
        readOnly={!canEdit}
        size={Math.max(12, Math.min(36, (typed ?? name).length))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') {
            setTyped(null)
            setError(null)
          }
        }}
        className={inputClass}
      />
      {error ? (
        <span role="alert" className="block px-2 text-xs text-destructive">
          {error}
        </span>
      ) : null}
    </span>
  )
}
