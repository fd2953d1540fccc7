'use client'

import { lazy, Suspense, type ComponentProps } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import type { TypedHere as Here } from './typed-here.tsx'

// Only locked screens show it, and it brings all texts of forms.
const Code = lazy(async () => ({
  default: (await loadCode(() => import('./typed-here.tsx'))).TypedHere,
}))

/** `TypedHere`, loaded when it is shown. */
export function TypedHere(props: ComponentProps<typeof Here>) {
  return (
    <Suspense fallback={null}>
      <Code {...props} />
    </Suspense>
  )
}
