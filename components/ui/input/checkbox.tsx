import { CheckIcon } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        'peer size-5 shrink-0 rounded border border-input bg-background shadow-xs ' +
          'outline-none focus-visible:ring-2 focus-visible:ring-ring ' +
          'focus-visible:ring-offset-2 focus-visible:ring-offset-background ' +
          'disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive ' +
          'data-[state=checked]:border-primary data-[state=checked]:bg-primary ' +
          'data-[state=checked]:text-primary-foreground',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="flex items-center justify-center">
        <CheckIcon className="size-4" aria-hidden />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
