'use client'

import type { ComponentProps } from 'react'
import { cn } from '#components/ui/cn'
import { fieldClass } from '#components/ui/input/field-class'
import { useTypedBefore } from '#components/ui/input/use-typed-before'

/** A native select that looks like our other fields. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  const ref = useTypedBefore<'select'>(props)
  return <select {...props} ref={ref} className={cn(fieldClass, 'h-9 px-2.5', className)} />
}
