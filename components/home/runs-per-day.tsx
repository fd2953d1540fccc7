'use client'

import { BarChart3Icon, TableIcon } from 'lucide-react'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { RunNumbers } from '#lib/contracts/service/home'
import { RunsChart } from './runs-chart.tsx'
import { RunsTable } from './runs-table.tsx'

/** The runs of the last 14 days by the day they started, drawn or in numbers. */
export function RunsPerDay({ days }: { days: RunNumbers['days'] }) {
  return (
    <Tabs defaultValue="chart">
      <Card>
        <CardHeader>
          <CardTitle>Runs per day</CardTitle>
          <CardDescription>By the day a run started and how it stands now</CardDescription>
          <CardAction>
            <TabsList aria-label="How the runs are shown">
              <TabsTrigger value="chart">
                <BarChart3Icon aria-hidden /> Chart
              </TabsTrigger>
              <TabsTrigger value="table">
                <TableIcon aria-hidden /> Table
              </TabsTrigger>
            </TabsList>
          </CardAction>
        </CardHeader>
        <CardContent>
          <TabsContent value="chart">
            <RunsChart days={days} />
          </TabsContent>
          <TabsContent value="table">
            <RunsTable days={days} />
          </TabsContent>
        </CardContent>
      </Card>
    </Tabs>
  )
}
