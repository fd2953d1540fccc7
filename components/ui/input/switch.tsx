import { Switch as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        'peer inline-flex h-6 w-10 shrink-0 items-center rounded-full border ' +
          'border-transparent shadow-xs outline-none transition-colors focus-visible:ring-2 ' +
          'focus-visible:ring-ring focus-visible:ring-offset-2 ' +
          'focus-visible:ring-offset-background disabled:cursor-not-allowed disabled:opacity-60 ' +
          'data-[state=checked]:bg-primary data-[state=unchecked]:bg-muted-foreground/60',
        className,
      )}
      {...props}
    >
      <Primitive.Thumb className="pointer-events-none block size-5 rounded-full bg-background shadow transition-transform data-[state=checked]:translate-x-[1.05rem] data-[state=unchecked]:translate-x-0" />
    </Primitive.Root>
  )
}
