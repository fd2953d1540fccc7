'use client'

import { Maximize2Icon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { FormFields } from './form-fields.tsx'
import { FormPreview } from './form-preview.tsx'
import { RawSchema } from './raw-schema.tsx'

type Props = {
  schema: Record<string, unknown>
  onChange(schema: Record<string, unknown>): void
  label: string
}

/** Builds the JSON Schema of a form in three views: its fields, the form, and the schema itself. */
export function SchemaBuilder({ schema, onChange, label }: Props) {
  const [large, setLarge] = useState(false)
  return (
    <div role="group" aria-label={label}>
      <Tabs defaultValue="fields">
        <div className="flex items-center justify-between gap-2">
          <TabsList aria-label={`${label}: how to show it`}>
            <TabsTrigger value="fields">Fields</TabsTrigger>
            <TabsTrigger value="preview">Preview</TabsTrigger>
            <TabsTrigger value="json">JSON</TabsTrigger>
          </TabsList>
          <Button
            type="button"
            variant="ghost"
            size="icon-sm"
            aria-label={`Open ${label} large`}
            title="Open large"
            onClick={() => setLarge(true)}
          >
            <Maximize2Icon aria-hidden />
          </Button>
        </div>
        <TabsContent value="fields">
          <FormFields schema={schema} onChange={onChange} />
        </TabsContent>
        <TabsContent value="preview">
          <FormPreview schema={schema} />
        </TabsContent>
        <TabsContent value="json">
          <RawSchema schema={schema} onChange={onChange} label={label} />
        </TabsContent>
      </Tabs>
      <Dialog open={large} onOpenChange={setLarge}>
        <DialogContent savesItself className="flex max-h-[92dvh] flex-col sm:max-w-6xl">
          <DialogHeader>
            <DialogTitle>{label}</DialogTitle>
            <DialogDescription>The form on the right is what people will see.</DialogDescription>
          </DialogHeader>
          {/* What is written and what is seen of it scroll apart, so that both stay in sight. */}
          <div className="-m-1 grid min-h-0 gap-6 overflow-y-auto p-1 md:grid-cols-2 md:overflow-hidden">
            <div className="min-w-0 md:overflow-y-auto md:p-1">
              <FormFields schema={schema} onChange={onChange} />
            </div>
            <div className="min-w-0 rounded-lg border bg-muted/30 p-4 md:overflow-y-auto">
              <FormPreview schema={schema} />
            </div>
          </div>
        </DialogContent>
      </Dialog>
    </div>
  )
}
