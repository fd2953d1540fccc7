import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type Props = {
  /** `full` takes all the width that there is: drawings, documents. Both begin at the same edge. */
  width?: 'usual' | 'full'
  className?: string | undefined
  children: ReactNode
}

/** The frame of every page beside the navigation, so that headings stand at one place. */
export function Page({ width = 'usual', className, children }: Props) {
  return (
    <div className={cn('w-full space-y-6', width === 'usual' && 'max-w-7xl', className)}>
      {children}
    </div>
  )
}
