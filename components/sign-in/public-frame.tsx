import type { ReactNode } from 'react'
import { Logo } from '#components/shell/logo'

/** The frame of pages before signing in: the mark, one card, nothing else. */
export function PublicFrame({
  title,
  description,
  children,
}: {
  title: string
  description: string
  children?: ReactNode
}) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-12 sm:justify-center">
      <div className="w-full max-w-sm space-y-6">
        <div className="flex items-center justify-center gap-2.5 text-lg font-semibold">
          <Logo className="size-7" /> Rounds
        </div>
        <div className="space-y-5 rounded-xl border bg-card p-6 shadow-sm">
          <div className="space-y-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            <p className="text-sm text-muted-foreground">{description}</p>
          </div>
          {children}
        </div>
      </div>
    </main>
  )
}
