/** Scenes: loading, saving, the guard for unsaved changes. */

import type { SceneSummary, TOOLS, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Asset } from '../assets/assets.ts'
import { parseOwn } from '../assets/materials.ts'
import { scriptsIn, withScripts } from '../assets/script-guids.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { baseName, folderOf } from '../paths.ts'
import { exists, textOf } from '../project-files.ts'
import { isChangedOnDisk, refuseChangedOnDisk, sceneFile } from './files/scene-files.ts'
import { createDefaults } from './hierarchy.ts'
import { subtree } from './objects.ts'
import type { SceneRecord } from './records.ts'
import { needScene } from './refs.ts'
import { decodeTrees, encodeTree, type TreeNode } from './trees.ts'

const FORMAT = 'fairlead-simulator scene, not Unity YAML'
const SAVE_AS = 'path names an open scene; to save the active scene under a new name, use save_as.'
/** The file with the scene to open next time; Unity keeps such things in Library/ too. */
const LAST_SCENE_FILE = 'Library/FairleadLastScene.json'

type Action = keyof (typeof TOOLS)['unity_scene']['actions']
type Args<A extends Action> = ToolArgs<'unity_scene', A>
type Result = ToolResult<'unity_scene', 'open'>

const sceneName = (assetPath: string): string => baseName(assetPath, '.unity')

export function sceneSummary(core: Core, scene: SceneRecord): SceneSummary {
	let objectCount = 0
	for (const root of scene.roots) for (const _ of subtree(core.world, root)) objectCount++
	return {
		name: scene.name,
		path: scene.path,
		buildIndex: core.project.buildScenes.indexOf(scene.path),
		isActive: scene.handle === core.world.activeScene,
		isLoaded: true,
		isDirty: core.world.dirty.has(scene.handle),
		rootCount: scene.roots.length,
		objectCount,
		...(isChangedOnDisk(core, scene) ? { changedOnDisk: true } : {}),
	}
}

function sceneResult(core: Core, scene: SceneRecord): Result {
	return {
		sceneName: scene.name,
		scenePath: scene.path,
		isLoaded: core.world.scenes.has(scene.handle),
		isDirty: core.world.dirty.has(scene.handle),
		isActive: scene.handle === core.world.activeScene,
	}
}

/** The file's text: our own JSON, loaded back to the same objects. */
function encodeScene(core: Core, scene: SceneRecord): string {
	const scripts = scriptsIn(core.assets.all())
	const roots = scene.roots.map((root) => {
		const tree = encodeTree(core.world, root, {
			object: (record) => record.fileId,
			component: (component) => component.fileId,
			holds: (record) => record.scene === scene.handle,
		})
		return withScripts(tree, scripts)
	})
	return `${JSON.stringify({ format: FORMAT, version: 1, roots }, null, '\t')}\n`
}

function needSceneAsset(core: Core, assetPath: string): Asset {
	const asset = core.assets.need(assetPath)
	if (asset.type === 'SceneAsset') return asset
	throw new Fault('invalid_arguments', `${asset.path} is a ${asset.type}, not a scene.`, {
		hint: 'unity_scene list names the scenes there are.',
	})
}

/** The scene to open. @throws Fault in play mode, and where there is no such scene */
function needOpenable(core: Core, { path }: Pick<Args<'open'>, 'path'>): Asset {
	refuseInPlay(core, 'opened')
	return needSceneAsset(core, path)
}

/** @throws Fault for what `open` would refuse */
export function checkOpen(core: Core, args: Args<'open'>): void {
	needOpenable(core, args)
	if (!args.additive && args.if_dirty === 'refuse')
		guard(core, [...core.world.scenes.values()], args.if_dirty)
}

function loadScene(core: Core, assetPath: string): SceneRecord {
	const asset = needSceneAsset(core, assetPath)
	const file = sceneFile(core, asset.path)
	const parsed = parseOwn(core.assets.readText(asset.path), FORMAT, asset.path)
	const handle = core.world.newId()
	const { world } = core
	world.putScene({
		handle,
		name: sceneName(asset.path),
		path: asset.path,
		guid: asset.guid,
		roots: [],
		file,
	})
	decodeTrees(core, parsed['roots'] as unknown as TreeNode[], { scene: handle, parent: null })
	world.dirty.delete(handle)
	return world.scene(handle)
}

