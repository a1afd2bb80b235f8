/** unity_asset: folders, files, materials. */

import type { PropertyChange, TOOLS, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { report, setMaterialProperty, shownMaterial } from '../components/properties.ts'
import { parsePath } from '../components/property-paths.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { baseName, extensionOf } from '../paths.ts'
import type { MaterialData } from '../scene/records.ts'
import { followMovedScenes } from '../undo/undo.ts'
import { Unsupported } from '../unsupported.ts'
import { checkAssetPath } from './asset-files.ts'
import { replaceReferences } from './asset-references.ts'
import type { Asset } from './assets.ts'
import { materialSpec, needShader, newMaterial, pipelineNote, withShader } from './materials.ts'

type Action = keyof (typeof TOOLS)['unity_asset']['actions']
type Args<A extends Action> = ToolArgs<'unity_asset', A>
type Result<A extends Action> = ToolResult<'unity_asset', A>

const assetResult = ({ path: assetPath, guid, type }: Asset): Result<'create_folder'> => ({
	assetPath,
	guid,
	type,
})

/** Open scenes whose file is there. */
function openSceneAt(core: Core, assetPath: string) {
	return [...core.world.scenes.values()].filter(
		(scene) => scene.path === assetPath || scene.path.startsWith(`${assetPath}/`),
	)
}

/** @throws Fault for what `delete` would refuse */
export function needDeletable(core: Core, { path }: Args<'delete'>): Asset {
	const source = core.assets.need(path)
	if (source.path === 'Assets')
		throw new Fault('invalid_arguments', 'The Assets folder itself cannot be deleted.')
	const [scene] = openSceneAt(core, source.path)
	if (!scene) return source
	throw new Fault('invalid_arguments', `${scene.path} is open; its file cannot be deleted.`, {
		hint: 'Open another scene first.',
	})
}

function target(core: Core, source: Asset, wanted: string): string {
	const existing = core.assets.find(wanted)
	const into = existing?.isFolder ? `${existing.path}/${baseName(source.path)}` : wanted
	const checked = core.assets.vacant(into)
	if (checked.startsWith(`${source.path}/`))
		throw new Fault('invalid_arguments', `${source.path} cannot be moved into itself.`)
	const extension = extensionOf(source.path)
	if (!source.isFolder && extensionOf(checked).toLowerCase() !== extension.toLowerCase())
		throw new Fault('invalid_arguments', `The new path must keep the extension ${extension}.`, {
			hint: `E.g. ${checked}${extension}.`,
		})
	return checked
}

function setAll(
	core: Core,
	material: MaterialData,
	args: { color?: number[] | undefined; properties?: Record<string, unknown> | undefined },
): [MaterialData, PropertyChange[]] {
	let data = material
	const wanted = { ...(args.color ? { color: args.color } : {}), ...args.properties }
	const results = Object.entries(wanted).map(([name, value]) => {
		const [changed, change] = setMaterialProperty(core, data, parsePath(name) ?? [], value, name)
		data = changed ?? data
		return change
	})
	return [data, results]
}

function drawn(core: Core, shader: string, said: string | undefined): { note?: string } {
	const note = [pipelineNote(shader, core.project.renderPipeline), said].filter(Boolean).join(' ')
	return note === '' ? {} : { note }
}

/** Scripts are checked here and never run, so there is no class to instantiate. */
const NO_OBJECTS = new Unsupported(
	'The simulated editor runs no scripts, so it has no ScriptableObjects.',
	'In Unity this works. Materials and prefabs work here too.',
)
/** Files are listed here, but not imported. */
const NO_IMPORTERS = new Unsupported(
	'The simulated editor imports no textures, models or sounds.',
	'In Unity this works: it changes the .meta file beside the asset.',
)

export const assetActions = {
	create_folder(core: Core, args: Args<'create_folder'>): Result<'create_folder'> {
		const folder = core.assets.vacant(args.path)
		core.stepName = `Create ${folder}`
		return assetResult(core.assets.createFolder(folder))
	},
	move(core: Core, args: Args<'move'>): Result<'move'> {
		const source = core.assets.need(args.path)
		const to = target(core, source, args.new_path)
		const moved = core.assets.move(source.path, to)
		followMovedScenes(core.world, core.assets)
		core.stepName = `Move ${source.path}`
		return { ...assetResult(moved), previousPath: source.path }
	},
	copy(core: Core, args: Args<'copy'>): Result<'copy'> {
		const source = core.assets.need(args.path)
		core.stepName = `Copy ${source.path}`
		return assetResult(core.assets.copy(source.path, target(core, source, args.new_path)))
	},
	delete(core: Core, args: Args<'delete'>): Result<'delete'> {
		const source = needDeletable(core, args)
		core.assets.trash(source.path, core.now())
		core.touch('assets')
		return { assetPath: source.path, trashed: true }
	},
	create_object: NO_OBJECTS,
	inspect_object: NO_OBJECTS,
	modify_object: NO_OBJECTS,
	replace_references: replaceReferences,
	inspect_import: NO_IMPORTERS,
	modify_import: NO_IMPORTERS,
	create_material(core: Core, args: Args<'create_material'>): Result<'create_material'> {
		const materialPath = core.assets.vacant(args.path, '.mat')
		const shader = args.shader ?? core.materials.defaultShader
		const name = baseName(materialPath, '.mat')
		const [data, results] = setAll(core, newMaterial(name, shader), args)
		const counts = report(results, 'the material')
		const asset = core.materials.write(materialPath, data)
		core.stepName = `Create ${name}`
		return { ...assetResult(asset), shader, ...counts, ...drawn(core, shader, counts.note) }
	},
	inspect_material(core: Core, args: Args<'inspect_material'>): Result<'inspect_material'> {
		const asset = core.assets.need(checkAssetPath(core.files, args.path))
		const material = core.materials.read(asset)
		const tint = materialSpec(material, 'color')
		const properties = shownMaterial(core, material)
		const color = tint ? properties[tint.name] : null
		return {
			...assetResult(asset),
			shader: material.shader,
			color: Array.isArray(color) ? color.map(Number) : null,
			properties,
		}
	},
	modify_material(core: Core, args: Args<'modify_material'>): Result<'modify_material'> {
		const asset = core.assets.need(checkAssetPath(core.files, args.path))
		const before = core.materials.read(asset)
		if (args.shader !== undefined) needShader(args.shader)
		const shaded =
			args.shader === undefined || args.shader === before.shader
				? before
				: withShader(before, args.shader)
		const [data, results] = setAll(core, shaded, args)
		if (results.length === 0 && args.shader === undefined)
			throw new Fault('invalid_arguments', 'modify_material needs a color, properties or a shader.')
		const counts = report(results, 'the material')
		const written = core.materials.write(asset.path, data)
		core.stepName = `Modify ${before.name}`
		return {
			...assetResult(written),
			shader: data.shader,
			...counts,
			...(args.shader === undefined ? {} : drawn(core, args.shader, counts.note)),
		}
	},
}
