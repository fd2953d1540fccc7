import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'

/** The section that was asked for on the canvas: another object each time. */
export const WantedSection = createContext<{ name: string } | undefined>(undefined)

type Props = { name: 'mail' | 'webhook' | 'api'; title: string; children: ReactNode }

/** One way in which others start the workflow; it comes into sight when it is asked for. */
export function ShareSection({ name, title, children }: Props) {
  const wanted = useContext(WantedSection)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wanted?.name !== name) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [wanted, name])
  return (
    <section className="space-y-3 border-t pt-4" aria-label={title}>
      <h3
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-4 rounded-sm text-sm font-semibold outline-none focus-visible:ring-2 focus-visible:ring-ring"
      >
        {title}
      </h3>
      {children}
    </section>
  )
}
