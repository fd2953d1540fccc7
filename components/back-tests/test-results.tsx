import { CheckCircle2Icon, XCircleIcon } from 'lucide-react'
import { Pill } from '#components/shared/display/pill'
import type { WorkflowTestResult } from '#lib/contracts/workflows/workflow-tests'

/** Whether a test passed, and what is not as expected. */
export function TestOutcome({ result }: { result: WorkflowTestResult }) {
  return (
    <div className="space-y-1.5">
      {result.passed ? (
        <Pill icon={CheckCircle2Icon} tone="good" label="Passed" />
      ) : (
        <Pill icon={XCircleIcon} tone="bad" label="Fails" />
      )}
      {result.unmet.length > 0 ? (
        <ul className="list-disc space-y-0.5 pl-5 text-sm">
          {result.unmet.map((words) => (
            <li key={words} className="wrap-anywhere">
              {words}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
