'use client'

import dynamic from 'next/dynamic'
import { useState, type ComponentType } from 'react'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { firstTouch } from './first-touch.ts'
import { loadCode } from './load-code.ts'

type IsOpen<Props> = (props: Props) => boolean

const byName = (props: { open?: unknown }): boolean => props.open === true

/**
 * A dialog or sheet whose code is loaded at the first touch of the page, or when it opens before.
 * Once the code is there it opens at once, so that who types right after the key that opens it
 * types into it. It stays from then on, so that it closes as slowly as it opens. `isOpen` says when
 * one is open that has no `open`. Call it outside of components.
 */
export function dialogLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: IsOpen<Props> = byName,
): ComponentType<Props> {
  let code: ComponentType<Props> | undefined
  const loadDialog = async () => {
    code = await loadCode(load)
    return code
  }
  // What fails here is loaded, or fails in sight, when the dialog opens.
  void firstTouch()
    .then(loadDialog)
    .catch(() => undefined)
  const Dialog = dynamic(loadDialog, { ssr: false })
  return function DialogLater(props: Props) {
    const open = isOpen(props)
    const isHydrated = useHydrated()
    // One that is drawn stays the same: another would lose what was typed.
    const [Drawn, setDrawn] = useState<ComponentType<Props>>()
    if (open && !Drawn) setDrawn(() => (isHydrated && code ? code : Dialog))
    return Drawn ? <Drawn {...props} /> : null
  }
}
