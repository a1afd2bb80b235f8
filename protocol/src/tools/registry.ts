/** Every tool, by name; look-ups; checking of arguments. */
import type * as z from 'zod'
import { type CallError, failed } from '../calls.ts'
import type { FolderKind } from '../editors.ts'
import { assetUsages } from './asset-usages.ts'
import { readConsoleLogs } from './console-logs.ts'
import { type ActionSpec, hasActions, type Runner, type ToolSpec } from './define-tool.ts'
import { delegate } from './delegate.ts'
import { editorDialog } from './editor-dialog.ts'
import { appendToFile, copyFile, deleteFile, moveFile } from './file-changes.ts'
import { fileHistory } from './file-history.ts'
import { editFile, listDirectory, readFile, writeFile } from './files.ts'
import { findTools } from './find-tools.ts'
import { git } from './git.ts'
import { loadSkill } from './load-skill.ts'
import { executeMenuItem } from './menu-item.ts'
import { readEditorLog } from './read-editor-log.ts'
import { recall } from './recall.ts'
import { runCommand } from './run-command.ts'
import { searchFiles } from './search-files.ts'
import { unityAnimation } from './unity-animation.ts'
import { unityAsset } from './unity-asset.ts'
import { unityBatch } from './unity-batch.ts'
import { unityBuild } from './unity-build.ts'
import { unityCapture } from './unity-capture.ts'
import { unityCheck } from './unity-check.ts'
import { unityCompare } from './unity-compare.ts'
import { unityComponent } from './unity-component.ts'
import { unityEditor } from './unity-editor.ts'
import { unityExecute } from './unity-execute.ts'
import { unityHierarchy } from './unity-hierarchy.ts'
import { unityHistory } from './unity-history.ts'
import { unityLighting } from './unity-lighting.ts'
import { unityPackages } from './unity-packages.ts'
import { unityPhysics } from './unity-physics.ts'
import { unityPlay } from './unity-play.ts'
import { unityPlaytest } from './unity-playtest.ts'
import { unityPrefab } from './unity-prefab.ts'
import { unityProfile } from './unity-profile.ts'
import { unityQuery } from './unity-query.ts'
import { unityRefresh } from './unity-refresh.ts'
import { unitySample } from './unity-sample.ts'
import { unityScene } from './unity-scene.ts'
import { unityScreenshot } from './unity-screenshot.ts'
import { unitySettings } from './unity-settings.ts'
import { unityTests } from './unity-tests.ts'
import { unityUndo } from './unity-undo.ts'
import { unusedAssets } from './unused-assets.ts'
import { waitForEditorReady } from './wait-for-editor.ts'
import { webSearch } from './web-search.ts'

/** The registry. To add a tool: one file beside this one, and its line here. */
export const TOOLS = {
	unity_query: unityQuery,
	unity_hierarchy: unityHierarchy,
	unity_component: unityComponent,
	unity_scene: unityScene,
	unity_refresh: unityRefresh,
	unity_play: unityPlay,
	unity_screenshot: unityScreenshot,
	unity_capture: unityCapture,
	unity_compare: unityCompare,
	unity_editor: unityEditor,
	unity_physics: unityPhysics,
	unity_animation: unityAnimation,
	unity_undo: unityUndo,
	unity_prefab: unityPrefab,
	unity_asset: unityAsset,
	unity_batch: unityBatch,
	unity_tests: unityTests,
	unity_packages: unityPackages,
	unity_settings: unitySettings,
	unity_execute: unityExecute,
	unity_playtest: unityPlaytest,
	unity_sample: unitySample,
	unity_build: unityBuild,
	unity_lighting: unityLighting,
	unity_profile: unityProfile,
	read_console_logs: readConsoleLogs,
	execute_menu_item: executeMenuItem,
	wait_for_editor_ready: waitForEditorReady,
	read_editor_log: readEditorLog,
	editor_dialog: editorDialog,
	read_file: readFile,
	write_file: writeFile,
	edit_file: editFile,
	append_to_file: appendToFile,
	move_file: moveFile,
	copy_file: copyFile,
	delete_file: deleteFile,
	list_directory: listDirectory,
	search_files: searchFiles,
	run_command: runCommand,
	git,
	asset_usages: assetUsages,
	unused_assets: unusedAssets,
	load_skill: loadSkill,
	delegate,
	find_tools: findTools,
	recall,
	web_search: webSearch,
	unity_check: unityCheck,
	unity_history: unityHistory,
	file_history: fileHistory,
} as const satisfies Record<string, ToolSpec>

export type ToolName = keyof typeof TOOLS
/** The tools a conversation can show: all but those that only the product calls. */
export type OfferedToolName = {
	[N in ToolName]: (typeof TOOLS)[N]['offered'] extends 'never' ? never : N
}[ToolName]
/** The tools whose declaration has the page's sentence for a call. */
export type LabelledToolName = {
	[N in ToolName]: (typeof TOOLS)[N] extends { readonly labels: object } ? N : never
}[ToolName]
/** Names of the tools that run there: implementations are records by these names, so a missing one does not compile. */
export type ToolNameOn<R extends Runner> = {
	[N in ToolName]: (typeof TOOLS)[N]['runsOn'] extends R ? N : never
}[ToolName]
export type ToolAction<N extends ToolName> = keyof Actions<N> & string
type Actions<N extends ToolName> = (typeof TOOLS)[N]['actions']
/** Arguments of one action after parsing: defaults filled in, without `action`. */
export type ToolArgs<N extends ToolName, A extends keyof Actions<N>> =
	Actions<N>[A] extends ActionSpec<infer I, z.ZodType> ? z.infer<I> : never
