/** The editor itself: state, play mode, compiling, console, menu, C#. Carried out by commands of Unity's bridge. */
import { type CallErrorCode, failed } from '@fairlead/protocol/calls'
import type { ToolArgs } from '@fairlead/protocol/tools'
import * as z from 'zod'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'
import { openScenes } from './mapped-scenes.ts'
import { noteOf, objectsIn, refuseGiven } from './scene-objects.ts'

const LOOK_AGAIN_MS = 500

const Status = z.object({
	status: z.string().catch('ready'),
	compiling: z.boolean().catch(false),
	/** stopped, playing or paused. */
	playMode: z.string().catch('stopped'),
	unityVersion: z.string().catch(''),
})
type Status = z.infer<typeof Status>

const readStatus = async (bridge: Bridge): Promise<Status> =>
	Status.parse(Object(await bridge.run('editor_status')))

export async function editorState(bridge: Bridge): Promise<unknown> {
	const status = await readStatus(bridge)
	const open = bridge.has('list_open_scenes') ? await openScenes(bridge) : []
	const isPlaying = status.playMode !== 'stopped'
	return {
		phase: status.compiling ? 'compiling' : isPlaying ? 'playing' : 'ready',
		unityVersion: status.unityVersion,
		projectName: bridge.folder.split(/[\\/]/).at(-1) ?? '',
		productGuid: '',
		isPlaying,
		isPaused: status.playMode === 'paused',
		isCompiling: status.compiling,
		activeScene: open.find((scene) => scene.isActive)?.path ?? '',
		openScenes: open.map((scene) => ({ ...scene, objectCount: scene.rootCount })),
		renderPipeline: '',
		undo: { undo: null, redo: null },
		simulated: false,
	}
}

export async function selection(bridge: Bridge): Promise<unknown> {
	const read = Object(await bridge.run('get_selection')) as Record<string, unknown>
	const listed = [read['gameObjects'], read['objects'], read['selection']].find(Array.isArray)
	const objects = objectsIn({ gameObjects: listed ?? [] }).map((one) => ({
		instanceId: one.hierarchyPath ?? one.globalId ?? '',
		name: one.name ?? one.hierarchyPath?.split('/').at(-1) ?? '',
		path: one.hierarchyPath ?? one.assetPath ?? '',
	}))
	return { objects }
}

const PLAY_STATE = { time: 0, frame: 0 }
const playState = ({ playMode }: Status): Record<string, unknown> => ({
	isPlaying: playMode !== 'stopped',
	isPaused: playMode === 'paused',
	...PLAY_STATE,
})

export const readPlayState = async (bridge: Bridge): Promise<unknown> =>
	playState(await readStatus(bridge))

/** Errors of a bridge that is being loaded anew. */
const PASSING: ReadonlySet<CallErrorCode> = new Set([
	'editor_busy',
	'target_gone',
	'deadline_exceeded',
])

/** Reads until the answer will do: the bridge is away for some seconds while the domain reloads. */
async function until<T>(
	bridge: Bridge,
	read: () => Promise<T>,
	enough: (read: T) => boolean,
	overdue: Parameters<typeof failed>,
): Promise<T> {
	for (;;) {
		try {
			const found = await read()
			if (enough(found)) return found
		} catch (error) {
			const passes = error instanceof BridgeError && PASSING.has(error.outcome.error.code)
			if (!passes) throw error
		}
		if (bridge.leftMs <= LOOK_AGAIN_MS) throw new BridgeError(failed(...overdue))
		await bridge.wait(LOOK_AGAIN_MS)
	}
}

const untilPlaying = (bridge: Bridge, playing: boolean): Promise<Status> =>
	until(
		bridge,
		() => readStatus(bridge),
		({ playMode }) => (playMode !== 'stopped') === playing,
		[
			'deadline_exceeded',
			`Unity did not ${playing ? 'enter' : 'leave'} play mode in time.`,
			{ hint: 'Look with unity_play state, and at the console.' },
		],
	)

export async function enterPlay(
	bridge: Bridge,
	args: ToolArgs<'unity_play', 'enter'>,
): Promise<unknown> {
	refuseGiven(args, ['pause_after'])
	await bridge.run('editor_play')
	const status = await untilPlaying(bridge, true)
	if (args.wait_seconds > 0) await bridge.wait(args.wait_seconds * 1_000)
	return { ...playState(status), note: `time and frame are not known. ${noteOf(bridge)}` }
}

export async function exitPlay(bridge: Bridge): Promise<unknown> {
	await bridge.run('editor_stop')
	return playState(await untilPlaying(bridge, false))
}

/** The bridge's command toggles. */
export async function pausePlay(
	bridge: Bridge,
	{ paused }: ToolArgs<'unity_play', 'pause'>,
): Promise<unknown> {
	const before = await readStatus(bridge)
	if (before.playMode === 'stopped')
		throw new BridgeError(
			failed('not_in_play_mode', 'Unity is not in play mode. Nothing was changed.', {
				hint: 'Enter it with unity_play.',
			}),
		)
	if ((before.playMode === 'paused') !== paused) await bridge.run('editor_pause')
	return playState(await readStatus(bridge))
}

const Recompile = z.object({
	status: z.string().catch(''),
	failed: z.boolean().catch(false),
	errors: z.array(z.string()).catch([]),
})
const COMPILED = new Set(['completed', 'up_to_date', 'idle', 'failed'])
const MAX_ERRORS = 100

