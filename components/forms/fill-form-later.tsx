'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { Loading } from '#components/shared/loading/loading'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** `FillForm` for dialogs: its code is loaded when one opens. */
export const FillForm = dynamic(
  async () => (await loadCode(() => import('./fill-form.tsx'))).FillForm,
  {
    ssr: false,
    loading: () => (
      <Loading label="Loading the form">
        <Skeleton className="h-32 w-full" />
      </Loading>
    ),
  },
)
