'use client'

import { BookmarkIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Button } from '#components/ui/input/button'
import { useFormTexts } from '../texts.ts'
import type { Saving } from './use-saved-form.ts'

const SavePanel = lazy(async () => ({
  default: (await loadCode(() => import('./save-panel.tsx'))).SavePanel,
}))

type Props = {
  /** Nothing is offered without it, or where it is switched off. */
  saving: Saving | undefined
  data: Record<string, unknown>
  secret: string | undefined
  onSaved(secret: string): void
}

/** Below a form: the way to go on with it later. */
export function SaveForLater({ saving, ...props }: Props) {
  const { text } = useFormTexts()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // After the panel is gone and the button is there again.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (!saving || saving.days === 0) return null
  if (isOpen)
    return (
      <Suspense fallback={null}>
        <SavePanel {...props} saving={saving} onClose={close} />
      </Suspense>
    )
  return (
    <Button
      ref={button}
      type="button"
      variant="ghost"
      className="-ms-2"
      onClick={() => setOpen(true)}
    >
      <BookmarkIcon aria-hidden /> {text('save')}
    </Button>
  )
}
