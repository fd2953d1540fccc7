import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  /** Stands at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the settings under its heading, which names it. */
export function SettingsSection({ title, description, action, children }: Props) {
  const id = useId()
  return (
    <section className="space-y-4" aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {description ? <p className="text-sm text-muted-foreground">{description}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
