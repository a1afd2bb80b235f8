/** unity_settings: tags, layers and the scenes of a build, in the files where Unity keeps them. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { refuseLink } from '../assets/asset-files.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { textOf } from '../project-files.ts'
import { Unsupported } from '../unsupported.ts'
import { BUILD_SETTINGS, TAG_MANAGER } from './project.ts'
import { mapsIn, namesIn, settingsFile, withMaps, withNames } from './setting-lists.ts'

/** Places that are the user's, those of old projects first: 3, 6 and 7 became so only lately. */
const FREE_PLACES = [...Array.from({ length: 24 }, (_, n) => n + 8), 6, 7, 3]

const NO_VALUES = new Unsupported(
	'The simulated editor writes tags, layers and the scenes of a build, and no other project settings.',
	'In Unity this works. unity_query get_settings reads some of them here too.',
)

const exists = (what: string, name: string): Fault =>
	new Fault('already_exists', `There is a ${what} "${name}" already.`, { hint: 'Use it.' })

const layersOf = ({ project }: Core): { index: number; name: string }[] =>
	project.layers.flatMap((name, index) => (name === '' ? [] : [{ index, name }]))

/** As Unity's Undo does, that of the simulated editor covers the file of tags and layers. */
function changeTagManager(core: Core, key: string, names: readonly string[]): void {
	refuseLink(core.files, TAG_MANAGER)
	const before = textOf(core.files, TAG_MANAGER)
	const after = withNames(before || settingsFile('TagManager'), key, names)
	core.world.recordFile({ kind: 'rewritten', path: TAG_MANAGER, before, after, inUndo: true })
	core.files.writeText(TAG_MANAGER, after)
}

/** @throws Fault `already_exists` */
export function needNewTag(
	{ project }: Core,
	{ name }: ToolArgs<'unity_settings', 'add_tag'>,
): void {
	if (project.tags.includes(name)) throw exists('tag', name)
}

/** The place of a new layer. @throws Fault `already_exists`, and `unsupported` for one of Unity's own */
export function needFreeLayer(
	core: Core,
	{ name, index }: ToolArgs<'unity_settings', 'add_layer'>,
): number {
	const { layers } = core.project
	if (layers.includes(name)) throw exists('layer', name)
	const place = index ?? FREE_PLACES.find((one) => layers[one] === '')
	if (place === undefined)
		throw new Fault('invalid_arguments', 'All layers are in use.', {
			hint: 'Use one of those that there are.',
			data: { layers: layersOf(core) },
		})
	if (!FREE_PLACES.includes(place))
		throw new Fault('unsupported', `Layer ${place} is Unity's own.`, {
			hint: 'Use 3, 6, 7, or 8 to 31.',
		})
	if (layers[place] !== '')
		throw new Fault('already_exists', `Layer ${place} is "${layers[place]}".`, {
			hint: 'Leave index out for the first free one.',
			data: { layers: layersOf(core) },
		})
	return place
}

/** @throws Fault `not_found`, and `already_exists` for a scene that is named twice */
export function needScenes(
	{ assets }: Core,
	{ scenes }: ToolArgs<'unity_settings', 'set_build_scenes'>,
): void {
	for (const path of scenes)
		if (assets.find(path)?.type !== 'SceneAsset')
			throw new Fault('not_found', `There is no scene ${path}. The build list is unchanged.`, {
				hint: 'unity_query search_assets, asset_type "Scene" lists them.',
			})
	const twice = scenes.find((path, n) => scenes.indexOf(path) !== n)
	if (twice !== undefined)
		throw new Fault('already_exists', `${twice} is named twice. The build list is unchanged.`, {
			hint: 'A scene has one place in the list.',
		})
}

export const settingsActions = {
	inspect: NO_VALUES,
	modify: NO_VALUES,
	add_sorting_layer: new Unsupported(
		'The simulated editor draws no sprites, so it has no sorting layers.',
		'Open the project in Unity for them.',
	),
	add_tag(
		core: Core,
		args: ToolArgs<'unity_settings', 'add_tag'>,
	): ToolResult<'unity_settings', 'add_tag'> {
		needNewTag(core, args)
		const own = namesIn(textOf(core.files, TAG_MANAGER), 'tags')
		changeTagManager(core, 'tags', [...own, args.name])
		core.stepName = `Add Tag ${args.name}`
		return { name: args.name, tags: [...core.project.tags] }
	},
	add_layer(
		core: Core,
		args: ToolArgs<'unity_settings', 'add_layer'>,
	): ToolResult<'unity_settings', 'add_layer'> {
		const index = needFreeLayer(core, args)
		changeTagManager(core, 'layers', core.project.layers.with(index, args.name))
		core.stepName = `Add Layer ${args.name}`
		return { name: args.name, index, layers: layersOf(core) }
	},
	set_build_scenes(
		core: Core,
		args: ToolArgs<'unity_settings', 'set_build_scenes'>,
	): ToolResult<'unity_settings', 'set_build_scenes'> {
		needScenes(core, args)
		refuseLink(core.files, BUILD_SETTINGS)
		const before = core.project.buildScenes
		const text = textOf(core.files, BUILD_SETTINGS) || settingsFile('EditorBuildSettings')
		const on = args.scenes.map(
			(path) =>
				new Map([
					['enabled', '1'],
					['path', path],
					['guid', core.assets.find(path)?.guid ?? ''],
				]),
		)
		// A scene that is switched off stays so, behind the others.
		const off = mapsIn(text, 'm_Scenes').filter(
			(scene) => scene.get('enabled') === '0' && !args.scenes.includes(scene.get('path') ?? ''),
		)
		core.files.writeText(BUILD_SETTINGS, withMaps(text, 'm_Scenes', [...on, ...off]))
		return { before, scenes: core.project.buildScenes }
	},
}
