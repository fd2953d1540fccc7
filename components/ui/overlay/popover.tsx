'use client'

import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { popupClass } from './overlay-class.ts'
import { unlessTaken } from './use-returned-focus.tsx'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

export function PopoverContent({
  className,
  align = 'center',
  sideOffset = 4,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        className={cn(popupClass, 'w-72 p-4', className)}
        onCloseAutoFocus={unlessTaken(onCloseAutoFocus)}
        {...props}
      />
    </Primitive.Portal>
  )
}
