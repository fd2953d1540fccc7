/** The numbers of the US post have 20 digits or more. */
const usps = /^\d{20,}$/

/** The carrier's number of a letter, with a link to where the carrier tells of it. */
export function CarrierNumber({ number }: { number: string }) {
  const shown = <span className="font-mono text-xs break-all">{number}</span>
  if (!usps.test(number)) return shown
  const query = new URLSearchParams({ tLabels: number })
  return (
    <a
      href={`https://tools.usps.com/go/TrackConfirmAction?${query}`}
      target="_blank"
      rel="noreferrer"
      className="underline underline-offset-2"
    >
      {shown}
      <span className="sr-only"> at USPS, in a new tab</span>
    </a>
  )
}
