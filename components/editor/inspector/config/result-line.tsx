import type { Preview } from './use-expression-preview.ts'

type Props = {
  id: string
  preview: Preview
  /** With which data it was computed: "Last run". */
  label: string
  hidesErrors: boolean
}

/** What an expression gives with the chosen data, below its field. */
export function ResultLine({ id, preview, label, hidesErrors }: Props) {
  return (
    <div id={id} className="min-w-0 grow pt-1 text-xs" aria-live="polite">
      {preview.state === 'invalid' && !hidesErrors ? (
        <p className="text-destructive">{preview.message}</p>
      ) : null}
      {preview.state === 'failed' ? (
        <p className="text-amber-700 dark:text-amber-400">
          {label}: {preview.message}
        </p>
      ) : null}
      {preview.state === 'unknown' ? (
        <p className="text-amber-700 italic dark:text-amber-400">
          {label}: unknown, because it has no <code className="font-mono">{preview.name}</code>
        </p>
      ) : null}
      {preview.state === 'value' ? (
        <p className="text-muted-foreground">
          {label}:{' '}
          <code className="line-clamp-3 font-mono break-all text-foreground">{preview.text}</code>
        </p>
      ) : null}
    </div>
  )
}
