import { FileIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { useFormTexts } from '../texts.ts'
import { FileName } from '../uploads/file-name.tsx'
import type { FileRef } from '#lib/domain/form/multi-file'

type Props = { file: FileRef; disabled: boolean; onRemove(): void }

/** A stored file, with the button that removes it from the answer. */
export function StoredFile({ file: { fileName }, disabled, onRemove }: Props) {
  const { text } = useFormTexts()
  return (
    <li className="flex items-center gap-2 rounded-md border px-2 py-1 text-sm">
      <FileIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <FileName name={fileName} />
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        className="shrink-0"
        disabled={disabled}
        aria-label={text('file.remove', { name: fileName })}
        onClick={onRemove}
      >
        <XIcon aria-hidden />
      </Button>
    </li>
  )
}
