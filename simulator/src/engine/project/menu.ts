/** execute_menu_item: the menu paths that an agent would use, by their names in Unity 6. */
import { nearest, type PrimitiveType, type ToolResult } from '@fairlead/protocol/tools'
import { addComponent } from '../components/components.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { createPrimitive } from '../scene/hierarchy.ts'
import {
	allObjects,
	createObject,
	destroyTree,
	duplicateTree,
	isDescendant,
	refuseInsidePrefab,
	reparent,
	uniqueName,
} from '../scene/objects.ts'
import { checkSave, refuseInPlay, saveScene } from '../scene/scenes.ts'

type Item = (core: Core) => void

const PRIMITIVES: Readonly<Record<string, PrimitiveType>> = {
	'GameObject/Create Empty': 'Empty',
	'GameObject/3D Object/Cube': 'Cube',
	'GameObject/3D Object/Sphere': 'Sphere',
	'GameObject/3D Object/Capsule': 'Capsule',
	'GameObject/3D Object/Cylinder': 'Cylinder',
	'GameObject/3D Object/Plane': 'Plane',
	'GameObject/3D Object/Quad': 'Quad',
	'GameObject/Light/Directional Light': 'DirectionalLight',
	'GameObject/Light/Point Light': 'PointLight',
	'GameObject/Light/Spotlight': 'SpotLight',
	'GameObject/Light/Spot Light': 'SpotLight',
	'GameObject/Camera': 'Camera',
}

/** Windows that open and change nothing. */
const WINDOWS = [
	'Window/General/Console',
	'Window/General/Game',
	'Window/General/Hierarchy',
	'Window/General/Inspector',
	'Window/General/Project',
	'Window/General/Scene',
	'Window/General/Test Runner',
	'Window/Package Manager',
	'Window/Package Management/Package Manager',
	'Window/Analysis/Profiler',
	'Window/Rendering/Lighting',
	'Edit/Project Settings...',
	'Edit/Preferences...',
]

function create(core: Core, type: PrimitiveType): void {
	const record = createPrimitive(core, type)
	core.selection = [record.id]
	core.stepName = `Create ${record.name}`
	core.touch('selection')
}

/** The selected objects without those below another selected one. */
function selectedRoots(core: Core): string[] {
	const ids = core.selection.filter((id) => core.world.objects.has(id))
	if (ids.length === 0)
		throw new Fault('invalid_arguments', 'Nothing is selected, so this menu item is disabled.', {
			hint: 'Use unity_hierarchy with the object instead.',
		})
	return ids.filter((id) => !ids.some((o) => o !== id && isDescendant(core.world, id, o)))
}

function saveAll(core: Core): void {
	refuseInPlay(core, 'saved')
	const unsaved = [...core.world.scenes.values()].filter(
		(scene) => core.world.dirty.has(scene.handle) || scene.path === '',
	)
	for (const scene of unsaved) if (scene.path !== '') checkSave(core, scene)
	for (const scene of unsaved) saveScene(core, scene)
	core.world.forget()
	core.touch('scene', 'assets')
}

const togglePlay: Item = (core) =>
	core.play.isPlaying ? core.play.exit(core) : core.play.enter(core)
const togglePause: Item = (core) => {
	core.play.pause(!core.play.isPaused)
	core.touch('play')
}
const stepFrame: Item = (core) => {
	core.play.step(core, 1)
	core.world.forget()
	core.touch('play')
}

const ITEMS: ReadonlyMap<string, Item> = new Map<string, Item>([
	['File/Save', saveAll],
	['File/Save Project', () => undefined],
	['Edit/Undo', (core) => void core.undo.undo(1)],
	['Edit/Redo', (core) => void core.undo.redo(1)],
	['Edit/Play', togglePlay],
	['Edit/Pause', togglePause],
	['Edit/Step', stepFrame],
	['Edit/Play Mode/Play', togglePlay],
	['Edit/Play Mode/Pause', togglePause],
	['Edit/Play Mode/Step', stepFrame],
	[
		'Edit/Select All',
		(core) =>
			select(
				core,
				[...allObjects(core.world)].map((r) => r.id),
			),
	],
	['Edit/Deselect All', (core) => select(core, [])],
	[
		'Edit/Duplicate',
		(core) =>
			select(
				core,
				selectedRoots(core).map((id) => duplicateTree(core, id).id),
			),
	],
	['Edit/Delete', deleteSelected],
	[
		'Assets/Refresh',
		(core) => {
			core.refreshRequested = true
		},
	],
	...Object.entries(PRIMITIVES).map(([path, type]): [string, Item] => [
		path,
		(core) => create(core, type),
	]),
	['GameObject/Create Empty Child', createEmptyChild],
	['GameObject/Create Empty Parent', createEmptyParent],
	['GameObject/UI/Canvas', createCanvas],
	...WINDOWS.map((path): [string, Item] => [path, () => undefined]),
])

function select(core: Core, ids: readonly string[]): void {
	core.selection = ids
	core.touch('selection')
}

function deleteSelected(core: Core): void {
	for (const id of selectedRoots(core)) {
		refuseInsidePrefab(core.world.object(id), 'destroyed')
		destroyTree(core.world, id)
	}
	core.stepName = 'Delete Selection'
	select(core, [])
}

function createEmptyChild(core: Core): void {
	const [parent] = selectedRoots(core)
	if (parent === undefined) return
	select(core, [createPrimitive(core, 'Empty', { parent }).id])
	core.stepName = 'Create Empty Child'
}

function createEmptyParent(core: Core): void {
	const roots = selectedRoots(core)
	const above = core.world.object(roots[0] ?? '').parent
	const record = createPrimitive(core, 'Empty', { parent: above })
	for (const id of roots) reparent(core.world, id, record.id, { worldStays: true })
	core.stepName = 'Create Empty Parent'
	select(core, [record.id])
}

function createCanvas(core: Core): void {
	const scene = core.world.activeScene
	const name = uniqueName(core.world, core.world.scene(scene).roots, 'Canvas')
	const record = createObject(core, { name, parent: null, scene, layer: 5 })
	for (const type of ['Canvas', 'CanvasScaler', 'GraphicRaycaster'])
		addComponent(core, record.id, type)
	core.stepName = `Create ${name}`
	select(core, [record.id])
}

/** @throws Fault `not_found` */
export function needMenuItem(path: string): Item {
	const item = ITEMS.get(path)
	if (item) return item
	throw new Fault('not_found', `There is no menu item "${path}".`, {
		hint: 'Use one of the nearest paths; the simulator has the common ones only.',
		data: { nearest: nearest(path, [...ITEMS.keys()]) },
	})
}

export function executeMenuItem(
	core: Core,
	args: { menu_path: string },
): ToolResult<'execute_menu_item', 'run'> {
	const item = needMenuItem(args.menu_path)
	core.stepName = args.menu_path.split('/').at(-1) ?? args.menu_path
	item(core)
	return { executed: true, menuPath: args.menu_path, reloaded: false }
}
