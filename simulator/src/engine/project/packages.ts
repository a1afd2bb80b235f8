/** unity_packages: the manifest on disk, and a small built-in catalogue instead of the registry. */
import { nearest, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { textOf } from '../project-files.ts'
import { MANIFEST } from './project.ts'

type Package = ToolResult<'unity_packages', 'add'>['package']

/** The simulator's name for the origin of packages that it knows without a network. */
const CATALOGUE_SOURCE = 'simulated catalogue'
/** A few of Unity's own packages with versions of Unity 6.3; not the registry. */
const CATALOGUE: Readonly<Record<string, readonly [version: string, displayName: string]>> = {
	'com.unity.cinemachine': ['3.1.4', 'Cinemachine'],
	'com.unity.inputsystem': ['1.14.2', 'Input System'],
	'com.unity.render-pipelines.universal': ['17.3.0', 'Universal Render Pipeline'],
	'com.unity.render-pipelines.high-definition': ['17.3.0', 'High Definition Render Pipeline'],
	'com.unity.shadergraph': ['17.3.0', 'Shader Graph'],
	'com.unity.visualeffectgraph': ['17.3.0', 'Visual Effect Graph'],
	'com.unity.test-framework': ['1.6.0', 'Test Framework'],
	'com.unity.timeline': ['1.8.9', 'Timeline'],
	'com.unity.ugui': ['2.0.0', 'Unity UI'],
	'com.unity.ai.navigation': ['2.0.9', 'AI Navigation'],
	'com.unity.probuilder': ['6.0.7', 'ProBuilder'],
	'com.unity.addressables': ['2.7.3', 'Addressables'],
	'com.unity.netcode.gameobjects': ['2.5.0', 'Netcode for GameObjects'],
	'com.unity.mathematics': ['1.3.2', 'Mathematics'],
	'com.unity.burst': ['1.8.25', 'Burst'],
	'com.unity.collections': ['2.6.2', 'Collections'],
	'com.unity.entities': ['1.4.2', 'Entities'],
	'com.unity.postprocessing': ['3.5.0', 'Post Processing'],
	'com.unity.recorder': ['5.1.2', 'Recorder'],
	'com.unity.splines': ['2.8.1', 'Splines'],
	'com.unity.terrain-tools': ['5.3.0', 'Terrain Tools'],
	'com.unity.2d.sprite': ['1.0.0', '2D Sprite'],
	'com.unity.2d.tilemap': ['1.0.0', '2D Tilemap Editor'],
	'com.unity.visualscripting': ['1.9.8', 'Visual Scripting'],
}

const displayName = (name: string): string =>
	CATALOGUE[name]?.[1] ??
	(name.split('.').slice(2).join(' ') || name)
		.replaceAll('-', ' ')
		.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

function sourceOf(name: string, version: string): string {
	if (name.startsWith('com.unity.modules.')) return 'builtin'
	if (version.startsWith('file:')) return 'local'
	return /^(https?|ssh|git)[:+]|\.git($|[#?])/.test(version) ? 'git' : 'registry'
}

function writeManifest(core: Core, dependencies: Record<string, string>): void {
	const text = textOf(core.files, MANIFEST)
	const whole: unknown = text === '' ? {} : JSON.parse(text)
	const sorted = Object.fromEntries(
		Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)),
	)
	const manifest = { ...(whole as object), dependencies: sorted }
	core.files.writeText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
	core.refreshRequested = true
	core.touch('assets')
}

function refuseInPlay(core: Core, what: string): void {
	if (core.play.isPlaying)
		throw new Fault('in_play_mode', `Packages cannot be ${what} in play mode.`, {
			hint: 'Leave it first with unity_play exit.',
		})
}

/** The package that `add` would add. */
export function needAddable(
	core: Core,
	{ package_id }: Pick<ToolArgs<'unity_packages', 'add'>, 'package_id'>,
): Package {
	refuseInPlay(core, 'added')
	if (/[:/]/.test(package_id))
		throw new Fault(
			'unsupported',
			`The simulated editor has no network: it cannot fetch ${package_id}.`,
			{
				hint: 'Open the project in Unity for packages from Git or from disk.',
			},
		)
	const [name = '', version] = package_id.split('@')
	const known = CATALOGUE[name]
	if (!known)
		throw new Fault('not_found', `The simulator's catalogue has no package "${name}".`, {
			hint: 'It knows some of Unity’s own packages only; search lists them.',
			data: { nearest: nearest(name, Object.keys(CATALOGUE)) },
		})
	return { name, version: version || known[0], displayName: known[1], source: CATALOGUE_SOURCE }
}

export const packageActions = {
	list(core: Core): ToolResult<'unity_packages', 'list'> {
		const packages = Object.entries(core.project.manifest()).map(
			([name, version]): Package => ({
				name,
				version,
				displayName: displayName(name),
				source: sourceOf(name, version),
			}),
		)
		return { packages }
	},
	search(
		_core: Core,
		args: ToolArgs<'unity_packages', 'search'>,
	): ToolResult<'unity_packages', 'search'> {
		const wanted = args.search_query.toLowerCase()
		const packages = Object.entries(CATALOGUE)
			.filter(([name, [, title]]) => `${name} ${title}`.toLowerCase().includes(wanted))
			.map(
				([name, [version, title]]): Package => ({
					name,
					version,
					displayName: title,
					source: CATALOGUE_SOURCE,
				}),
			)
		return { packages }
	},
	add(core: Core, args: ToolArgs<'unity_packages', 'add'>): ToolResult<'unity_packages', 'add'> {
		const added = needAddable(core, args)
		writeManifest(core, { ...core.project.manifest(), [added.name]: added.version })
		return { package: added }
	},
	remove(
		core: Core,
		args: ToolArgs<'unity_packages', 'remove'>,
	): ToolResult<'unity_packages', 'remove'> {
		refuseInPlay(core, 'removed')
		const installed = core.project.manifest()
		const name = args.package_id.split('@')[0] ?? ''
		if (!Object.hasOwn(installed, name))
			throw new Fault('not_found', `The package "${name}" is not installed.`, {
				hint: 'unity_packages list shows the installed packages.',
				data: { nearest: nearest(name, Object.keys(installed)) },
			})
		const { [name]: _, ...rest } = installed
		writeManifest(core, rest)
		return { removed: name }
	},
}
