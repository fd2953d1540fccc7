'use client'

import { useRouter } from 'next/navigation'
import type { MouseEvent, ReactNode } from 'react'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/**
 * Follows the links to other pages of the reference without loading the page anew, as `Link` does:
 * one listener for hundreds of links, each of which would be a part to send and to take over.
 */
export function SoftLinks({ className, children }: { className: string; children: ReactNode }) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const path = link?.getAttribute('href') ?? ''
    if (event.defaultPrevented || !isPlain(event) || !path.startsWith('/docs')) return
    event.preventDefault()
    router.push(path)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside act
    <div className={className} onClick={follow}>
      {children}
    </div>
  )
}
