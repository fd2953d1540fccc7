import type { Problem } from '#lib/domain/workflow/problem'

/** What the server found in a code that may still run. */
export function CodeWarnings({ problems }: { problems: Problem[] }) {
  return (
    <ul aria-label="Warnings" className="space-y-1 text-sm text-amber-700 dark:text-amber-400">
      {problems.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}
