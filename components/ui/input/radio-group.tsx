import { CircleIcon } from 'lucide-react'
import { RadioGroup as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn('grid gap-2', className)} {...props} />
}

export function RadioGroupItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        'size-5 shrink-0 rounded-full border border-input bg-background text-primary ' +
          'shadow-xs outline-none focus-visible:ring-2 focus-visible:ring-ring ' +
          'focus-visible:ring-offset-2 focus-visible:ring-offset-background ' +
          'disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive ' +
          'data-[state=checked]:border-primary',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="flex items-center justify-center">
        <CircleIcon className="size-2.5 fill-current" aria-hidden />
      </Primitive.Indicator>
    </Primitive.Item>
  )
}
