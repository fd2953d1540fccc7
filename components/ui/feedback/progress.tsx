import { Progress as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

/** `value` is 0 to 100. Needs an `aria-label`. */
export function Progress({ className, value, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      value={value}
      className={cn('relative h-2 w-full overflow-hidden rounded-full bg-muted', className)}
      {...props}
    >
      <Primitive.Indicator
        className="size-full bg-primary transition-transform"
        style={{ transform: `translateX(-${100 - (value ?? 0)}%)` }}
      />
    </Primitive.Root>
  )
}
