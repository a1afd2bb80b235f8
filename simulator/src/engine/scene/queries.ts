/** unity_query: all reads of the scene and the project. */
import type { HierarchyNode, TOOLS, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { sameAssetType } from '../assets/asset-files.ts'
import { isA } from '../components/component-types.ts'
import { changedProperties, showProperties } from '../components/properties.ts'
import { MISSING_SCRIPT } from '../components/type-registry.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { PREFAB_FILE } from '../prefabs/prefab-contents.ts'
import { lookInside } from '../prefabs/prefab-parts.ts'
import { settingsOf } from '../project/settings.ts'
import { fieldsOf } from './found-fields.ts'
import { filterType, objectsWhere } from './object-filter.ts'
import { briefSummary, objectSummary } from './object-summary.ts'
import { activeInHierarchy, subtree } from './objects.ts'
import type { ObjectRecord } from './records.ts'
import { referencesTo } from './references.ts'
import { needComponent, needObject, refText } from './refs.ts'
import { sceneSummary } from './scenes.ts'

type Action = keyof (typeof TOOLS)['unity_query']['actions']
type Args<A extends Action> = ToolArgs<'unity_query', A>
type Result<A extends Action> = ToolResult<'unity_query', A>

const pathOfLink = (core: Core, link: ObjectRecord['prefab']): string | null =>
	link ? (core.assets.byGuid(link.guid)?.path ?? null) : null

/** A page of `items`; the cursor is the index at which the next one begins. */
export function page<T>(
	items: readonly T[],
	limit: number,
	cursor: string | undefined,
): { shown: T[]; nextCursor: string | null } {
	const start = cursor === undefined ? 0 : Number(/^o(\d+)$/.exec(cursor)?.[1] ?? Number.NaN)
	if (!Number.isSafeInteger(start))
		throw new Fault('invalid_arguments', `"${cursor}" is not a cursor of this query.`, {
			hint: 'Use nextCursor from the previous page, or omit it to start over.',
		})
	const end = start + limit
	return { shown: items.slice(start, end), nextCursor: end < items.length ? `o${end}` : null }
}

export const plural = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`

interface Listed {
	readonly record: ObjectRecord
	readonly depth: number
}

function* listed(core: Core, id: string, depth: number, maxDepth: number): Generator<Listed> {
	const record = core.world.object(id)
	yield { record, depth }
	if (depth < maxDepth)
		for (const child of record.children) yield* listed(core, child, depth + 1, maxDepth)
}

/** Inspects an object of the scene or of a prefab file. */
function inspect(core: Core, args: Args<'inspect_object'>): Result<'inspect_object'> {
	const look = (record: ObjectRecord) => inspected(core, record, args)
	return lookInside(core, args.instance_id, look) ?? look(needObject(core, args.instance_id))
}

function inspected(
	core: Core,
	record: ObjectRecord,
	{
		component_type: typeName,
		changed_only,
	}: Pick<Args<'inspect_object'>, 'component_type' | 'changed_only'>,
): Result<'inspect_object'> {
	if (typeName !== undefined) needComponent(core, record, typeName, 0)
	const wanted = typeName && (core.types.find(typeName)?.name ?? typeName)
	const inFile = record.scene === PREFAB_FILE
	// Nothing keeps the ids of a file's objects beyond the call.
	const idOf = (one: ObjectRecord): string => (inFile ? refText(core, one) : one.id)
	return {
		gameObject: {
			...objectSummary(core, record),
			...(inFile ? { instanceId: idOf(record), path: idOf(record) } : {}),
			activeInHierarchy: activeInHierarchy(core.world, record),
			isStatic: record.isStatic,
			scene: inFile ? '' : core.world.scene(record.scene).name,
			parentId: record.parent === null ? null : idOf(core.world.object(record.parent)),
			prefabAssetPath: pathOfLink(core, inFile ? record.nested : record.prefab),
		},
		components: record.components
			.filter((c) => wanted === undefined || isA(c.type, wanted))
			.map((c) => ({
				instanceId: inFile ? `${idOf(record)}#${c.type}` : c.id,
				type: core.types.find(c.type) ? c.type : MISSING_SCRIPT,
				...(c.enabled === undefined || (c.enabled && changed_only) ? {} : { enabled: c.enabled }),
				properties: changed_only ? changedProperties(core, c) : showProperties(core, c),
			})),
	}
}

