import type { ReactNode } from 'react'
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

type Props = {
  title: string
  description: string
  /** Names the choice for screen readers, such as "How the runs are shown". */
  choice: string
  chart: ReactNode
  table: ReactNode
}

/** Numbers on a card, drawn or as a table. */
export function ChartOrTable({ title, description, choice, chart, table }: Props) {
  return (
    <Tabs defaultValue="chart">
      <Card>
        <CardHeader>
          <CardTitle>{title}</CardTitle>
          <CardDescription>{description}</CardDescription>
          <CardAction>
            <TabsList aria-label={choice}>
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
          <TabsContent value="chart">{chart}</TabsContent>
          <TabsContent value="table">{table}</TabsContent>
        </CardContent>
      </Card>
    </Tabs>
  )
}
