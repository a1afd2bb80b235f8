import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'
import { LogEntry } from '../../values.ts'

/** Warnings and errors that an answer shows; all are counted. */
export const MAX_PROBLEMS = 5

export const PlayState = z.object({
	isPlaying: z.boolean(),
	isPaused: z.boolean(),
	/** Seconds since play mode began; 0 in edit mode. */
	time: z.number().nonnegative(),
	frame: z.number().int().nonnegative(),
	/** Why less game time passed than requested. */
	note: z.string().optional(),
	/** Console entries since the call began, newest first; absent if there are none. */
	problems: z
		.array(LogEntry.pick({ type: true, message: true, count: true }))
		.max(MAX_PROBLEMS)
		.optional(),
	problemCount: z.number().int().positive().optional(),
})

/** No visitor reads the console. */
export const withoutProblems = ({ problems: _, ...state }: Readonly<Record<string, unknown>>) =>
	state

const playing = { isPlaying: true, isPaused: false, time: 0, frame: 1 }

export const unityPlay = defineTool({
	name: 'unity_play',
	title: 'Play mode',
	description: 'Play mode. Changes made while playing are lost on exit.',
	runsOn: 'editor',
	shared: 'result',
	sharedResult: withoutProblems,
	offered: 'default',
	actions: {
		enter: action({
			summary: 'play; answers after wait_seconds, pauses after pause_after',
			foundBy: 'start run begin game',
			risk: 'write',
			runsScripts: true,
			byHand: true,
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
			foundBy: 'end quit leave playing game',
			risk: 'write',
			runsScripts: true,
			unasked: true,
			byHand: true,
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
			runsScripts: true,
			input: { paused: z.boolean().default(true) },
			output: PlayState,
			examples: [
				{ name: 'pause', args: { action: 'pause' }, result: { ...playing, isPaused: true } },
			],
		}),
		step: action({
			summary: 'frames while paused',
			risk: 'write',
			runsScripts: true,
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
		state: action({
			summary: 'now',
			risk: 'read',
			input: {},
			output: PlayState,
			examples: [{ name: 'state', args: { action: 'state' }, result: playing }],
		}),
	},
})
