import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { InstanceId, ObjectRef } from '../../values.ts'

export const unityEditor = defineTool({
	name: 'unity_editor',
	title: 'Selection and console',
	description:
		'Select objects in Unity for the user and frame them in the scene view; clear the console.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	gist: 'select, clear console',
	actions: {
		/** A read: it changes the user's view, but nothing in the project. */
		select: action({
			summary: 'set the selection, [] for nothing',
			risk: 'read',
			input: {
				objects: z.array(ObjectRef).max(100),
				frame: z.boolean().default(true).describe('show them in the scene view'),
			},
			output: z.object({
				objects: z.array(z.object({ instanceId: InstanceId, path: z.string() })),
				/** False if no scene view is open. */
				framed: z.boolean(),
			}),
			examples: [
				{
					name: 'a cube',
					args: { action: 'select', objects: ['/Cube'] },
					result: { objects: [{ instanceId: '1204', path: '/Cube' }], framed: true },
				},
			],
		}),
		clear_console: action({
			summary: 'clear the console',
			risk: 'write',
			leaves: 'Cleared console entries are not restored.',
			input: {},
			output: z.object({ cleared: z.literal(true) }),
			examples: [{ name: 'clear', args: { action: 'clear_console' }, result: { cleared: true } }],
		}),
	},
})
