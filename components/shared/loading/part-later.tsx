'use client'

import dynamic from 'next/dynamic'
import { createElement, type ComponentType } from 'react'
import { loadCode } from './load-code.ts'
import { Listening } from './listening.tsx'
import { Loading } from './loading.tsx'
import { Skeleton } from '#components/ui/feedback/skeleton'

const waiting = () => (
  <Loading label="Loading">
    <Skeleton className="h-64 w-full" />
    <Listening />
  </Loading>
)

/**
 * A part of a page whose code is loaded when it is shown. The server draws it; until its code is
 * here, clicks on it are kept (`Listening`). Call it outside of components.
 */
export const partLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  dynamic<Props>(
    async () => {
      const part = await loadCode(load)
      return function PartLater(props: Props) {
        return (
          <>
            {createElement(part, props)}
            <Listening />
          </>
        )
      }
    },
    { loading: waiting },
  )
