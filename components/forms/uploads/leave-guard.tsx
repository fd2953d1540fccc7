'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
import { useFormTexts } from '../texts.ts'

/** The part of the Navigation API that is needed to stop a step back; not all browsers have it. */
type Traversal = Event & { navigationType: string; destination: { key: string } }
type Navigation = EventTarget & { traverseTo(key: string): unknown }
const navigationOf = (): Navigation | undefined =>
  (window as Window & { navigation?: Navigation }).navigation

/** The address that a click opens inside of this app, in this tab; undefined for other clicks. */
function destinationOf(event: MouseEvent): string | undefined {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || modified) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return undefined
  if (link.hasAttribute('download') || link.origin !== window.location.origin) return undefined
  const samePage = link.pathname === window.location.pathname && link.hash !== ''
  return samePage ? undefined : link.pathname + link.search + link.hash
}

/**
 * Asks before the person leaves the page while files are not stored: when they close or reload it,
 * follow a link, or go back. `files` is how many.
 */
export function LeaveGuard({ files }: { files: number }) {
  const router = useRouter()
  const { text, count } = useFormTexts()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const allowed = useRef(false)

  useEffect(() => {
    const ask = (go: () => void) =>
      setLeave(() => () => {
        allowed.current = true
        go()
      })
    const unload = (event: BeforeUnloadEvent) => {
      if (!allowed.current) event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      const destination = allowed.current ? undefined : destinationOf(event)
      if (destination === undefined) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => router.push(destination))
    }
    const navigation = navigationOf()
    const navigate = (event: Event) => {
      const { navigationType, destination } = event as Traversal
      if (allowed.current || navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      ask(() => navigation?.traverseTo(destination.key))
    }
    window.addEventListener('beforeunload', unload)
    document.addEventListener('click', click, { capture: true })
    navigation?.addEventListener('navigate', navigate)
    return () => {
      window.removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, { capture: true })
      navigation?.removeEventListener('navigate', navigate)
    }
  }, [router])

  return (
    <AlertDialog open={leave !== null} onOpenChange={(open) => open || setLeave(null)}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{text('leave')}</AlertDialogTitle>
          <AlertDialogDescription>{count('leave.why', files)}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{text('leave.stay')}</AlertDialogCancel>
          <AlertDialogAction onClick={() => leave?.()}>{text('leave.go')}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
