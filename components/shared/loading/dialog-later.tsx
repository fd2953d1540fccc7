'use client'

import dynamic from 'next/dynamic'
import { useState, type ComponentType } from 'react'
import { loadCode } from './load-code.ts'

type IsOpen<Props> = (props: Props) => boolean

const byName = (props: { open?: unknown }): boolean => props.open === true

/**
 * A dialog or sheet whose code is loaded when it first opens. It stays from then on, so that it
 * closes as slowly as it opens. `isOpen` says when one is open that has no `open`. Call it outside
 * of components.
 */
export function dialogLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: IsOpen<Props> = byName,
): ComponentType<Props> {
  const Dialog = dynamic(() => loadCode(load), { ssr: false })
  return function DialogLater(props: Props) {
    const open = isOpen(props)
    const [wasOpen, setWasOpen] = useState(open)
    if (open && !wasOpen) setWasOpen(true)
    return open || wasOpen ? <Dialog {...props} /> : null
  }
}
