import * as z from 'zod'
import { bags } from '../../../wire/safe-read.ts'
import { action, defineTool } from '../../define-tool.ts'
import { LogEntry, ObjectRef } from '../../values.ts'

const Control = z.string().min(1).max(100).describe('e.g. <Keyboard>/space')
const Property = z.string().min(1).max(200).describe('e.g. Transform.position.y')
const Seconds = z.number().min(0).max(60)
/** A condition on a property compares its value; one without a property asks whether the object exists. */
const condition = {
	object: ObjectRef,
	property: Property.optional(),
	is: z
		.enum(['equals', 'not_equals', 'greater', 'less', 'at_least', 'at_most', 'exists', 'missing'])
		.default('exists'),
	value: z.unknown().optional(),
}

/** A value that nothing compares would pass as a check. */
const comparesValue = ({ is, value }: { is: string; value?: unknown }): boolean =>
	value === undefined || (is !== 'exists' && is !== 'missing')
const UNCOMPARED = {
	path: ['value'],
	message: 'Say in "is" how it is compared: equals, not_equals, greater, less, at_least, at_most.',
}

const Step = z.discriminatedUnion('do', [
	z.strictObject({ do: z.literal('wait'), seconds: Seconds }),
	z.strictObject({ do: z.literal('frames'), count: z.number().int().min(1).max(3_000) }),
	/** Held this long, then let go. */
	z.strictObject({
		do: z.literal('press'),
		control: Control,
		seconds: Seconds.default(0.1),
	}),
	/** Keeps the value until it is set again. */
	z.strictObject({
		do: z.literal('input'),
		control: Control,
		value: z.union([z.number(), z.tuple([z.number(), z.number()])]),
	}),
	z
		.strictObject({ do: z.literal('until'), ...condition, seconds: Seconds.default(10) })
		.refine(comparesValue, UNCOMPARED),
	z.strictObject({
		do: z.literal('until_log'),
		text: z.string().min(1).max(200),
		seconds: Seconds.default(10),
	}),
	z.strictObject({ do: z.literal('assert'), ...condition }).refine(comparesValue, UNCOMPARED),
	z.strictObject({ do: z.literal('read'), object: ObjectRef, property: Property }),
	z.strictObject({
		do: z.literal('sample'),
		object: ObjectRef,
		property: Property,
		seconds: Seconds,
		every: z.number().min(0.02).max(10).default(0.1),
	}),
	z.strictObject({ do: z.literal('picture'), caption: z.string().max(100).optional() }),
])
export type PlaytestStep = z.infer<typeof Step>

const StepReport = z.object({
	/** From 1. */
	step: z.number().int().positive(),
	do: z.string(),
	status: z.enum(['passed', 'failed', 'skipped']),
	/** Game time and frame at its end. */
	time: z.number().nonnegative(),
	frame: z.number().int().nonnegative(),
	/** The value that was read or compared. */
	value: z.unknown().optional(),
	samples: z
		.array(z.object({ time: z.number(), value: z.unknown() }))
		.max(100)
		.optional(),
	/** Why it failed. */
	message: z.string().optional(),
	/** Name of the attachment: a PNG, or a JPEG where that saves. */
	picture: z.string().optional(),
	caption: z.string().optional(),
})

/** Plays a script of steps and reports each result. Pictures are attachments `picture-1` and so on. */
export const unityPlaytest = defineTool({
	name: 'unity_playtest',
	title: 'Playtest',
	description:
		'Play the game through a script of steps: input, waits, checks, values over time, pictures; then exit play mode.',
	runsOn: 'editor',
	shared: 'result',
	/** Without the console, which the message of a step may quote. */
	sharedResult: ({ logs: _, steps, ...report }) => ({
		...report,
		steps: bags(steps).map(({ message: _, ...step }) => step),
	}),
	offered: 'default',
	gist: 'play by input, check, picture',
	actions: {
		run: action({
			summary: 'play',
			foundBy:
				'test game keyboard mouse gamepad press key keys simulate controls assert player character walk walks jump jumps run runs shoot click button move moves whether check checks',
			risk: 'write',
			runsScripts: true,
			timeoutMs: 600_000,
			pauses: true,
			input: {
				steps: z.array(Step).min(1).max(40),
				/** Frames per second of game time. */
				frame_rate: z.number().int().min(10).max(120).default(50),
				/** An error in the console fails the step. */
				fail_on_error: z.boolean().default(true),
				width: z.number().int().min(64).max(1024).default(480),
				height: z.number().int().min(64).max(1024).default(270),
			},
			output: z.object({
				passed: z.boolean(),
				/** From 1; null: none. */
				failedStep: z.number().int().positive().nullable(),
				/** In seconds of game time. */
				seconds: z.number().nonnegative(),
				frames: z.number().int().nonnegative(),
				frameRate: z.number().positive(),
				steps: z.array(StepReport).max(40),
				/** Errors and warnings in the console, the first 20. */
				logs: z.array(LogEntry.pick({ type: true, message: true })).max(20),
				errorCount: z.number().int().nonnegative(),
				/** Recordings that this editor cannot make or send. */
				notes: z.array(z.string()),
			}),
			examples: [
				{
					name: 'it exists',
					args: {
						steps: [
							{ do: 'wait', seconds: 0.5 },
							{ do: 'assert', object: '/Cube' },
							{ do: 'read', object: '/Cube', property: 'Transform.localPosition.y' },
							{ do: 'picture', caption: 'after half a second' },
						],
					},
					result: {
						passed: true,
						failedStep: null,
						seconds: 0.52,
						frames: 26,
						frameRate: 50,
						steps: [
							{ step: 1, do: 'wait', status: 'passed', time: 0.52, frame: 26 },
							{ step: 2, do: 'assert', status: 'passed', time: 0.52, frame: 26, value: true },
							{ step: 3, do: 'read', status: 'passed', time: 0.52, frame: 26, value: 0 },
							{
								step: 4,
								do: 'picture',
								status: 'passed',
								time: 0.52,
								frame: 26,
								picture: 'picture-1',
								caption: 'after half a second',
							},
						],
						logs: [],
						errorCount: 0,
						notes: [],
					},
				},
			],
		}),
	},
})
