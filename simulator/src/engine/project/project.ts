/** Facts of the project folder: version, tags, layers, build list, settings files. */

import { nearest } from '@fairlead/protocol/tools'
import { digest } from '../digest.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import { exists, type ProjectFiles, textOf } from '../project-files.ts'

const BUILTIN_TAGS = 'Untagged Respawn Finish EditorOnly MainCamera Player GameController'.split(
	' ',
)
/** Names by index; Unity reserves 0–7. */
const BUILTIN_LAYERS: Readonly<Record<number, string>> = {
	0: 'Default',
	1: 'TransparentFX',
	2: 'Ignore Raycast',
	4: 'Water',
	5: 'UI',
}
export const MANIFEST = 'Packages/manifest.json'
const DEFAULT_VERSION = '6000.3.2f1'

export class Project {
	readonly #files: ProjectFiles
	readonly unityVersion: string
	readonly platform: string
	readonly tags: readonly string[]
	/** Names by layer number; unnamed ones are empty. */
	readonly layers: readonly string[]

	constructor(files: ProjectFiles, given: { unityVersion?: string; platform?: string }) {
		this.#files = files
		this.platform = given.platform ?? 'unknown'
		const version = /^m_EditorVersion:\s*(\S+)/m.exec(this.#file('ProjectVersion.txt'))?.[1]
		this.unityVersion = given.unityVersion ?? version ?? DEFAULT_VERSION
		const manager = this.#file('TagManager.asset')
		this.tags = [...new Set([...BUILTIN_TAGS, ...section(manager, 'tags').filter(Boolean)])]
		const named = section(manager, 'layers')
		this.layers = Array.from({ length: 32 }, (_, i) => named[i] || (BUILTIN_LAYERS[i] ?? ''))
	}

	get name(): string {
		return (
			this.setting('ProjectSettings.asset', 'productName') ??
			baseName(this.path.replaceAll('\\', '/'))
		)
	}

	get path(): string {
		return this.#files.root
	}

	/** 32 hex digits; derived from the folder where the project has none yet. */
	get productGuid(): string {
		return this.setting('ProjectSettings.asset', 'productGUID') ?? digest(this.path)
	}

	get renderPipeline(): 'built-in' | 'universal' | 'high-definition' {
		const packages = this.manifest()
		if ('com.unity.render-pipelines.universal' in packages) return 'universal'
		return 'com.unity.render-pipelines.high-definition' in packages ? 'high-definition' : 'built-in'
	}

	/** Scenes of the build list, in order. */
	get buildScenes(): string[] {
		const text = this.#file('EditorBuildSettings.asset')
		return [...text.matchAll(/^\s*path:\s*(Assets\/.+?)\s*$/gm)].map((m) => m[1] ?? '')
	}

	/** Direct dependencies: name → version, Git URL or `file:` path. */
	manifest(): Record<string, string> {
		if (!exists(this.#files, MANIFEST)) return {}
		try {
			const parsed: unknown = JSON.parse(this.#files.readText(MANIFEST))
			const dependencies = (parsed as { dependencies?: unknown } | null)?.dependencies
			if (typeof dependencies !== 'object' || dependencies === null) return {}
			return Object.fromEntries(
				Object.entries(dependencies).filter((e): e is [string, string] => typeof e[1] === 'string'),
			)
		} catch {
			throw new Fault('internal', 'Packages/manifest.json is not valid JSON.', {
				hint: 'Repair it: Unity does not open a project with a broken manifest either.',
			})
		}
	}

	/** A scalar of a settings file in Unity's YAML. */
	setting(file: string, key: string): string | undefined {
		const found = new RegExp(`^\\s*${key}:\\s*(\\S.*?)\\s*$`, 'm').exec(this.#file(file))?.[1]
		return found === '' ? undefined : found
	}

	layerName(index: number): string {
		return this.layers[index] || String(index)
	}

	needTag(tag: string): string {
		if (this.tags.includes(tag)) return tag
		throw new Fault('not_found', `There is no tag "${tag}".`, {
			hint: 'Use one of the tags of the project. In Unity, unity_settings add_tag adds a new one; the simulator cannot.',
			data: { available: nearest(tag, this.tags, this.tags.length) },
		})
	}

	needLayer(layer: string): number {
		const index = this.layers.indexOf(layer)
		if (index >= 0 && layer !== '') return index
		if (/^\d{1,2}$/.test(layer) && Number(layer) < 32) return Number(layer)
		throw new Fault('not_found', `There is no layer "${layer}".`, {
			hint: 'Use one of the layers of the project. In Unity, unity_settings add_layer adds a new one; the simulator cannot.',
			data: { available: this.layers.filter(Boolean) },
		})
	}

	#file(name: string): string {
		return textOf(this.#files, `ProjectSettings/${name}`)
	}
}

/** The items of a YAML list `  key:\n  - a\n  - b`. */
function section(text: string, key: string): string[] {
	const block = new RegExp(`^\\s*${key}:[ \\t]*\\r?\\n((?:\\s*-.*(?:\\r?\\n|$))*)`, 'm').exec(
		text,
	)?.[1]
	return block === undefined
		? []
		: [...block.matchAll(/^\s*-[ \t]*(.*?)\s*$/gm)].map((m) => m[1] ?? '')
}
