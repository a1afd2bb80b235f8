import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { ObjectRef } from '../../values.ts'
import { PlayState, withoutProblems } from './unity-play.ts'

/** Game time that one call may sample. */
export const MAX_SAMPLED_SECONDS = 60

export const unitySample = defineTool({
	name: 'unity_sample',
	title: 'Sample values',
	labels: {
		run: { verb: ['Sampling', 'Sampled', 'sample'], rest: '{count} times, every {every} s' },
	},
	description:
		'Watch values of the running game over time: positions, speeds, fields of scripts; n samples every t seconds. In play mode.',
	runsOn: 'editor',
	shared: 'result',
	sharedResult: withoutProblems,
	offered: 'search',
	gist: 'values over time',
	actions: {
		run: action({
			summary: 'sample, watch, track, record',
			foundBy: 'log monitor graph value values speed velocity position seconds script',
			risk: 'write',
			runsScripts: true,
			timeoutMs: 120_000,
			input: {
				of: z
					.array(
						z.strictObject({
							object: ObjectRef,
							property: z
								.string()
								.min(3)
								.max(200)
								.describe('Component.member: Rigidbody.linearVelocity.y'),
						}),
					)
					.min(1)
					.max(10),
				count: z.number().int().min(1).max(100).default(10),
				every: z.number().min(0.02).max(10).default(0.2).describe('seconds of game time'),
			},
			output: PlayState.extend({
				/** Values in the order of `of`; null: it does not exist (now). */
				samples: z.array(z.object({ time: z.number(), values: z.array(z.unknown()) })).max(100),
			}),
			examples: [
				{
					name: 'a height',
					args: { of: [{ object: '/Cube', property: 'Transform.localPosition.y' }], count: 2 },
					result: {
						isPlaying: true,
						isPaused: false,
						time: 0.2,
						frame: 11,
						samples: [
							{ time: 0, values: [5] },
							{ time: 0.2, values: [4.8] },
						],
					},
				},
			],
		}),
	},
})
