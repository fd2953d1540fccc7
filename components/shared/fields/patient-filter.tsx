import { XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { SearchFilter } from './search-filter.tsx'

/** Leads to the cases of the patient of a run; no address has the number of a patient then. */
export const patientOfRun = (runId: string): string => `run:${runId}`

type Props = { value: string; onChange(value: string): void; className?: string }

/** Narrows a list to one patient: by their number, or by a case of theirs that led here. */
export function PatientFilter({ value, onChange, className }: Props) {
  if (value.startsWith('run:'))
    return (
      <Button variant="secondary" onClick={() => onChange('')}>
        Cases of one patient
        <XIcon aria-label="Remove this filter" />
      </Button>
    )
  return (
    <SearchFilter
      label="Number of the patient"
      placeholder="Patient number"
      className={className ?? 'max-w-52 basis-40 max-sm:max-w-none'}
      value={value}
      onChange={(text) => onChange(text.trim())}
    />
  )
}
