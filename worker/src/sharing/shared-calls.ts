/** What of a call visitors with a share link see, by its tool and its arguments. Pure. */
import { bag, bags } from '@fairlead/protocol/read'
import { allTools, holdsSecrets } from '@fairlead/protocol/tools'
import { cleaned } from './desk-paths.ts'
import { withoutSecretsIn } from './shared-secrets.ts'

/**
 * Tools whose results visitors see: of the scene, of pictures, and of changes to files. Of all others a line says what
 * was done, not what came of it: they tell what stands in files or what a program wrote (`recall` repeats it), or are
 * C#, a project's own tools and foreign MCP servers, whose results may hold anything.
 */
export const SHOWS_RESULT: ReadonlySet<string> = new Set([
	'unity_query',
	'unity_hierarchy',
	'unity_component',
	'unity_prefab',
	'unity_asset',
	'unity_batch',
	'unity_scene',
	'unity_settings',
	'unity_packages',
	'unity_undo',
	'unity_history',
	'unity_editor',
	'unity_screenshot',
	'unity_capture',
	'unity_compare',
	'unity_physics',
	'unity_animation',
	'unity_play',
	'unity_playtest',
	'unity_sample',
	'unity_profile',
	'unity_lighting',
	'unity_refresh',
	'unity_check',
	'unity_tests',
	'write_file',
	'edit_file',
	'append_to_file',
	'move_file',
	'copy_file',
	'delete_file',
	'find_tools',
	'web_search',
])

/** Tools whose errors are sentences of our own. */
export const SHOWS_ERROR: ReadonlySet<string> = new Set([
	...SHOWS_RESULT,
	'read_file',
	'list_directory',
	'search_files',
	'asset_usages',
	'unused_assets',
	'wait_for_editor_ready',
	'editor_dialog',
	'load_skill',
	'delegate',
	'recall',
])

const REGISTERED: ReadonlySet<string> = new Set(allTools.map(({ name }) => name))

/** Where arguments name files. */
const PATHS = ['path', 'from', 'to', 'new_path', 'paths']

/** Whether a call, or an operation of a batch, names a file that usually holds secrets: only its path is shared then. */
function isSecretCall(input: unknown): boolean {
	const args = bag(input)
	if (bags(args['operations']).some((operation) => isSecretCall(operation['args']))) return true
	return PATHS.flatMap((name) => args[name] ?? []).some((path) => holdsSecrets(String(path)))
}

/** A value without the folders of the desk and without what looks like a secret. */
export const sharedValue = (value: unknown): unknown => withoutSecretsIn(cleaned(value))

/** The arguments of a call. Those of a tool that is none of ours may hold anything: only its name is shared. */
export function sharedInput(tool: string, input: unknown): unknown {
	if (!REGISTERED.has(tool)) return {}
	if (!isSecretCall(input)) return sharedValue(input)
	const args = bag(input)
	const paths = PATHS.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]]))
	const operations = bags(args['operations']).map((operation) => ({
		tool: operation['tool'],
		args: sharedInput(String(operation['tool']), operation['args']),
	}))
	return sharedValue({
		...Object.fromEntries(paths),
		...(operations.length === 0 ? {} : { operations }),
	})
}

/** Whether a visitor sees all of what a call would do, and so may decide about it. */
export const isSharedWhole = (tool: string, input: unknown): boolean =>
	JSON.stringify(sharedInput(tool, input)) === JSON.stringify(input)

export interface SeenCall {
	/** By which results are shown or not; empty: nothing is of a call that touches a secret. */
	readonly tool: string
	readonly isWhole: boolean
}

export const seenCall = (tool: string, input: unknown): SeenCall => ({
	tool: isSecretCall(input) ? '' : tool,
	isWhole: isSharedWhole(tool, input),
})

/** The calls so far, by the id that the model gave each: an outcome does not name its tool. */
export type SeenCalls = Map<string, SeenCall>
