'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { Cross } from './cross.tsx'
import { overlayClass } from './overlay-class.ts'
import { useReturnedFocus } from './use-returned-focus.tsx'
import { useTypedGuard, type TypedGuard } from './use-typed-guard.tsx'

export const Sheet = Primitive.Root

const sides = {
  right:
    'inset-y-0 right-0 h-full w-11/12 border-l sm:max-w-md data-[state=open]:slide-in-from-right',
  left: 'inset-y-0 left-0 h-full w-11/12 border-r sm:max-w-xs data-[state=open]:slide-in-from-left',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] border-t data-[state=open]:slide-in-from-bottom',
  top: 'inset-x-0 top-0 border-b data-[state=open]:slide-in-from-top',
}

const questionPlace = { close: Primitive.Close, className: '-bottom-4 -mx-4 -mb-4 px-4' }

export function SheetContent({
  className,
  children,
  side = 'right',
  savesItself,
  ...props
}: ComponentProps<typeof Primitive.Content> & TypedGuard & { side?: keyof typeof sides }) {
  const { handlers, note } = useReturnedFocus(props)
  const guard = useTypedGuard({ ...props, savesItself }, questionPlace)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        className={cn(
          'fixed z-50 flex flex-col gap-4 overflow-y-auto bg-background p-4 shadow-lg ' +
            'outline-none data-[state=open]:animate-in',
          sides[side],
          className,
        )}
        {...props}
        {...handlers}
        {...guard.handlers}
      >
        {note}
        {children}
        {guard.question}
        <Cross close={Primitive.Close} onClick={guard.onCross} />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function SheetHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-1 pr-8', className)} {...props} />
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn('text-base font-semibold', className)} {...props} />
}

export function SheetDescription({
  className,
  ...props
}: ComponentProps<typeof Primitive.Description>) {
  return (
    <Primitive.Description className={cn('text-sm text-muted-foreground', className)} {...props} />
  )
}
