'use client'

import { ChartOrTable } from '#components/shared/display/chart-or-table'
import type { RunNumbers } from '#lib/contracts/service/home'
import { RunsChart } from './runs-chart.tsx'
import { RunsTable } from './runs-table.tsx'

/** The runs of the last 14 days by the day they started, drawn or in numbers. */
export const RunsPerDay = ({ days }: { days: RunNumbers['days'] }) => (
  <ChartOrTable
    title="Runs per day"
    description="By the day a run started and how it stands now"
    choice="How the runs are shown"
    chart={<RunsChart days={days} />}
    table={<RunsTable days={days} />}
  />
)
