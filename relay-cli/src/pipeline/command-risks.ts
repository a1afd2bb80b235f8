/**
 * How dangerous a command of Unity's bridge is. The bridge does not say, so Unity's own commands are listed here.
 * Everything else, such as a project's `[CliCommand]`, runs code that nobody has looked at, whatever its name. Pure.
 */
import type { Risk } from '@fairlead/protocol/tools'
import { type CommandOrigin, unityNames } from './command-names.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** They change nothing, so they may run again when their answer is lost. */
const READS = words(`
	build_status console console_status editor_status find_assets
	find_gameobjects get_audio_settings get_build_settings get_component_properties get_console_logs
	get_dependencies get_graphics_settings get_import_settings get_input_settings get_lighting_settings
	get_material_properties get_navmesh_settings get_performance_stats get_physics_settings
	get_player_settings get_quality_settings get_scene_hierarchy get_selection get_serialized_fields
	get_shader_properties get_tags_layers get_time_settings get_timeline lighting_bake_status
	list_build_profiles list_build_targets list_open_scenes list_shaders list_tests navmesh_bake_status
	occlusion_bake_status package_list package_search package_status recompile_status
	search switch_build_target_status test_status wait_status
`)

/**
 * They change nothing either, but reach files of the computer by a path of their caller: one reads any, the others
 * write where they are told. So they count as code, except in our own calls.
 */
const REACH_FILES = words('capture_game_view capture_scene_view read_text_file screenshot')

/** Unity records them in its Undo, or they are as easily done back. */
const WRITES = words(`
	add_component apply_prefab_overrides attach_script clear_console create_gameobject create_gameobjects
	create_prefab create_prefab_variant delete_gameobject editor_focus editor_pause editor_play editor_stop
	instantiate_prefab recompile remove_component rename_gameobject revert_prefab_overrides save_all
	save_prefab_contents save_scene set_active set_active_scene set_autotick set_component_properties
	set_layer set_parent set_selection set_serialized_field set_tag set_transform unpack_prefab
`)

/** They overwrite or delete what Unity's Undo does not bring back. */
const DESTRUCTIVE = words(`
	bake_lighting bake_navmesh bake_navmesh_surfaces bake_occlusion_culling clear_baked_lighting
	clear_navmesh clear_occlusion_culling copy_asset create_animation_clip create_animator_controller
	create_asset create_folder create_scene create_timeline delete_asset import_asset move_asset open_scene
	remove_animation_curve rename_asset set_audio_settings set_build_settings set_graphics_settings
	set_import_settings set_input_settings set_lighting_settings set_material_properties
	set_navmesh_settings set_physics_settings set_player_settings set_quality_settings set_tags_layers
	set_time_settings
`)

/** They run code, or write files where they are told. Listed because tools of ours use them. */
const CODE = words('build eval eval_file menu run_script run_tests')

const RISKS: ReadonlyMap<string, Risk> = new Map([
	...READS.map((name) => [name, 'read'] as const),
	...WRITES.map((name) => [name, 'write'] as const),
	...DESTRUCTIVE.map((name) => [name, 'destructive'] as const),
])

const HARMLESS: ReadonlySet<string> = new Set([...READS, ...REACH_FILES])

const nameOf = unityNames([...RISKS.keys(), ...REACH_FILES, ...CODE])

/** A command's name in versions 0.3 to 0.8, under which it is listed here; null if it is not. */
export const unityNameOf = (command: string): string | null => nameOf(command)

interface Rated {
	readonly name: string
	readonly origin: CommandOrigin
}

export const riskOf = ({ name, origin }: Rated): Risk =>
	origin === 'unity' ? (RISKS.get(nameOf(name) ?? '') ?? 'execute') : 'execute'

/**
 * Whether the command may run again when its answer is lost.
 * @param mapped our own mapping makes the call; it uses no command that is known to be the project's.
 */
export const isRepeatable = ({ name, origin }: Rated, mapped: boolean): boolean =>
	(mapped ? origin !== 'project' : origin === 'unity') && HARMLESS.has(nameOf(name) ?? '')
