import * as z from 'zod'
import { Phase } from '../../../editors/editors.ts'
import { action, defineTool } from '../../define-tool.ts'

export const waitForEditorReady = defineTool({
	name: 'wait_for_editor_ready',
	title: 'Wait for the editor',
	description: 'Wait until the editor takes calls again.',
	/** The relay waits, since it outlives the editor's reloads, and asks the editor's main thread. */
	runsOn: 'relay',
	shared: 'error',
	offered: 'search',
	actions: {
		run: action({
			summary: 'wait',
			risk: 'read',
			timeoutMs: 125_000,
			pauses: true,
			input: { timeout_seconds: z.number().int().min(1).max(120).default(30) },
			output: z.object({
				ready: z.boolean(),
				phase: Phase,
				waitedSeconds: z.number().nonnegative(),
				/** Why an editor whose phase takes calls is not ready. */
				detail: z.string().max(500).optional(),
			}),
			examples: [
				{
					name: 'ready',
					args: {},
					result: { ready: true, phase: 'ready', waitedSeconds: 1.2 },
				},
			],
		}),
	},
})
