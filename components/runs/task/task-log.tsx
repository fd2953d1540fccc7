import type { LogLine } from '#lib/domain/run/run'
import { Section } from './section.tsx'

const colours: Record<LogLine['level'], string> = {
  log: '',
  info: '',
  warn: 'text-amber-800 dark:text-amber-200',
  error: 'text-destructive',
}

/** The log lines of a task's code; nothing when there are none. */
export function TaskLog({ lines }: { lines: LogLine[] }) {
  if (lines.length === 0) return null
  return (
    <Section title="Log">
      <ol
        className="max-h-60 overflow-y-auto rounded-md bg-muted p-3 font-mono text-xs break-words whitespace-pre-wrap"
        tabIndex={0}
        aria-label="Log lines"
      >
        {lines.map((line, index) => (
          <li key={index} className={colours[line.level]}>
            {line.level}: {line.message}
          </li>
        ))}
      </ol>
    </Section>
  )
}
