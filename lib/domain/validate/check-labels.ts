import type { Problem } from '../workflow/problem.ts'
import { problemAt, type Check, type Subject } from './subject.ts'

const says = (what: string, label: string): string =>
  `${what} is bound to workers with the label “${label}”, and none is alive: its runs wait until one is.`

const isUnserved = ({ servedLabels }: Subject, label: string | null | undefined): label is string =>
  typeof label === 'string' && servedLabels?.includes(label) === false

/** Workers serve the labels of the workflow and of its connections; else its runs would wait. */
export const checkLabels: Check = (subject) => {
  const { workerLabel } = subject.definition.settings
  const ofWorkflow: Problem[] = isUnserved(subject, workerLabel)
    ? [
        {
          code: 'label_unserved',
          severity: 'warning',
          message: says('The workflow', workerLabel),
          path: 'settings.workerLabel',
        },
      ]
    : []
  const ofSteps = subject.definition.steps.flatMap((step) => {
    const kind = subject.typeOf(step)?.connection
    const slug = step.config['connection']
    const found = subject.connections.find((one) => one.kind === kind && one.slug === slug)
    if (!found || !isUnserved(subject, found.workerLabel)) return []
    const message = says(`The connection “${found.slug}”`, found.workerLabel)
    return [problemAt(step, 'config.connection', 'label_unserved', message, 'warning')]
  })
  return [...ofWorkflow, ...ofSteps]
}
