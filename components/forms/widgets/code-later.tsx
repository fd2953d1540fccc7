'use client'

import type { WidgetProps } from '@rjsf/utils'
import { lazy, Suspense } from 'react'
import { loadCode } from '#components/shared/loading/load-code'

const LoadedCodeWidget = lazy(async () => ({
  default: (await loadCode(() => import('./code.tsx'))).CodeWidget,
}))

/**
 * The code editor of a field. Only forms of settings have one; visitors do not load it. It is a
 * function because rjsf refuses what `lazy` makes.
 */
export function CodeWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<div className="min-h-20 rounded-md border border-input" />}>
      <LoadedCodeWidget {...props} />
    </Suspense>
  )
}
