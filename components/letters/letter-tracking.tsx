import { formatInstant } from '#components/shared/display/format'
import type { LetterView } from '#lib/contracts/integrations/letters'

/** What happened to a letter, in the order of time. */
export function LetterTracking({ events }: Pick<LetterView, 'events'>) {
  return (
    <section className="space-y-2">
      <h3 className="font-medium">Tracking</h3>
      {events.length === 0 ? (
        <p className="text-muted-foreground">Nothing is known yet.</p>
      ) : (
        <ol className="space-y-3 border-l pl-4">
          {events.map((event) => (
            <li key={`${event.type} ${event.at}`}>
              <p className="font-medium">{event.title}</p>
              <p className="text-muted-foreground">
                {formatInstant(event.at)}
                {event.location ? `, ${event.location}` : ''}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
