'use client'

import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { fieldClass } from './field-class.ts'
import { useTypedBefore } from './use-typed-before.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  const ref = useTypedBefore<'textarea'>(props)
  return (
    <textarea className={cn(fieldClass, 'min-h-20 px-3 py-2', className)} {...props} ref={ref} />
  )
}
