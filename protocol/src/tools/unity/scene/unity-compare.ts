import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { Cursor, Limit, ObjectRef } from '../../values.ts'

const Name = z
	.string()
	.min(1)
	.max(40)
	.regex(/^[\w-]+$/, 'A name can contain letters, digits, _ and -.')

/** Objects that one name may hold, with their children. */
export const MAX_KEPT_OBJECTS = 200

export const unityCompare = defineTool({
	name: 'unity_compare',
	title: 'Compare values',
	labels: {
		keep: { verb: ['Keeping', 'Kept', 'keep'], rest: 'values as {keep_as}' },
		compare: { verb: ['Comparing', 'Compared', 'compare'], rest: 'values with {name}' },
	},
	description:
		'Shows which property values changed: keep those of some objects, compare later, also before and after play mode.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	gist: 'values',
	actions: {
		keep: action({
			summary: 'a snapshot of all properties, under a name',
			foundBy: 'remember store save state',
			risk: 'read',
			input: {
				objects: z.array(ObjectRef).min(1).max(50),
				children: z.boolean().default(false).describe('with all objects below them'),
				keep_as: Name,
			},
			output: z.object({
				keptAs: z.string(),
				objects: z.number().int().positive().max(MAX_KEPT_OBJECTS),
				/** All properties of all components. */
				values: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'a cube',
					args: { action: 'keep', objects: ['/Cube'], keep_as: 'before' },
					result: { keptAs: 'before', objects: 1, values: 24 },
				},
			],
		}),
		compare: action({
			summary: 'what differs from it now',
			foundBy: 'diff difference changed change since what moved',
			risk: 'read',
			input: { name: Name, limit: Limit, cursor: Cursor.optional() },
			output: z.object({
				/** "3 values of 2 objects changed; 4 objects are as before" */
				summary: z.string(),
				/** All differences; a page of them follows. */
				total: z.number().int().nonnegative(),
				nextCursor: z.string().nullable(),
				changes: z.array(
					z.object({
						/** The object's current path. */
						object: z.string(),
						/** `Light.intensity`; a component without a property was added or removed. */
						property: z.string(),
						/** Absent: there was none. */
						before: z.unknown().optional(),
						/** Absent: there is none. */
						after: z.unknown().optional(),
					}),
				),
				/** Former paths of objects that are gone. */
				missing: z.array(z.string()),
				/** Objects that are new below those that were kept with their children; at most as many as a name can hold. */
				added: z.array(z.string()),
			}),
			examples: [
				{
					name: 'it was turned',
					args: { action: 'compare', name: 'before' },
					result: {
						summary: '1 value of 1 object changed',
						total: 1,
						nextCursor: null,
						changes: [
							{
								object: '/Cube',
								property: 'Transform.localRotation',
								before: [0, 0, 0],
								after: [0, 90, 0],
							},
						],
						missing: [],
						added: [],
					},
				},
			],
		}),
	},
})
