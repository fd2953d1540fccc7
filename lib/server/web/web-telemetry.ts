import { startTelemetry } from '#lib/telemetry'

/** Traces and metrics of the web process, which also sends the numbers of the whole service. */
export const startWebTelemetry = async (): Promise<{ stop(): Promise<void> }> =>
  await startTelemetry('web', {
    // Loaded only where metrics are sent.
    async ofService() {
      const { readServiceMetrics } = await import('#lib/operations/service/read-metrics')
      return await readServiceMetrics()
    },
  })
