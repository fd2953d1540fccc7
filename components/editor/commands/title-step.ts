import { mapStep, type Command } from './command.ts'

/** Names a step. The heading of a screen follows it until somebody has given the screen its own. */
export function titleStep(id: string, title: string): Command {
  return (definition) => ({
    definition: mapStep(definition, id, (step) => {
      const heading = step.config['title']
      const follows = step.type === 'screen' && (heading === undefined || heading === step.title)
      return { ...step, title, ...(follows ? { config: { ...step.config, title } } : {}) }
    }),
  })
}
