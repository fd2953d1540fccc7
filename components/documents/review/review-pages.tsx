import { ArrowLeftIcon, FileXIcon } from 'lucide-react'
import { useState } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import type { CitedPlace, DocumentAnswer } from '#lib/domain/ask/answer'
import { PageViewer } from '../page-viewer.tsx'

type Props = {
  answer: DocumentAnswer
  place: CitedPlace | undefined
  places: CitedPlace[]
}

/** The file of the chosen place, until the person takes another one. */
function useShownFile(answer: DocumentAnswer, place: CitedPlace | undefined) {
  const [fileId, setFileId] = useState(place?.fileId ?? answer.files[0]?.id)
  const [opened, setOpened] = useState(place)
  if (place !== opened) {
    setOpened(place)
    if (place) setFileId(place.fileId)
  }
  return [fileId, setFileId] as const
}

/** The documents of an answer, with the chosen place marked. */
export function ReviewPages({ answer, place, places }: Props) {
  const [fileId, setFileId] = useShownFile(answer, place)
  if (fileId === undefined)
    return (
      <EmptyState
        icon={FileXIcon}
        title="No document"
        description="This answer names no file. Fill in the form by what you know."
      />
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      {answer.files.length > 1 ? (
        <NativeSelect
          aria-label="Document"
          value={fileId}
          onChange={(event) => setFileId(event.target.value)}
          className="shrink-0"
        >
          {answer.files.map(({ id, fileName }) => (
            <option key={id} value={id}>
              {fileName}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      <PageViewer
        key={fileId}
        fileId={fileId}
        place={place?.fileId === fileId ? place : undefined}
        others={places}
        className="flex-1"
      />
    </div>
  )
}

/** On a phone the document stands in the place of the form; this leads back. */
export function BackToField({ title, onBack }: { title: string | undefined; onBack(): void }) {
  return (
    <Button type="button" variant="outline" className="max-w-full" onClick={onBack}>
      <ArrowLeftIcon aria-hidden />
      <span className="truncate">
        {title === undefined ? 'Back to the fields' : `Back to ${title}`}
      </span>
    </Button>
  )
}
