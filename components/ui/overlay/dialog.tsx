'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { Cross } from './cross.tsx'
import { modalClass, overlayClass } from './overlay-class.ts'
import { useReturnedFocus } from './use-returned-focus.tsx'
import { useTypedGuard, type TypedGuard } from './use-typed-guard.tsx'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger

const questionPlace = {
  close: Primitive.Close,
  className: '-bottom-6 -mx-6 -mb-6 rounded-b-lg px-6',
}

export function DialogContent({
  className,
  children,
  hasClose = true,
  savesItself,
  ...props
}: ComponentProps<typeof Primitive.Content> & TypedGuard & { hasClose?: boolean }) {
  const { handlers, note } = useReturnedFocus(props)
  const guard = useTypedGuard({ ...props, savesItself }, questionPlace)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        className={cn(modalClass, className)}
        {...props}
        {...handlers}
        {...guard.handlers}
      >
        {note}
        {children}
        {guard.question}
        {hasClose ? <Cross close={Primitive.Close} onClick={guard.onCross} /> : null}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-2 pe-6 text-start', className)} {...props} />
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)}
      {...props}
    />
  )
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title className={cn('text-lg leading-tight font-semibold', className)} {...props} />
  )
}

export function DialogDescription({
  className,
  ...props
}: ComponentProps<typeof Primitive.Description>) {
  return (
    <Primitive.Description className={cn('text-sm text-muted-foreground', className)} {...props} />
  )
}
