import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'

export const executeMenuItem = defineTool({
	name: 'execute_menu_item',
	title: 'Menu item',
	description:
		'Execute an editor menu item, e.g. "File/Save Project"; waits for a reload it causes.',
	runsOn: 'editor',
	shared: 'line',
	undo: true,
	offered: 'search',
	actions: {
		run: action({
			summary: 'execute',
			foundBy: 'run',
			risk: 'execute',
			timeoutMs: 300_000,
			pauses: true,
			checked: true,
			input: { menu_path: z.string().min(1).max(300) },
			subject: ({ menu_path }) => menu_path,
			leaves: 'Changes that a menu item made outside the scene are not reverted.',
			output: z.object({
				executed: z.literal(true),
				menuPath: z.string(),
				/** Whether the domain was reloaded before this answer. */
				reloaded: z.boolean(),
			}),
			examples: [
				{
					name: 'save',
					args: { menu_path: 'File/Save' },
					result: { executed: true, menuPath: 'File/Save', reloaded: false },
				},
			],
		}),
	},
})
