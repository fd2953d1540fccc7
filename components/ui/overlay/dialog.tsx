'use client'

import { XIcon } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
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
        {hasClose ? <CloseButton /> : null}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

function CloseButton() {
  return (
    <Primitive.Close
      className="absolute top-3 right-3 inline-flex size-7 items-center justify-center rounded-sm opacity-70 outline-none hover:opacity-100 focus-visible:ring-2 focus-visible:ring-ring"
      aria-label="Close"
    >
      <XIcon className="size-4" aria-hidden />
    </Primitive.Close>
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