/** `path(line,column): error CS0000: text`. */
const COMPILE_ERROR = /^(.+?)\((\d+),(\d+)\): (error|warning) ([A-Z]+\d+): (.*)$/s

export async function refresh(
	bridge: Bridge,
	args: ToolArgs<'unity_refresh', 'run'>,
): Promise<unknown> {
	let now = Recompile.parse(Object(await bridge.run('recompile')))
	const recompiled = now.status !== 'up_to_date'
	if (recompiled) now = await untilCompiled(bridge)
	const errors = now.errors.slice(0, MAX_ERRORS).map((said) => {
		const [, file = '', line = '0', column = '0', , code = '', message = said] =
			COMPILE_ERROR.exec(said) ?? []
		return { file, line: Number(line), column: Number(column), code, message, severity: 'error' }
	})
	return {
		note: "Unity's own bridge does not list warnings or types; a missing type shows when it is added.",
		recompiled,
		hasErrors: now.failed || errors.length > 0,
		errors,
		warnings: [],
		availableTypes: [],
		...(args.watched_scripts ? {} : { watchedScripts: { found: [], missing: [] } }),
	}
}

const untilCompiled = (bridge: Bridge): Promise<z.infer<typeof Recompile>> =>
	until(
		bridge,
		async () => Recompile.parse(Object(await bridge.run('recompile_status'))),
		({ status }) => COMPILED.has(status),
		[
			'deadline_exceeded',
			'Unity was still compiling.',
			{ hint: 'Call wait_for_editor_ready, then unity_refresh again.' },
		],
	)

const LogLine = z.object({
	type: z.string().nullish().catch(null),
	level: z.string().nullish().catch(null),
	message: z.string().catch(''),
	stackTrace: z.string().nullish().catch(null),
	timestampUtc: z.string().nullish().catch(null),
	timestamp: z.string().nullish().catch(null),
})
type LogLine = z.infer<typeof LogLine>

export async function readConsole(
	bridge: Bridge,
	args: ToolArgs<'read_console_logs', 'run'>,
): Promise<unknown> {
	const severity = { all: 'log', errors: 'error', warnings: 'warn' }[args.filter]
	const lines = bridge.has('console')
		? linesIn(await bridge.run('console', { tail: args.count, level: severity })).toReversed()
		: linesIn(
				await bridge.run('get_console_logs', {
					limit: args.count,
					severity: { log: 'all', warn: 'warning', error: 'error' }[severity],
				}),
			)
	const logs = lines
		.map((line) => ({
			type: typeOf(line),
			message: line.message,
			timestamp: line.timestampUtc ?? line.timestamp ?? '',
			...(args.include_stacks && line.stackTrace ? { stackTrace: line.stackTrace } : {}),
		}))
		.filter(
			(one) => args.since === undefined || one.timestamp === '' || one.timestamp >= args.since,
		)
	const count = (...types: string[]): number =>
		logs.filter((one) => types.includes(one.type)).length
	return {
		logs,
		total: logs.length,
		counts: {
			errors: count('error', 'exception', 'assert'),
			warnings: count('warning'),
			logs: count('log'),
		},
	}
}

function linesIn(result: unknown): LogLine[] {
	const { entries, logs } = Object(result) as { entries?: unknown; logs?: unknown }
	const listed = [entries, logs].find(Array.isArray) ?? []
	return listed.map((line) => LogLine.parse(Object(line)))
}

function typeOf({ type, level }: LogLine): 'error' | 'assert' | 'warning' | 'log' | 'exception' {
	const said = (type ?? level ?? '').toLowerCase()
	if (said === 'exception' || said === 'assert' || said === 'error') return said
	return said.startsWith('warn') ? 'warning' : 'log'
}

export async function clearConsole(bridge: Bridge): Promise<unknown> {
	await bridge.run('clear_console')
	return { cleared: true }
}

export async function menuItem(
	bridge: Bridge,
	{ menu_path }: ToolArgs<'execute_menu_item', 'run'>,
): Promise<unknown> {
	await bridge.run('menu', { path: menu_path })
	return { note: noteOf(bridge), executed: true, menuPath: menu_path, reloaded: false }
}

const Evaluated = z.object({
	result: z.unknown().optional(),
	output: z.string().nullish().catch(null),
	executionTimeMs: z.number().nonnegative().nullish().catch(null),
})
const MAX_LOG_LINES = 50

export async function execute(
	bridge: Bridge,
	args: ToolArgs<'unity_execute', 'run'>,
): Promise<unknown> {
	const timeout = args.timeout_seconds * 1_000
	const answer = await bridge.run('eval', { code: args.code, timeout })
	const evaluated = Evaluated.safeParse(answer)
	const whole = evaluated.success && Object.hasOwn(Object(answer), 'output')
	const value = whole ? evaluated.data.result : answer
	const lines = whole ? (evaluated.data.output ?? '').split('\n').filter((line) => line !== '') : []
	return {
		note: noteOf(bridge),
		outcome: 'returned',
		value: value ?? null,
		valueType: null,
		truncated: false,
		logs: lines.slice(0, MAX_LOG_LINES).map((message) => ({ type: 'log', message })),
		logCount: lines.length,
		overran: false,
		compileMs: 0,
		runMs: whole ? (evaluated.data.executionTimeMs ?? 0) : 0,
	}
}