export const queryActions = {
	hierarchy(core: Core, args: Args<'hierarchy'>): Result<'hierarchy'> {
		const { world } = core
		const root = args.root === undefined ? null : needObject(core, args.root)
		const scenes = [...world.scenes.values()].filter((s) => !root || s.handle === root.scene)
		const roots = root ? [root.id] : scenes.flatMap((scene) => scene.roots)
		const all = roots.flatMap((id) => [...listed(core, id, 0, args.max_depth)])
		const { shown, nextCursor } = page(all, args.limit, args.cursor)
		let count = 0
		for (const id of roots) for (const _ of subtree(world, id)) count++
		const objects = shown.map(
			({ record, depth }): HierarchyNode => ({
				...objectSummary(core, record),
				depth,
				parentId: record.parent,
				scene: world.scene(record.scene).name,
				prefabAssetPath: pathOfLink(core, record.prefab),
			}),
		)
		return {
			summary: `${plural(scenes.length, 'scene')}, ${plural(count, 'object')}`,
			scenes: scenes.map((scene) => sceneSummary(core, scene)),
			objects,
			total: all.length,
			nextCursor,
		}
	},
	inspect_object: inspect,
	inspect_objects: (core: Core, args: Args<'inspect_objects'>): Result<'inspect_objects'> => ({
		objects: args.instance_ids.map((instance_id) => inspect(core, { ...args, instance_id })),
	}),
	find(core: Core, args: Args<'find'>): Result<'find'> {
		const { name, tag, component_type, path } = args
		if ([name, tag, args.layer, component_type, path].every((given) => given === undefined))
			throw new Fault(
				'invalid_arguments',
				'find needs a name, tag, layer, component_type or path.',
				{
					hint: 'To list everything, use unity_query hierarchy.',
				},
			)
		const type = filterType(core, component_type)
		const found = objectsWhere(core, args, type)
		const { shown, nextCursor } = page(found, args.limit, args.cursor)
		const { fields } = args
		const objects =
			fields === undefined
				? shown.map((record) => briefSummary(core, record))
				: fieldsOf(core, found, shown, fields, type)
		return { total: found.length, nextCursor, objects }
	},
	references_to: (core: Core, args: Args<'references_to'>): Result<'references_to'> => {
		const { found, note } = referencesTo(core, args.instance_id, args.root)
		const { shown, nextCursor } = page(found, args.limit, args.cursor)
		return { ...(note ? { note } : {}), total: found.length, nextCursor, references: shown }
	},
	search_assets(core: Core, args: Args<'search_assets'>): Result<'search_assets'> {
		const types = args.asset_type === undefined ? [] : [args.asset_type]
		const labels: string[] = []
		const words: string[] = []
		for (const word of (args.search_query ?? '').split(/\s+/).filter(Boolean)) {
			if (/^t:./i.test(word)) types.push(word.slice(2))
			else if (/^l:./i.test(word)) labels.push(word.slice(2).toLowerCase())
			else words.push(word.toLowerCase())
		}
		const pattern = words.find((word) => word.includes('*'))
		if (pattern !== undefined)
			throw new Fault('invalid_arguments', `No file's name contains "${pattern}".`, {
				hint: "The words are parts of a file's name and have no wildcards: leave the * out. t:Material finds a type.",
			})
		const folder = args.folder?.replace(/\/+$/, '')
		if (folder !== undefined) core.assets.need(folder)
		const nameOf = (assetPath: string): string => assetPath.split('/').at(-1) ?? assetPath
		const found = core.assets.all().filter((asset) => {
			const name = nameOf(asset.path).toLowerCase()
			return (
				(folder === undefined || asset.path.startsWith(`${folder}/`)) &&
				words.every((word) => name.includes(word)) &&
				types.every((type) => sameAssetType(type, asset.type)) &&
				labels.every((label) => asset.labels.some((l) => l.toLowerCase() === label))
			)
		})
		const { shown, nextCursor } = page(found, args.limit, args.cursor)
		return {
			assets: shown.map((asset) => {
				const file = nameOf(asset.path)
				const dot = asset.isFolder ? -1 : file.lastIndexOf('.')
				return {
					name: dot > 0 ? file.slice(0, dot) : file,
					assetPath: asset.path,
					guid: asset.guid,
					type: asset.type,
					extension: dot > 0 ? file.slice(dot) : '',
					labels: [...asset.labels],
					fileSizeBytes: asset.sizeBytes,
				}
			}),
			totalFound: found.length,
			nextCursor,
		}
	},
	get_settings(core: Core, args: Args<'get_settings'>): Result<'get_settings'> {
		return { category: args.settings_category, settings: settingsOf(core, args.settings_category) }
	},
	types(core: Core, args: Args<'types'>): Result<'types'> {
		const wanted = args.search_query?.toLowerCase() ?? ''
		const found = core.types
			.addable()
			.filter((type) => type.fullName.toLowerCase().includes(wanted))
			.sort(
				(a, b) => Number(b.name.toLowerCase() === wanted) - Number(a.name.toLowerCase() === wanted),
			)
		return {
			types: found.slice(0, args.limit).map((type) => core.types.summary(type)),
			total: found.length,
		}
	},
	selection(core: Core): Result<'selection'> {
		const selected = core.selection.flatMap((id) => core.world.objects.get(id) ?? [])
		return { objects: selected.map((record) => objectSummary(core, record)) }
	},
	editor_state(core: Core): Result<'editor_state'> {
		const phase = core.compile.phase()
		const { isPlaying, isPaused } = core.play
		return {
			phase,
			unityVersion: core.project.unityVersion,
			projectName: core.project.name,
			productGuid: core.project.productGuid,
			isPlaying,
			isPaused,
			isCompiling: phase === 'compiling',
			activeScene: core.world.scenes.get(core.world.activeScene)?.path ?? '',
			openScenes: [...core.world.scenes.values()].map((scene) => sceneSummary(core, scene)),
			renderPipeline: core.project.renderPipeline,
			undo: core.undo.info(),
			simulated: true,
		}
	},
}
