'use client'

import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { useHydrated } from './use-hydrated.ts'
import { waitsAttribute } from './waits-attribute.ts'

export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium ' +
    'whitespace-nowrap outline-none transition-colors focus-visible:ring-2 ' +
    'focus-visible:ring-ring focus-visible:ring-offset-2 focus-visible:ring-offset-background ' +
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none ' +
    'aria-disabled:opacity-50 [&_svg]:pointer-events-none [&_svg]:shrink-0 ' +
    "[&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground shadow-xs hover:bg-primary/90',
        destructive: 'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive/90',
        outline:
          'border border-input bg-background shadow-xs hover:bg-accent hover:text-accent-foreground',
        secondary: 'bg-secondary text-secondary-foreground shadow-xs hover:bg-secondary/80',
        ghost: 'hover:bg-accent hover:text-accent-foreground',
        link: 'text-primary underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-9 px-4 py-2',
        sm: 'h-8 gap-1.5 px-3',
        lg: 'h-10 px-6',
        icon: 'size-9',
        'icon-sm': 'size-7',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

type Props = ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean }

/**
 * A button. A submit button is disabled until the page is hydrated: before that, the browser would
 * send the form by itself, and the input would be lost or appear in the address. What is pressed
 * before is done then (`shared/loading/early-clicks`), and shows that it was pressed.
 */
export function Button({ className, variant, size, asChild = false, ...props }: Props) {
  const Component = asChild ? Slot.Root : 'button'
  const waits = !useHydrated() && props.type === 'submit'
  const look = cn(
    buttonVariants({ variant, size }),
    waits && 'disabled:opacity-100 data-[pressed]:opacity-60',
    className,
  )
  // One that is disabled anyhow is not to be pressed.
  const disabled = waits
    ? { disabled: true, ...(props.disabled ? {} : { [waitsAttribute]: '' }) }
    : {}
  return <Component className={look} {...props} {...disabled} />
}
