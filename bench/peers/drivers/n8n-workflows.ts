import type { WorkloadName } from '../workloads.ts'

type Node = { type: string; typeVersion: number; parameters: object }

/** A `Set` node that answers with this expression. */
const setTo = (expression: string): Node => ({
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: { mode: 'raw', jsonOutput: `={{ ${expression} }}`, options: {} },
})

const code = (source: string): Node => ({
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: source },
})

const request = (parameters: object): Node => ({
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: { options: {}, ...parameters },
})

/** What a node reads: the webhook's body first, then the answer of the node before. */
const before = (index: number): string => (index === 0 ? '$json.body.n' : '$json.n')

const inARow = (length: number, nodeOf: (index: number) => Node): Node[] =>
  Array.from({ length }, (_, index) => nodeOf(index))

const computed = (length: number): Node[] =>
  inARow(length, (index) => setTo(`{ n: ${before(index)} + 1 }`))

const posts = (length: number, url: string): Node[] =>
  inARow(length, (index) =>
    request({
      method: 'POST',
      url,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ { n: ${before(index)} } }}`,
    }),
  )

const gets = (length: number, url: string): Node[] =>
  inARow(length, (index) =>
    request({
      url,
      sendQuery: true,
      queryParameters: { parameters: [{ name: 'n', value: `={{ ${before(index)} }}` }] },
    }),
  )

const codes = (length: number): Node[] =>
  inARow(length, (index) =>
    code(`return [{ json: { n: $input.first().json.${index === 0 ? 'body.n' : 'n'} + 1 } }];`),
  )

const fanOut = (items: number): Node[] => [
  setTo(`{ items: Array.from({ length: ${items} }, (_, index) => index) }`),
  {
    type: 'n8n-nodes-base.splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: 'items', options: {} },
  },
  setTo(`{ n: $json.items + $('Webhook').first().json.body.n }`),
  {
    type: 'n8n-nodes-base.summarize',
    typeVersion: 1.1,
    parameters: {
      fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'n' }] },
      options: {},
    },
  },
  setTo('{ n: $json.sum_n }'),
]

/**
 * A workload as a workflow: a webhook, the nodes in a row, and the answer
 * `{"n": 2}` when the last one has ended.
 */
export function n8nWorkflow(name: WorkloadName, calledOrigin: string, items: number): object {
  const url = `${calledOrigin}/add`
  const steps: Record<WorkloadName, () => Node[]> = {
    'one-computed': () => computed(1),
    'forty-computed': () => computed(40),
    'one-post': () => posts(1, url),
    'five-posts': () => posts(5, url),
    'five-gets': () => gets(5, url),
    'ten-code': () => codes(10),
    'fan-out': () => fanOut(items),
  }
  const webhook: Node = {
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { httpMethod: 'POST', path: name, responseMode: 'lastNode', options: {} },
  }
  const nodes = [webhook, ...steps[name]()].map((node, index) => ({
    id: `${name}-${index}`,
    name: index === 0 ? 'Webhook' : `Step ${index}`,
    position: [index * 200, 0],
    ...(index === 0 ? { webhookId: name } : {}),
    ...node,
  }))
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map((node, index) => [
        nodes[index]?.name,
        { main: [[{ node: node.name, type: 'main', index: 0 }]] },
      ]),
  )
  return { name, nodes, connections, settings: { executionOrder: 'v1' } }
}
