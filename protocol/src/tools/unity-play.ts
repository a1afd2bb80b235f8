import * as z from 'zod'
import { action, defineTool } from './define-tool.ts'
import { LogEntry, ObjectRef } from './values.ts'

/** Warnings and errors that an answer shows; all are counted. */
export const MAX_PROBLEMS = 5
/** Game time that one call may sample. */
export const MAX_SAMPLED_SECONDS = 60

const PlayState = z.object({
	isPlaying: z.boolean(),
	isPaused: z.boolean(),
	/** Seconds since play mode began; 0 in edit mode. */
	time: z.number().nonnegative(),
	frame: z.number().int().nonnegative(),
	/** Why less game time passed than requested. */
	note: z.string().optional(),
	/** What the console got meanwhile, newest first; absent: nothing. */
	problems: z
		.array(LogEntry.pick({ type: true, message: true, count: true }))
		.max(MAX_PROBLEMS)
		.optional(),
	problemCount: z.number().int().positive().optional(),
})
const playing = { isPlaying: true, isPaused: false, time: 0, frame: 1 }

export const unityPlay = defineTool({
	name: 'unity_play',
	title: 'Play mode',
	description: 'Play mode. Changes made while playing are lost on exit.',
	pack: 'unity',
	runsOn: 'editor',
	offered: 'default',
	actions: {
		enter: action({
			summary: 'play; answers after wait_seconds, pauses after pause_after seconds',
			risk: 'write',
			timeoutMs: 120_000,
			pauses: true,
			input: {
				wait_seconds: z.number().min(0).max(30).default(0),
				pause_after: z.number().min(0).max(30).optional(),
			},
			output: PlayState,
			examples: [{ name: 'play', args: { action: 'enter' }, result: playing }],
		}),
		exit: action({
			summary: 'stop',
			risk: 'write',
			timeoutMs: 120_000,
			pauses: true,
			input: {},
			output: PlayState,
			examples: [
				{
					name: 'stop',
					args: { action: 'exit' },
					result: { isPlaying: false, isPaused: false, time: 0, frame: 0 },
				},
			],
		}),
		pause: action({
			summary: 'pause or resume',
			risk: 'write',
			input: { paused: z.boolean().default(true) },
			output: PlayState,
			examples: [
				{ name: 'pause', args: { action: 'pause' }, result: { ...playing, isPaused: true } },
			],
		}),
		step: action({
			summary: 'frames while paused',
			risk: 'write',
			input: { frames: z.number().int().min(1).max(600).default(1) },
			output: PlayState,
			examples: [
				{
					name: 'one frame',
					args: { action: 'step' },
					result: { isPlaying: true, isPaused: true, time: 0.02, frame: 2 },
				},
			],
		}),
		sample: action({
			summary: 'values of the running game over time',
			risk: 'write',
			timeoutMs: 120_000,
			input: {
				of: z
					.array(
						z.strictObject({
							object: ObjectRef,
							/** `Component.member`, and on from there: `Rigidbody.linearVelocity.y`. */
							property: z.string().min(3).max(200),
						}),
					)
					.min(1)
					.max(10),
				count: z.number().int().min(1).max(100).default(10),
				every: z.number().min(0.02).max(10).default(0.2),
			},
			output: PlayState.extend({
				/** Values in the order of `of`; null: it is not there (any more). */
				samples: z.array(z.object({ time: z.number(), values: z.array(z.unknown()) })).max(100),
			}),
			examples: [
				{
					name: 'a height',
					args: {
						action: 'sample',
						of: [{ object: '/Cube', property: 'Transform.localPosition.y' }],
						count: 2,
					},
					result: {
						...playing,
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
		state: action({
			summary: 'now',
			input: {},
			output: PlayState,
			examples: [{ name: 'state', args: { action: 'state' }, result: playing }],
		}),
	},
})