export function newScene(core: Core, options: { empty: boolean }): SceneRecord {
	const handle = core.world.newId()
	core.world.putScene({ handle, name: 'Untitled', path: '', guid: '', roots: [] })
	if (!options.empty) createDefaults(core, handle)
	core.world.dirty.delete(handle)
	return core.world.scene(handle)
}

/** @throws Fault when the scene must not be written to its own file */
export function checkSave(core: Core, scene: SceneRecord): void {
	refuseWithoutFolder(core, scene.path)
	refuseChangedOnDisk(core, scene)
}

/** @param target path; a scene that has none yet takes it */
export function saveScene(core: Core, scene: SceneRecord, target = scene.path): void {
	if (target === '')
		throw new Fault('invalid_arguments', 'The scene has never been saved, so it has no path.', {
			hint: 'Give save_as, e.g. Assets/Scenes/Main.unity.',
		})
	if (target === scene.path) checkSave(core, scene)
	const asset = core.assets.writeText(target, encodeScene(core, scene))
	core.world.setSceneFile(scene.handle, {
		name: sceneName(target),
		path: target,
		guid: asset.guid,
		file: sceneFile(core, target),
	})
	core.world.dirty.delete(scene.handle)
	rememberScene(core, target)
}

/** Its folder was removed or renamed behind the editor's back; a new path makes its folder. */
function refuseWithoutFolder(core: Core, path: string): void {
	const folder = folderOf(path)
	if (exists(core.files, folder)) return
	throw new Fault('not_found', `The folder ${folder} does not exist. Nothing was saved.`, {
		hint: 'Create it with unity_asset create_folder, or give save_as another path.',
	})
}

function rememberScene(core: Core, scenePath: string): void {
	core.files.writeText(LAST_SCENE_FILE, JSON.stringify({ lastScene: scenePath }))
}

/** The scene opened last, else the first one that the simulator can read, else a new one. */
export function openFirstScene(core: Core): void {
	const last = /"lastScene":"([^"]+)"/.exec(textOf(core.files, LAST_SCENE_FILE))?.[1]
	const scenes = core.assets.all().filter((a) => a.type === 'SceneAsset')
	const paths = [...(last === undefined ? [] : [last]), ...core.project.buildScenes]
	for (const scenePath of [...paths, ...scenes.map((a) => a.path)]) {
		if (!core.assets.find(scenePath)) continue
		try {
			core.world.activeScene = loadScene(core, scenePath).handle
			return
		} catch (error) {
			if (!(error instanceof Fault)) throw error
			core.console.add({ type: 'warning', message: `${error.message} ${error.hint ?? ''}`.trim() })
		}
	}
	core.world.activeScene = newScene(core, { empty: false }).handle
}

/** Applies `if_dirty` to scenes that are about to be closed. */
function guard(
	core: Core,
	scenes: readonly SceneRecord[],
	ifDirty: 'refuse' | 'save' | 'discard',
): void {
	const dirty = scenes.filter((scene) => core.world.dirty.has(scene.handle))
	if (dirty.length === 0 || ifDirty === 'discard') return
	const names = dirty.map((scene) => scene.path || scene.name)
	if (ifDirty === 'save' && dirty.every((scene) => scene.path !== '')) {
		// One that is refused must not leave half of them saved.
		for (const scene of dirty) checkSave(core, scene)
		for (const scene of dirty) saveScene(core, scene)
		return
	}
	throw new Fault('dirty_scene', `Unsaved changes would be lost: ${names.join(', ')}.`, {
		hint:
			ifDirty === 'save'
				? 'A scene that was never saved needs unity_scene save with save_as first; or say if_dirty: "discard".'
				: 'Ask the user what to do with them, unless they said so; then repeat this with if_dirty: "save" or "discard".',
		data: { dirty: names },
	})
}

/** @throws Fault `in_play_mode` */
export function refuseInPlay(core: Core, what: string): void {
	if (core.play.isPlaying)
		throw new Fault('in_play_mode', `Scenes cannot be ${what} in play mode.`, {
			hint: 'Leave it first with unity_play exit.',
		})
}

