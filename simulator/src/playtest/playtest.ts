/** `unity_playtest`: physics, waits, checks and pictures in the simulator's play mode. No script runs there, and no input reaches one. */
import type { Call, CallError, CallOutcome } from '@fairlead/protocol'
import {
	type PlaytestStep,
	resolveCall,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { FIXED_STEP_SECONDS } from '../engine/play/physics/space.ts'
import type { EditorEngine } from '../engine-port.ts'
import { attachment } from '../pictures/attachment.ts'
import { render } from '../render/render.ts'
import { compares, conditionText, type Found, type Operator } from './playtest-values.ts'

type Args = ToolArgs<'unity_playtest', 'run'>
type Result = ToolResult<'unity_playtest', 'run'>
type Report = Result['steps'][number]

/** The maximum per call outcome. */
const MAX_PICTURES = 8
const MAX_SAMPLES = 100
const MAX_LOGS = 20
const FRAME_RATE = Math.round(1 / FIXED_STEP_SECONDS)
const NOTES = [
	'The simulated editor runs no scripts: what is played is physics.',
	`It plays at ${FRAME_RATE} frames per second of game time.`,
] as const

export async function playtest(engine: EditorEngine, call: Call): Promise<CallOutcome> {
	const resolved = resolveCall(call.method, call.params)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const args = resolved.call.args as Args
	if (engine.isPlaying) {
		return failed('in_play_mode', 'A playtest starts in edit mode.', {
			hint: 'Leave play mode with unity_play exit first.',
		})
	}
	const input = args.steps.findIndex((step) => step.do === 'press' || step.do === 'input')
	if (input >= 0) {
		return failed('unsupported', 'The simulated editor runs no scripts: input reaches nothing.', {
			hint: `Leave out step ${input + 1}, or open the project in Unity.`,
		})
	}
	return new Playtest(engine, args).run()
}

class Playtest {
	readonly #engine: EditorEngine
	readonly #args: Args
	readonly #reports: Report[] = []
	readonly #pictures: NonNullable<Extract<CallOutcome, { status: 'ok' }>['attachments']> = []
	#logs: Result['logs'] = []
	#errorCount = 0
	#time = 0
	#frame = 0

	constructor(engine: EditorEngine, args: Args) {
		this.#engine = engine
		this.#args = args
	}

	async run(): Promise<CallOutcome> {
		const since = new Date().toISOString()
		const entered = await this.#ask('unity_play', { action: 'enter' })
		if (entered.status === 'error') return entered
		try {
			await this.#ask('unity_play', { action: 'pause' })
			await this.#advance(0)
			for (const [index, step] of this.#args.steps.entries()) {
				const failedBefore = this.#reports.some((report) => report.status === 'failed')
				const report = failedBefore ? { status: 'skipped' as const } : await this.#take(step)
				await this.#readLogs(since)
				const noisy = this.#args.fail_on_error && this.#errorCount > 0
				this.#reports.push({
					step: index + 1,
					do: step.do,
					time: this.#time,
					frame: this.#frame,
					...report,
					...(noisy && report.status === 'passed'
						? { status: 'failed', message: `The console has an error: ${this.#firstError()}` }
						: {}),
				})
			}
		} finally {
			await this.#ask('unity_play', { action: 'exit' })
		}
		const failedStep = this.#reports.find((report) => report.status === 'failed')?.step ?? null
		const result: Result = {
			passed: failedStep === null,
			failedStep,
			seconds: this.#time,
			frames: this.#frame,
			frameRate: FRAME_RATE,
			steps: this.#reports,
			logs: this.#logs,
			errorCount: this.#errorCount,
			notes: [...NOTES],
		}
		return { status: 'ok', result, attachments: this.#pictures }
	}

	async #take(step: PlaytestStep): Promise<Omit<Report, 'step' | 'do' | 'time' | 'frame'>> {
		switch (step.do) {
			case 'wait':
				await this.#pass(step.seconds)
				return { status: 'passed' }
			case 'frames':
				await this.#advance(step.count)
				return { status: 'passed' }
			case 'until':
				return this.#until(step)
			case 'until_log':
				return {
					status: 'failed',
					message: `Nothing logged “${step.text}”: the simulated editor runs no scripts.`,
				}
			case 'assert': {
				const { met, found } = await this.#check(step)
				if (met) return { status: 'passed', value: shownOf(found) }
				return { status: 'failed', value: shownOf(found), message: conditionText(step, found) }
			}
			case 'read': {
				const found = await this.#value(step.object, step.property)
				return 'missing' in found
					? { status: 'failed', message: found.missing }
					: { status: 'passed', value: found.value }
			}
			case 'sample':
				return this.#sample(step)
			case 'picture':
				return this.#picture(step.caption)
			case 'press':
			case 'input':
				return { status: 'failed', message: 'Input reaches nothing here.' }
			default:
				return step satisfies never
		}
	}

	async #until(
		step: Extract<PlaytestStep, { do: 'until' }>,
	): Promise<Pick<Report, 'status' | 'value' | 'message'>> {
		const end = this.#frame + Math.round(step.seconds * FRAME_RATE)
		for (;;) {
			const { met, found } = await this.#check(step)
			if (met) return { status: 'passed', value: shownOf(found) }
			if (this.#frame >= end) {
				const message = `${conditionText(step, found)} after ${step.seconds} s`
				return { status: 'failed', value: shownOf(found), message }
			}
			await this.#advance(1)
		}
	}

	async #sample(
		step: Extract<PlaytestStep, { do: 'sample' }>,
	): Promise<Pick<Report, 'status' | 'samples' | 'message'>> {
		const samples: NonNullable<Report['samples']> = []
		const end = this.#time + step.seconds
		const every = Math.max(1, Math.round(step.every * FRAME_RATE))
		for (;;) {
			const found = await this.#value(step.object, step.property)
			if ('missing' in found) return { status: 'failed', samples, message: found.missing }
			samples.push({ time: this.#time, value: found.value })
			if (this.#time >= end - 1e-9 || samples.length === MAX_SAMPLES)
				return { status: 'passed', samples }
			await this.#advance(every)
		}
	}

	#picture(caption: string | undefined): Omit<Report, 'step' | 'do' | 'time' | 'frame'> {
		if (this.#pictures.length === MAX_PICTURES)
			return { status: 'failed', message: `A playtest takes at most ${MAX_PICTURES} pictures.` }
		const picture = this.#engine.picture({ view: 'game' })
		if (!picture.ok) return { status: 'failed', message: picture.error.message }
		const { width, height } = this.#args
		const name = `picture-${this.#pictures.length + 1}`
		this.#pictures.push(attachment(name, render(picture.scene, width, height)))
		return { status: 'passed', picture: name, ...(caption === undefined ? {} : { caption }) }
	}

	async #check(
		step: Extract<PlaytestStep, { do: 'assert' | 'until' }>,
	): Promise<{ met: boolean; found: Found }> {
		const found = await this.#value(step.object, step.property)
		const there = !('missing' in found)
		const operator: Operator = step.is
		if (operator === 'exists' || operator === 'missing')
			return { met: !('isUnknown' in found) && there === (operator === 'exists'), found }
		return { met: there && compares(found.value, operator, step.value), found }
	}

	/** Without a property: whether the object exists. */
	async #value(object: string, property: string | undefined): Promise<Found> {
		const outcome = await this.#ask('unity_query', {
			action: 'inspect_object',
			instance_id: object,
		})
		if (outcome.status === 'error') {
			const { nearest } = (outcome.error.data ?? {}) as { nearest?: string[] }
			return { missing: outcome.error.message, ...(nearest ? { nearest } : {}) }
		}
		if (property === undefined) return { value: true }
		const { gameObject, components } = outcome.result as ToolResult<'unity_query', 'inspect_object'>
		const [type = '', ...path] = property.split('.')
		const from =
			type === 'GameObject'
				? { ...gameObject, activeSelf: gameObject.activeSelf }
				: components.find((component) => component.type === type)?.properties
		if (!from) return { missing: `${object} has no ${type}.` }
		const names = path.map((name) =>
			// The world's place of an object without a parent is its local one.
			name === 'position' && type === 'Transform' && gameObject.parentId === null
				? 'localPosition'
				: name,
		)
		let at: unknown = from
		for (const name of names) at = member(at, name)
		return at === undefined
			? { missing: `${object} has no ${property} here.`, isUnknown: true }
			: { value: at }
	}

	async #pass(seconds: number): Promise<void> {
		await this.#advance(Math.round(seconds * FRAME_RATE))
	}

	/** A single call accepts at most 600. */
	async #advance(frames: number): Promise<void> {
		for (let left = frames; left > 0; left -= 600)
			await this.#ask('unity_play', { action: 'step', frames: Math.min(left, 600) })
		const state = await this.#ask('unity_play', { action: 'state' })
		if (state.status === 'error') return
		const { time, frame } = state.result as ToolResult<'unity_play', 'state'>
		this.#time = time
		this.#frame = frame
	}

	async #readLogs(since: string): Promise<void> {
		const read = await this.#ask('read_console_logs', { since, count: 100 })
		if (read.status === 'error') return
		const { logs } = read.result as ToolResult<'read_console_logs', 'run'>
		const told = logs.filter((log) => log.type !== 'log').reverse()
		this.#errorCount = told.filter((log) => log.type !== 'warning').length
		this.#logs = told.slice(0, MAX_LOGS).map(({ type, message }) => ({ type, message }))
	}

	#firstError(): string {
		return this.#logs.find((log) => log.type !== 'warning')?.message ?? ''
	}

	async #ask(
		method: string,
		params: Record<string, unknown>,
	): Promise<{ status: 'ok'; result: unknown } | { status: 'error'; error: CallError }> {
		const checked = resolveCall(method, params)
		if (!checked.ok) return { status: 'error', error: checked.error }
		const outcome = await this.#engine.execute(method, checked.call.params)
		return outcome.status === 'ok' ? { status: 'ok', result: outcome.result } : outcome
	}
}

const shownOf = (found: Found): unknown => ('value' in found ? found.value : null)

const PARTS: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2, w: 3, r: 0, g: 1, b: 2, a: 3 }

function member(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return value[PARTS[name] ?? Number(name)]
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
	return (value as Record<string, unknown>)[name]
}
