import type { ReactNode } from 'react'

/** The panel of values below the canvas. */
export function DataDock({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Values"
      data-pane="values"
      className="relative z-10 h-[min(20rem,45%)] border-t bg-card max-lg:hidden"
    >
      {children}
    </section>
  )
}

/** The panel of values below the fields, where they fill the screen. */
export function DataUnderFields({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="border-t px-1 pb-4">
      <summary className="min-h-9 cursor-pointer rounded-sm px-3 py-2 text-sm font-semibold outline-none focus-visible:ring-2 focus-visible:ring-ring">
        Values
      </summary>
      {children}
    </details>
  )
}
