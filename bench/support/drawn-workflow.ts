type After = { step: string; via?: string }[]
type Drawn = { id: string; type: string; title: string; after: After; config: object }

const text = (title: string) => ({ type: 'string', title })
const form = { type: 'object', properties: { decision: text('Decision'), reason: text('Reason') } }

/** Twenty steps as people draw them; `n` makes their ids unique, `before` is what leads to them. */
function part(n: number, before: string | undefined): object[] {
  const id = (name: string): string => `${name}_${n}`
  const behind = (name: string, via?: string): After => [
    via === undefined ? { step: id(name) } : { step: id(name), via },
  ]
  const one = (name: string, type: string, after: After, config: object): Drawn => ({
    id: id(name),
    type,
    title: `${name.replaceAll('_', ' ')} ${n}`,
    after,
    config,
  })
  const value = (words: string) => ({ value: words })
  const mail = { to: ['intake@example.com'], subject: 'Referral', text: 'It was looked at.' }
  const branch = { when: { $: `steps.${id('review')}.output.decision = "approved"` } }
  const start = one('collect', 'transform', before ? [{ step: before }] : [], {
    value: { $: '{ "name": start.patientName, "numbers": [1, 2, 3] }' },
  })
  const list = { items: { $: `steps.${id('collect')}.output.numbers` } }
  const rounds = { condition: { $: 'item.index < 3' } }
  const cases = [
    { name: 'urgent', when: { $: 'start.urgent = true' } },
    { name: 'routine', when: { $: 'start.urgent = false' } },
  ]
  return [
    { ...start, on_failure: { step: id('say_failure'), then: 'fail' } },
    one('say_failure', 'send-email', [], mail),
    one('each_number', 'for-each', behind('collect'), list),
    one('double', 'transform', behind('each_number', 'each'), { value: { $: 'item * 2' } }),
    one('keep_number', 'transform', behind('double'), value('kept')),
    one('review', 'screen', behind('each_number', 'done'), { title: 'Review', schema: form }),
    one('approved', 'condition', behind('review'), branch),
    one('file_note', 'transform', behind('approved', 'true'), value('filed')),
    one('write_letter', 'transform', behind('file_note'), value('written')),
    one('tell_referrer', 'send-email', behind('approved', 'false'), mail),
    one('decided', 'transform', [...behind('write_letter'), ...behind('tell_referrer')], value('')),
    one('until_answered', 'while', behind('decided'), rounds),
    one('ask_again', 'send-email', behind('until_answered', 'each'), mail),
    one('pause', 'wait', behind('ask_again'), { seconds: 60 }),
    one('by_urgency', 'switch', behind('until_answered', 'done'), { cases }),
    one('at_once', 'transform', behind('by_urgency', 'urgent'), value('now')),
    one('tomorrow', 'wait', behind('by_urgency', 'routine'), { workingDays: 1 }),
    one('somebody', 'screen', behind('by_urgency', 'default'), { title: 'Ask', schema: form }),
    one('count', 'code', [...behind('at_once'), ...behind('tomorrow')], {
      source: 'export default async () => ({ count: 1 })\n',
    }),
    one('close', 'transform', [...behind('count'), ...behind('somebody')], value('closed')),
  ]
}

const partLength = 20

/** A workflow of so many steps (a multiple of 20), with loops, branches that meet and handlers. */
export function drawnWorkflow(steps: number) {
  return {
    startData: {
      type: 'object',
      properties: { patientName: text('Patient name'), urgent: { type: 'boolean' } },
    },
    steps: Array.from({ length: Math.ceil(steps / partLength) }, (_none, n) =>
      part(n, n === 0 ? undefined : `close_${n - 1}`),
    ).flat(),
    settings: {},
  }
}