/** Result of one action. */
export type ToolResult<N extends ToolName, A extends keyof Actions<N>> =
	Actions<N>[A] extends ActionSpec<z.ZodObject, infer O> ? z.infer<O> : never

export const allTools: readonly ToolSpec[] = Object.values(TOOLS)

/** Unity's tools need a Unity project; all others work in any linked folder. */
export const worksIn = ({ pack }: ToolSpec, kind: FolderKind): boolean =>
	kind === 'unity' || pack !== 'unity'

/** In every first request; in a plain folder also the rest of the file tools, which Unity's tools leave room for. */
export const isListed = (tool: ToolSpec, kind: FolderKind): boolean =>
	worksIn(tool, kind) &&
	tool.runsOn !== 'provider' &&
	(tool.offered === 'default' ||
		(kind === 'plain' && tool.pack === 'files' && tool.offered === 'search'))

export function toolByName(name: string): ToolSpec | undefined {
	return Object.hasOwn(TOOLS, name) ? TOOLS[name as ToolName] : undefined
}

/** The action that a call names; its arguments are not looked at. */
export function actionNamed(
	name: string,
	params: Readonly<Record<string, unknown>>,
): ActionSpec | undefined {
	const tool = toolByName(name)
	if (!tool) return undefined
	const chosen = hasActions(tool) ? params['action'] : 'run'
	const isKnown = typeof chosen === 'string' && Object.hasOwn(tool.actions, chosen)
	return isKnown ? tool.actions[chosen] : undefined
}

/** A call whose tool, action and arguments are known to be right. */
export interface ResolvedCall {
	readonly tool: ToolSpec
	/** `run` for tools without actions. */
	readonly actionName: string
	readonly action: ActionSpec
	/** Parsed arguments with defaults, without `action`. */
	readonly args: Record<string, unknown>
	/** As sent: `args`, with `action` if the tool has actions. */
	readonly params: Record<string, unknown>
}

export type Resolution = { ok: true; call: ResolvedCall } | { ok: false; error: CallError }

/** Near matches first: names that contain or are contained, then by common letters. */
export function nearest(wanted: string, names: readonly string[], count = 5): string[] {
	const w = wanted.toLowerCase()
	const score = (name: string): number => {
		const n = name.toLowerCase()
		if (n === w) return 1_000
		if (n.includes(w) || w.includes(n)) return 500 - Math.abs(n.length - w.length)
		const pairs = new Set(Array.from({ length: n.length - 1 }, (_, i) => n.slice(i, i + 2)))
		let common = 0
		for (let i = 0; i < w.length - 1; i++) if (pairs.has(w.slice(i, i + 2))) common++
		return (200 * common) / Math.max(1, n.length + w.length - 2)
	}
	return names
		.map((name) => ({ name, score: score(name) }))
		.sort((a, b) => b.score - a.score)
		.slice(0, count)
		.map((x) => x.name)
}

/** Zod's words for an argument that was left out. */
const MISSING = /^Invalid input: expected .*, received undefined$/

/** Checks a call against the registry. Errors name what is allowed; never throws. */
export function resolveCall(name: string, input: unknown): Resolution {
	const tool = toolByName(name)
	if (!tool) {
		const known = allTools
			.filter(({ offered, runsOn }) => offered !== 'never' && runsOn !== 'provider')
			.map((one) => one.name)
		const hint = 'Use one of the nearest names, or ask find_tools.'
		const data = { nearest: nearest(name, known) }
		return refuse('unknown_tool', `There is no tool "${name}".`, data, hint)
	}
	if (typeof input !== 'object' || input === null || Array.isArray(input)) {
		return refuse('invalid_arguments', `${name} takes a JSON object.`)
	}
	const { action: chosen, ...rest } = input as Record<string, unknown>
	const selecting = hasActions(tool)
	const actionName = selecting ? chosen : 'run'
	if (typeof actionName !== 'string' || !Object.hasOwn(tool.actions, actionName)) {
		return refuse(
			'invalid_arguments',
			`${name} needs "action", one of: ${Object.keys(tool.actions).join(', ')}.`,
		)
	}
	const action = tool.actions[actionName] as ActionSpec
	const parsed = action.input.safeParse(selecting ? rest : input)
	if (!parsed.success) {
		const issues = parsed.error.issues.map((issue) => ({
			path: issue.path.join('.') || '(arguments)',
			message: MISSING.test(issue.message) ? 'It is missing.' : issue.message,
		}))
		const first = issues[0]
		return refuse(
			'invalid_arguments',
			`${name}${selecting ? ` ${actionName}` : ''}: ${first?.path}: ${first?.message}`,
			{ issues, arguments: Object.keys(action.input.shape) },
		)
	}
	const args = parsed.data as Record<string, unknown>
	return {
		ok: true,
		call: {
			tool,
			actionName,
			action,
			args,
			params: selecting ? { action: actionName, ...args } : args,
		},
	}
}

function refuse(
	code: CallError['code'],
	message: string,
	data?: unknown,
	hint?: string,
): Resolution {
	const more = { ...(hint === undefined ? {} : { hint }), ...(data === undefined ? {} : { data }) }
	return { ok: false, error: failed(code, message, more).error }
}
