import type { CitedPlace } from '#lib/domain/ask/answer'
import { PageViewer } from './page-viewer.tsx'

type Props = {
  place: CitedPlace
  /** All places of the answer; those on the same page are marked more quietly. */
  others: CitedPlace[]
  name: string
}

/** A place in a document: what stands there, and the page with the place marked. */
export function PlaceInDocument({ place, others, name }: Props) {
  return (
    <section className="space-y-2" aria-label={name}>
      <p className="text-sm text-muted-foreground">It stands in {name}:</p>
      <blockquote className="border-l-4 pl-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {place.text}
      </blockquote>
      <PageViewer fileId={place.fileId} place={place} others={others} className="h-[70vh]" />
    </section>
  )
}