/** Closes everything and opens what `load` makes; a damaged file leaves everything as it was. */
function replaceAll(core: Core, load: () => SceneRecord): SceneRecord {
	const before = core.world.data()
	for (const handle of [...core.world.scenes.keys()]) core.world.dropScene(handle)
	try {
		const scene = load()
		core.world.activeScene = scene.handle
		return scene
	} catch (error) {
		core.world.load(before)
		throw error
	}
}

/** The history refers to objects that no longer exist. */
function forgetHistory(core: Core): void {
	core.world.forget()
	core.undo.clear()
	core.selection = []
	core.touch('scene', 'hierarchy')
}

export const sceneActions = {
	list(core: Core): ToolResult<'unity_scene', 'list'> {
		return {
			open: [...core.world.scenes.values()].map((scene) => sceneSummary(core, scene)),
			assets: core.assets
				.all()
				.filter((asset) => asset.type === 'SceneAsset')
				.map((asset) => asset.path),
		}
	},
	open(core: Core, args: Args<'open'>): Result {
		const asset = needOpenable(core, args)
		const loaded = [...core.world.scenes.values()]
		const already = loaded.find((scene) => scene.path === asset.path)
		if (args.additive && already) return sceneResult(core, already)
		// Read before anything is closed: a damaged file must not cost the open scene.
		parseOwn(core.assets.readText(asset.path), FORMAT, asset.path)
		if (args.additive) {
			const scene = loadScene(core, asset.path)
			core.world.forget()
			core.touch('scene', 'hierarchy')
			return sceneResult(core, scene)
		}
		guard(core, loaded, args.if_dirty)
		const scene = replaceAll(core, () => loadScene(core, asset.path))
		forgetHistory(core)
		rememberScene(core, scene.path)
		return sceneResult(core, scene)
	},
	save(core: Core, args: Args<'save'>): Result {
		refuseInPlay(core, 'saved')
		const active = core.world.scene(core.world.activeScene)
		const fresh = args.path !== undefined && active.path === '' && args.save_as === undefined
		const loaded = [...core.world.scenes.values()].some((scene) => scene.path === args.path)
		const scene =
			args.path === undefined || (fresh && !loaded) ? active : needScene(core, args.path, SAVE_AS)
		const wanted = args.save_as ?? (fresh && !loaded ? args.path : undefined)
		if (wanted !== undefined && wanted !== scene.path) {
			const target = core.assets.vacant(wanted, '.unity')
			if (args.copy && scene.path !== '') {
				core.assets.writeText(target, encodeScene(core, scene))
				core.world.forget()
				core.touch('assets')
				return {
					sceneName: sceneName(target),
					scenePath: target,
					isLoaded: false,
					isDirty: false,
					isActive: false,
				}
			}
			saveScene(core, scene, target)
		} else saveScene(core, scene)
		core.world.forget()
		core.touch('scene', 'assets')
		return sceneResult(core, core.world.scene(scene.handle))
	},
	create(core: Core, args: Args<'create'>): Result {
		refuseInPlay(core, 'created')
		const target = core.assets.vacant(args.path, '.unity')
		if (!args.additive) guard(core, [...core.world.scenes.values()], args.if_dirty)
		const make = (): SceneRecord => newScene(core, { empty: args.empty })
		const scene = args.additive ? make() : replaceAll(core, make)
		saveScene(core, scene, target)
		if (args.additive) core.world.forget()
		else forgetHistory(core)
		core.touch('scene', 'hierarchy', 'assets')
		return sceneResult(core, core.world.scene(scene.handle))
	},
	set_active(core: Core, args: Args<'set_active'>): Result {
		const scene = needScene(core, args.path)
		core.world.activeScene = scene.handle
		core.touch('scene')
		return sceneResult(core, scene)
	},
	close(core: Core, args: Args<'close'>): Result {
		refuseInPlay(core, 'closed')
		const scene = needScene(core, args.path)
		if (core.world.scenes.size === 1)
			throw new Fault(
				'invalid_arguments',
				`"${scene.name}" is the only open scene; it cannot be closed.`,
				{
					hint: 'Open another scene instead.',
				},
			)
		guard(core, [scene], args.if_dirty)
		core.world.dropScene(scene.handle)
		if (core.world.activeScene === scene.handle)
			core.world.activeScene = [...core.world.scenes.keys()][0] ?? ''
		forgetHistory(core)
		return { ...sceneResult(core, scene), isLoaded: false, isDirty: false, isActive: false }
	},
}
