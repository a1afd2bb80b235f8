import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'

/** Asked before a person is: whether the editor could carry a call out. For actions declared `checked`; no model sees it. */
export const unityCheck = defineTool({
	name: 'unity_check',
	title: 'Check a call',
	description: 'Whether a call could be carried out now; it is not.',
	runsOn: 'editor',
	shared: 'error',
	offered: 'never',
	actions: {
		run: action({
			summary: 'check',
			risk: 'read',
			timeoutMs: 5_000,
			input: {
				method: z.string().min(1).max(200),
				params: z.record(z.string(), z.unknown()),
			},
			/** Nothing is known that speaks against it. What does is the error that the call itself would end with. */
			output: z.object({ possible: z.literal(true) }),
			examples: [
				{
					name: 'a menu item that exists',
					args: { method: 'execute_menu_item', params: { menu_path: 'File/Save' } },
					result: { possible: true },
				},
			],
		}),
	},
})
