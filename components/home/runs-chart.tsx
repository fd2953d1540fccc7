'use client'

import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { HomeView } from '#lib/contracts/home'
import { daySeries, formatDay, runsOfDay } from './day-series.ts'

const axis = {
  stroke: 'var(--muted-foreground)',
  tick: { fill: 'var(--muted-foreground)', fontSize: 12 },
  tickLine: false,
}
const popup = {
  background: 'var(--popover)',
  color: 'var(--popover-foreground)',
  border: '1px solid var(--border)',
  borderRadius: 8,
  fontSize: 12,
}

/**
 * Runs per day as stacked bars. One picture to a screen reader; the table beside it says the same
 * in numbers.
 */
export function RunsChart({ days }: { days: HomeView['days'] }) {
  const total = days.reduce((sum, day) => sum + runsOfDay(day), 0)
  return (
    <div
      role="img"
      aria-label={`Bars of the runs per day: ${total} runs in ${days.length} days. The table has the numbers.`}
      className="h-64 w-full"
    >
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: 600, height: 256 }}
      >
        <BarChart
          data={days}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis dataKey="day" tickFormatter={formatDay} minTickGap={16} {...axis} />
          <YAxis allowDecimals={false} width={36} axisLine={false} {...axis} />
          <Tooltip
            cursor={{ fill: 'var(--accent)', opacity: 0.5 }}
            contentStyle={popup}
            labelFormatter={(day) => formatDay(String(day))}
          />
          <Legend
            itemSorter={null}
            iconType="square"
            iconSize={10}
            formatter={(name: string) => <span className="text-xs text-foreground">{name}</span>}
          />
          {daySeries.map(({ status, color, label }) => (
            <Bar
              key={status}
              dataKey={status}
              name={label}
              stackId="runs"
              fill={color}
              maxBarSize={40}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
