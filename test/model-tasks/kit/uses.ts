/** Tool calls in short, for recordings. */
import type { ToolName } from '@fairlead/protocol/tools'
import type { Args, Played, ToolUse } from './model-task.ts'

/** A recording: its steps, each one call or several side by side. */
export const played = (says: string, ...steps: (ToolUse | readonly ToolUse[])[]): Played => ({
	steps: steps.map((step) => (isUse(step) ? [step] : step)),
	says,
})

const isUse = (step: ToolUse | readonly ToolUse[]): step is ToolUse => typeof step[0] === 'string'

const acting =
	(tool: ToolName) =>
	(action: string, args: Args = {}): ToolUse => [tool, { action, ...args }]

export const query = acting('unity_query')
export const hierarchy = acting('unity_hierarchy')
export const asset = acting('unity_asset')
export const prefab = acting('unity_prefab')
export const scene = acting('unity_scene')
export const play = acting('unity_play')

export const look = (): ToolUse => query('hierarchy', { max_depth: 5, limit: 200 })
export const inspect = (path: string): ToolUse => query('inspect_object', { instance_id: path })
export const create = (name: string, args: Args = {}): ToolUse =>
	hierarchy('create', { name, ...args })
export const destroy = (path: string): ToolUse => hierarchy('destroy', { instance_id: path })
export const configure = (path: string, component_type: string, properties: Args): ToolUse => [
	'unity_component',
	{ action: 'configure', game_object_id: path, component_type, properties },
]
export const addComponent = (path: string, component_type: string): ToolUse => [
	'unity_component',
	{ action: 'add', game_object_id: path, component_type },
]
export const removeComponent = (path: string, component_type: string): ToolUse => [
	'unity_component',
	{ action: 'remove', game_object_id: path, component_type },
]
export const color = (path: string, rgb: readonly number[]): ToolUse =>
	configure(path, 'MeshRenderer', { 'material.color': rgb })

export const batch = (...uses: readonly ToolUse[]): ToolUse => [
	'unity_batch',
	{ operations: uses.map(([tool, args]) => ({ tool, args })) },
]

export const read = (path: string): ToolUse => ['read_file', { path }]
export const write = (path: string, content: string): ToolUse => ['write_file', { path, content }]
export const edit = (path: string, find: string, replace: string): ToolUse => [
	'edit_file',
	{ path, edits: [{ find, replace }] },
]
export const refresh = (...watched_scripts: string[]): ToolUse => [
	'unity_refresh',
	watched_scripts.length > 0 ? { watched_scripts } : {},
]
