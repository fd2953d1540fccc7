'use client'

import { ScrollArea as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function ScrollArea({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root className={cn('relative overflow-hidden', className)} {...props}>
      <Primitive.Viewport
        className="size-full rounded-[inherit] outline-none focus-visible:ring-2 focus-visible:ring-ring"
        tabIndex={0}
      >
        {children}
      </Primitive.Viewport>
      <Primitive.Scrollbar
        orientation="vertical"
        className="flex w-2.5 touch-none p-px select-none"
      >
        <Primitive.Thumb className="relative flex-1 rounded-full bg-border" />
      </Primitive.Scrollbar>
      <Primitive.Corner />
    </Primitive.Root>
  )
}
