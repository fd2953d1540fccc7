import type { ReactNode } from 'react'

type Props = { title: string; description: ReactNode; action?: ReactNode; children?: ReactNode }

/** One kind of second factor: what it is, how it stands, and what can be done. */
export function FactorRow({ title, description, action, children }: Props) {
  return (
    <div className="space-y-3 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted-foreground">{description}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
