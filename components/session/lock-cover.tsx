'use client'

import { LockIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#components/ui/input/button'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { keepEventsFromPage } from './keep-events-from-page.ts'
import { ProveForm } from './prove-form.tsx'

type Props = { personId: string; name: string; onUnlocked(session: OwnSession): void }

/** What a person sees of a locked session: who may go on, and the way in for somebody else. */
export function LockedCard({ personId, name, onUnlocked }: Props) {
  return (
    <div className="w-full max-w-sm space-y-5 rounded-xl border bg-card p-6 text-card-foreground shadow-sm">
      <div className="space-y-1">
        <h1 id="locked-title" className="flex items-center gap-2 text-xl font-semibold">
          <LockIcon className="size-5 text-muted-foreground" aria-hidden /> Locked
        </h1>
        <p id="locked-help" className="text-sm text-muted-foreground">
          {name}, show that it is you to go on where you were.
        </p>
      </div>
      <ProveForm
        personId={personId}
        submit={{ label: 'Unlock', busy: 'Unlocking…' }}
        onProven={onUnlocked}
      />
      <div className="space-y-2 border-t pt-4 text-sm text-muted-foreground">
        <p>Not {name}? What is not saved on this page is discarded.</p>
        <Button asChild variant="outline" className="w-full">
          {/* A whole new page, so that nothing of this one stays in memory. */}
          <a href="/sign-in?next=/">Sign in as somebody else</a>
        </Button>
      </div>
    </div>
  )
}

/**
 * Covers the page while its session is locked. The page stays as it is underneath, with what was
 * typed, but nothing of it can be seen, reached or read by a screen reader.
 */
export function LockCover(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const title = document.title
    document.title = 'Locked'
    const before = document.activeElement
    const stop = keepEventsFromPage()
    dialog.current?.showModal()
    return () => {
      stop()
      document.title = title
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      data-cover
      aria-labelledby="locked-title"
      aria-describedby="locked-help"
      className="pointer-events-auto fixed inset-0 m-0 size-full max-h-none max-w-none bg-background p-4 backdrop:bg-background open:grid open:place-items-center"
      onCancel={(event) => event.preventDefault()}
      // A browser may close a dialog at the second Escape without asking.
      onClose={() => dialog.current?.showModal()}
    >
      <LockedCard {...props} />
    </dialog>,
    document.body,
  )
}
