'use client'

import { CheckIcon } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { popupClass } from './overlay-class.ts'
import { unlessTaken } from './use-returned-focus.tsx'

/**
 * A menu at a button. It does not shut off the page behind it: that would hide what can still have
 * the focus from screen readers.
 */
export const DropdownMenu = (props: Omit<ComponentProps<typeof Primitive.Root>, 'modal'>) => (
  <Primitive.Root modal={false} {...props} />
)
export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuGroup = Primitive.Group
export const DropdownMenuRadioGroup = Primitive.RadioGroup

const itemClass =
  'relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm ' +
  'outline-none select-none focus:bg-accent focus:text-accent-foreground ' +
  'data-[disabled]:pointer-events-none data-[disabled]:opacity-50 ' +
  'data-[variant=destructive]:text-destructive [&_svg]:shrink-0 ' +
  "[&_svg:not([class*='size-'])]:size-4"

export function DropdownMenuContent({
  className,
  sideOffset = 4,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={sideOffset}
        onCloseAutoFocus={unlessTaken(onCloseAutoFocus)}
        className={cn(
          popupClass,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-40',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function DropdownMenuItem({
  className,
  variant = 'default',
  ...props
}: ComponentProps<typeof Primitive.Item> & { variant?: 'default' | 'destructive' }) {
  return <Primitive.Item data-variant={variant} className={cn(itemClass, className)} {...props} />
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(itemClass, 'pl-8', className)} {...props}>
      <span className="absolute left-2">
        <Primitive.ItemIndicator>
          <CheckIcon className="size-4" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-2 py-1.5 text-sm font-medium', className)} {...props} />
}

export function DropdownMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
}
