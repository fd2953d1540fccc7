'use client'

import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** `FillForm` of a page: the server draws it, and its code is loaded when somebody fills it in. */
export const FillForm = partAtTouch(
  async () => (await import('./fill-form.tsx')).FillForm,
  <Skeleton className="h-32 w-full" />,
)
