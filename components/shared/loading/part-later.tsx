'use client'

import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { Loading } from './loading.tsx'
import { Skeleton } from '#components/ui/feedback/skeleton'

const waiting = () => (
  <Loading label="Loading">
    <Skeleton className="h-64 w-full" />
  </Loading>
)

/**
 * A part of a page whose code is loaded when it is shown. The server does not draw it: until its
 * code is here, a button in it would not answer. Call it outside of components.
 */
export const partLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => dynamic(load, { ssr: false, loading: waiting })
