import { BanIcon, CheckCircle2Icon, CircleDotIcon, XCircleIcon } from 'lucide-react'
import { Pill } from '#components/shared/display/pill'
import type { BackTestSummary } from '#lib/contracts/workflows/back-tests'

const looks = {
  running: { label: 'Running', icon: CircleDotIcon, tone: 'busy' },
  completed: { label: 'Completed', icon: CheckCircle2Icon, tone: 'good' },
  failed: { label: 'Broken off', icon: XCircleIcon, tone: 'bad' },
  stopped: { label: 'Stopped', icon: BanIcon, tone: 'quiet' },
} as const

/** How far a back-test is, as icon, word and colour. */
export const TestStatus = ({ status }: Pick<BackTestSummary, 'status'>) => (
  <Pill {...looks[status]} />
)

/** What was tested. */
export const testedWords = ({ version }: Pick<BackTestSummary, 'version'>): string =>
  version === null ? 'The draft' : `Version ${version}`
