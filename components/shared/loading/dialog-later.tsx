'use client'

import dynamic from 'next/dynamic'
import { useState, type ComponentType } from 'react'

/**
 * A dialog whose code is loaded when it first opens. It stays from then on, so that it closes as
 * slowly as it opens. Call it outside of components.
 */
export function dialogLater<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = dynamic(load, { ssr: false })
  return function DialogLater(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.open)
    if (props.open && !wasOpen) setWasOpen(true)
    return props.open || wasOpen ? <Dialog {...props} /> : null
  }
}
