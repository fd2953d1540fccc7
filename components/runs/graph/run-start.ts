import type { StartKind } from '#components/editor/start/starts-of'
import { formatInstant } from '#components/shared/display/format'
import type { RunPage } from '#lib/contracts/runs/runs'
import type { RunTrigger } from '#lib/domain/statuses'

/** What started a run, and its sign. */
const words: Record<RunTrigger, { title: string; kind: StartKind }> = {
  manual: { title: 'Started by hand', kind: 'api' },
  form: { title: 'Started by a form', kind: 'form' },
  api: { title: 'Started by the API', kind: 'api' },
  schedule: { title: 'Started by a schedule', kind: 'schedule' },
  retry: { title: 'Started as a retry', kind: 'workflow' },
  parent: { title: 'Started by another run', kind: 'workflow' },
  mail: { title: 'Started by a mail', kind: 'mail' },
  fax: { title: 'Started by a fax', kind: 'fax' },
  webhook: { title: 'Started by a webhook', kind: 'webhook' },
}

/** What started the run, for the box above its first steps. */
export const runStarts = ({ trigger, createdAt }: Pick<RunPage, 'trigger' | 'createdAt'>) => ({
  heading: words[trigger].title,
  starts: [
    {
      key: 'run',
      kind: words[trigger].kind,
      title: formatInstant(createdAt),
      note: '',
      isOn: true,
      fails: false,
      opens: undefined,
    },
  ],
  open: () => undefined,
})
