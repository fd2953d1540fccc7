import { hostname } from 'node:os'
import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type CollectionResult,
  type MetricProducer,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** Metrics as prom-client's registries give them. */
export type PromMetric = MetricObjectWithValues<MetricValueWithName<string>>
type Data = CollectionResult['resourceMetrics']['scopeMetrics'][number]['metrics'][number]
type Value = PromMetric['values'][number]

const usualIntervalMs = 60_000

const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)]

/** OpenTelemetry has the unit in a field of its own; our names end with it. */
function unitOf(name: string): string {
  if (/_seconds(?:_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : ''
}

/** The series of a histogram: the values that have the same labels but for the bucket. */
function seriesOf(values: Value[]): Map<string, { labels: Attributes; values: Value[] }> {
  const series = new Map<string, { labels: Attributes; values: Value[] }>()
  for (const value of values) {
    const { le: _le, ...labels } = value.labels as Record<string, string | number>
    const key = JSON.stringify(labels)
    const one = series.get(key) ?? { labels, values: [] }
    one.values.push(value)
    series.set(key, one)
  }
  return series
}

/** Prometheus counts each bucket with all lower ones, OpenTelemetry each by itself. */
function histogramOf(name: string, values: Value[]) {
  const named = (ending: string): number =>
    values.find(({ metricName }) => metricName === name + ending)?.value ?? 0
  const buckets = values
    .filter(({ metricName }) => metricName === `${name}_bucket`)
    .map(({ labels, value }) => ({ upTo: Number((labels as { le?: unknown }).le), value }))
    .filter(({ upTo }) => Number.isFinite(upTo))
    .toSorted((one, other) => one.upTo - other.upTo)
  const count = named('_count')
  const sums = [...buckets.map(({ value }) => value), count]
  return {
    buckets: {
      boundaries: buckets.map(({ upTo }) => upTo),
      counts: sums.map((sum, index) => sum - (sums[index - 1] ?? 0)),
    },
    sum: named('_sum'),
    count,
  }
}

function dataOf({ name, help, type, values }: PromMetric, times: [HrTime, HrTime]): Data | null {
  const descriptor = {
    name,
    description: help,
    unit: unitOf(name),
    valueType: ValueType.DOUBLE,
  }
  const [startTime, endTime] = times
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const point = <T>(attributes: Attributes, value: T) => ({
    startTime,
    endTime,
    attributes,
    value,
  })
  const points = values.map(({ labels, value }) => point(labels as Attributes, value))
  // Named by prom-client as in its enumeration, or by their words.
  const kind = String(type)
  if (kind === 'counter')
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }
  if (kind === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points }
  if (kind !== 'histogram') return null
  return {
    ...common,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [...seriesOf(values).values()].map((series) =>
      point(series.labels, histogramOf(name, series.values)),
    ),
  }
}

/** Metrics of prom-client as those of OpenTelemetry's data model. */
export function producerOf(read: () => Promise<PromMetric[]>): MetricProducer {
  const startedAt = hrTime(Date.now() - process.uptime() * 1000)
  return {
    async collect() {
      const times: [HrTime, HrTime] = [startedAt, hrTime(Date.now())]
      const metrics = (await read()).flatMap((metric) => dataOf(metric, times) ?? [])
      const scopeMetrics = [{ scope: { name: 'rounds' }, metrics }]
      return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics }, errors: [] }
    },
  }
}

/**
 * Sends what the registry has to the collector that OpenTelemetry's variables name, each minute
 * (OTEL_METRIC_EXPORT_INTERVAL, in milliseconds) and once at the end. It has a file of its own like
 * tracing.ts.
 */
export function pushMetrics(
  serviceName: string,
  read: () => Promise<PromMetric[]>,
  exporter: PushMetricExporter = new OTLPMetricExporter(),
): { stop(): Promise<void> } {
  const everyMs = Number(process.env['OTEL_METRIC_EXPORT_INTERVAL']) || usualIntervalMs
  const provider = new MeterProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: serviceName,
      [ATTR_SERVICE_INSTANCE_ID]: `${hostname()}:${process.pid}`,
    }),
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: everyMs,
        exportTimeoutMillis: Math.min(everyMs, 10_000),
        metricProducers: [producerOf(read)],
      }),
    ],
  })
  return { stop: async () => await provider.shutdown() }
}
