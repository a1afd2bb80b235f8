/** The part that opens under a call's line: the view of its pack or of its tool, or else its plain facts. A chunk of its own. */

import type { ToolName } from '@fairlead/protocol/tools'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { CORE_WAR_RESULTS } from '../features/corewar/results/core-war-results.tsx'
import { facts } from '../parts/results/changes.tsx'
import type { Renderer } from '../parts/results/renderer.ts'
import { RENDERERS } from '../parts/results/renderers.ts'

const ALL: Partial<Record<ToolName, Renderer>> = { ...RENDERERS, ...CORE_WAR_RESULTS }

const rendererOf = (tool: string): Renderer =>
	(Object.hasOwn(ALL, tool) ? ALL[tool as ToolName] : undefined) ?? facts

/** In a component of its own, so that a renderer that throws takes its own place only. */
export const Result = (props: { call: CallView }) => rendererOf(props.call.tool).details(props.call)
