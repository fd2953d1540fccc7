import { FileIcon, RotateCcwIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { formatSize } from '#components/shared/display/format-size'
import { inLanguage } from '#lib/domain/form/texts/in-language'
import { useFormTexts } from '../texts.ts'
import { FileName } from './file-name.tsx'
import { canRetry, type Upload } from './upload.ts'

type Props = { upload: Upload; onTryAgain(): void; onRemove(): void }

// The track of a browser's own bar has nearly the colour of its progress.
const progressClass =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted ' +
  '[&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary ' +
  '[&::-moz-progress-bar]:bg-primary'

/** A file that is being sent or has failed, with the possible actions. */
export function UploadRow({ upload, onTryAgain, onRemove }: Props) {
  const { name, size, share, waiting, error } = upload
  const texts = useFormTexts()
  const { text } = texts
  return (
    <li className="rounded-md border px-2 py-1 text-sm">
      <div className="flex items-center gap-2">
        <FileIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <FileName name={name} />
        <span className="shrink-0 text-xs text-muted-foreground">{formatSize(size)}</span>
        {error !== undefined && canRetry(upload) ? (
          <Button
            type="button"
            variant="ghost"
            size="icon-sm"
            className="shrink-0"
            aria-label={text('file.retry', { name })}
            onClick={onTryAgain}
          >
            <RotateCcwIcon aria-hidden />
          </Button>
        ) : null}
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          className="shrink-0"
          onClick={onRemove}
          aria-label={text(error === undefined ? 'file.stop' : 'file.remove', { name })}
        >
          <XIcon aria-hidden />
        </Button>
      </div>
      {error === undefined ? (
        <>
          <progress
            className={progressClass}
            max={1}
            value={share}
            aria-label={text('file.sending', { name })}
          />
          <p role="status" className="text-muted-foreground empty:hidden">
            {waiting ? text('file.lost') : null}
          </p>
        </>
      ) : (
        <p role="alert" className="text-destructive">
          {inLanguage(texts, error) ?? text('file.not taken')}
        </p>
      )}
    </li>
  )
}
